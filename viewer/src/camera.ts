// Where the eye is: about a target in space, above it in the plane. One camera serves all runs.

import * as THREE from "three";
import type { Camera } from "./state";

const fieldOfView = 32; // degrees, up and down

export interface Box {
  low: number[];
  high: number[];
}

// Directions of the world: which is up, and which is from the eye to the back.
export interface Axes {
  right: THREE.Vector3;
  back: THREE.Vector3;
  up: THREE.Vector3;
}

// Up is against gravity, along an axis (z without gravity); the longer side is seen from before.
export function axesOf(dimension: number, gravity: number[], box: Box): Axes {
  const unit = (k: number, sign = 1) => new THREE.Vector3().setComponent(k, sign);
  if (dimension === 2) return { right: unit(0), back: unit(2, -1), up: unit(1) };
  const sizes = gravity.map(Math.abs);
  const strongest = Math.max(...sizes);
  const k = strongest > 0 ? sizes.indexOf(strongest) : 2;
  const up = unit(k, strongest > 0 && gravity[k] > 0 ? -1 : 1);
  const others = [0, 1, 2].filter((i) => i !== k);
  const extent = (i: number) => box.high[i] - box.low[i];
  const across = extent(others[1]) > extent(others[0]) * 1.2 ? others[1] : others[0];
  const right = unit(across);
  return { right, back: new THREE.Vector3().crossVectors(up, right), up };
}

export function corners(box: Box): THREE.Vector3[] {
  const at = (k: number, high: number) => (high ? box.high[k] : box.low[k]) ?? 0;
  const out = [];
  for (let c = 0; c < 8; ++c) out.push(new THREE.Vector3(at(0, c & 1), at(1, c & 2), at(2, c & 4)));
  return out;
}

export function middleOf(box: Box): [number, number, number] {
  const at = (k: number) => (box.low[k] !== undefined ? 0.5 * (box.low[k] + box.high[k]) : 0);
  return [at(0), at(1), at(2)];
}

// From the target to the eye.
export function outward(camera: Camera, axes: Axes): THREE.Vector3 {
  const azimuth = THREE.MathUtils.degToRad(camera.azimuth);
  const elevation = THREE.MathUtils.degToRad(camera.elevation);
  return new THREE.Vector3()
    .addScaledVector(axes.back, -Math.cos(elevation) * Math.cos(azimuth))
    .addScaledVector(axes.right, Math.cos(elevation) * Math.sin(azimuth))
    .addScaledVector(axes.up, Math.sin(elevation));
}

// All of the box in view.
export function fitted(dimension: number, axes: Axes, box: Box, aspect: number): Camera {
  const camera: Camera = { target: middleOf(box), azimuth: 30, elevation: 22, distance: 1 };
  const margin = 1.06;
  if (dimension === 2) {
    const width = box.high[0] - box.low[0];
    const height = box.high[1] - box.low[1];
    camera.distance = margin * Math.max(height, width / aspect, 1e-12);
    return camera;
  }
  const towards = outward(camera, axes);
  const right = new THREE.Vector3().crossVectors(axes.up, towards).normalize();
  const up = new THREE.Vector3().crossVectors(towards, right);
  const slope = Math.tan(THREE.MathUtils.degToRad(fieldOfView / 2));
  const target = new THREE.Vector3(...camera.target);
  camera.distance = 1e-12;
  for (const corner of corners(box)) {
    const offset = corner.sub(target);
    const near = offset.dot(towards);
    const across = Math.max(Math.abs(offset.dot(right)) / aspect, Math.abs(offset.dot(up)));
    camera.distance = Math.max(camera.distance, near + (margin * across) / slope);
  }
  return camera;
}

export class Eye {
  readonly perspective = new THREE.PerspectiveCamera(fieldOfView, 1, 0.01, 100);
  readonly flat = new THREE.OrthographicCamera(-1, 1, 1, -1, -1, 1);
  constructor(private readonly dimension: number) {}

  get camera(): THREE.Camera {
    return this.dimension === 2 ? this.flat : this.perspective;
  }

  place(camera: Camera, axes: Axes, aspect: number, radius: number): void {
    const target = new THREE.Vector3(...camera.target);
    if (this.dimension === 2) {
      const half = 0.5 * camera.distance;
      Object.assign(this.flat, { left: -half * aspect, right: half * aspect, top: half, bottom: -half });
      this.flat.near = -1;
      this.flat.far = 1;
      this.flat.position.set(target.x, target.y, 0);
      this.flat.updateProjectionMatrix();
      this.flat.updateMatrixWorld();
      return;
    }
    const towards = outward(camera, axes);
    this.perspective.up.copy(axes.up);
    this.perspective.position.copy(target).addScaledVector(towards, camera.distance);
    this.perspective.lookAt(target);
    this.perspective.aspect = aspect;
    // Planes reach beyond what is framed.
    this.perspective.near = Math.max(camera.distance - 2 * radius, 0.004 * camera.distance);
    this.perspective.far = camera.distance + 4 * radius;
    this.perspective.updateProjectionMatrix();
    this.perspective.updateMatrixWorld();
  }
}

// The camera after a movement of the pointer, in shares of the height of the picture.
export function turned(camera: Camera, dx: number, dy: number): Camera {
  return {
    ...camera,
    azimuth: (camera.azimuth - 200 * dx + 540) % 360 - 180,
    elevation: Math.min(Math.max(camera.elevation + 200 * dy, -89), 89),
  };
}

export function shifted(camera: Camera, dimension: number, axes: Axes, dx: number, dy: number): Camera {
  const slope = 2 * Math.tan(THREE.MathUtils.degToRad(fieldOfView / 2));
  const height = dimension === 2 ? camera.distance : slope * camera.distance;
  const towards = dimension === 2 ? new THREE.Vector3(0, 0, 1) : outward(camera, axes);
  const right = new THREE.Vector3().crossVectors(axes.up, towards).normalize();
  const up = new THREE.Vector3().crossVectors(towards, right);
  const target = new THREE.Vector3(...camera.target)
    .addScaledVector(right, -dx * height)
    .addScaledVector(up, dy * height);
  return { ...camera, target: [target.x, target.y, target.z] };
}

export function zoomed(camera: Camera, factor: number): Camera {
  return { ...camera, distance: camera.distance * factor };
}
