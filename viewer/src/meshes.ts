// What a viewport draws: grains, forces, lines and faces of walls, as meshes whose arrays change
// with the frame.

import * as THREE from "three";
import * as shaders from "./shaders";

export type Uniforms = Record<string, THREE.IUniform>;

function instanced(corners: number[]): THREE.InstancedBufferGeometry {
  const geometry = new THREE.InstancedBufferGeometry();
  geometry.setAttribute("corner", new THREE.BufferAttribute(new Float32Array(corners), 2));
  geometry.setIndex([0, 1, 2, 2, 1, 3]);
  geometry.instanceCount = 0;
  return geometry;
}

const square = [-1, -1, 1, -1, -1, 1, 1, 1];
const bar = [0, -1, 1, -1, 0, 1, 1, 1];

function put(geometry: THREE.BufferGeometry, name: string, values: Float32Array, row: number): void {
  const known = geometry.getAttribute(name) as THREE.BufferAttribute | undefined;
  if (known && known.array.length === values.length) {
    (known.array as Float32Array).set(values);
    known.needsUpdate = true;
  } else {
    geometry.setAttribute(name, new THREE.InstancedBufferAttribute(values.slice(), row));
    // three.js notes the number of instances when it first meets the arrays, and would keep to it.
    delete (geometry as { _maxInstanceCount?: number })._maxInstanceCount;
  }
}

function material(vertex: string, fragment: string, uniforms: Uniforms, more: object): THREE.RawShaderMaterial {
  return new THREE.RawShaderMaterial({
    glslVersion: THREE.GLSL3,
    vertexShader: vertex,
    fragmentShader: fragment,
    uniforms,
    ...more,
  });
}

// Alpha says how much of a pixel is covered, and must not let the page shine through.
const opaque = {
  blending: THREE.CustomBlending,
  blendSrc: THREE.OneFactor,
  blendDst: THREE.ZeroFactor,
  blendSrcAlpha: THREE.ZeroFactor,
  blendDstAlpha: THREE.OneFactor,
};

export interface GrainArrays {
  center: Float32Array; // 3
  radius: Float32Array;
  value: Float32Array;
  flags: Float32Array; // 1 fixed + 2 chosen
  turn: Float32Array; // 4: angle in 2D, x y z w in 3D
}

export class Grains {
  readonly geometry = instanced(square);
  readonly mesh: THREE.Mesh;
  readonly shadow: THREE.Mesh | null;

  constructor(dimension: number, uniforms: Uniforms) {
    const flat = dimension === 2;
    this.mesh = new THREE.Mesh(
      this.geometry,
      material(flat ? shaders.discVertex : shaders.ballVertex, flat ? shaders.discFragment : shaders.ballFragment, uniforms, {
        transparent: flat,
        depthTest: !flat,
        depthWrite: !flat,
        alphaToCoverage: !flat,
        ...(flat ? {} : opaque),
      }),
    );
    this.mesh.frustumCulled = false;
    this.shadow = flat
      ? null
      : new THREE.Mesh(this.geometry, material(shaders.ballVertex, shaders.ballShadowFragment, uniforms, {}));
    if (this.shadow) this.shadow.frustumCulled = false;
  }
  set(arrays: GrainArrays): void {
    put(this.geometry, "center", arrays.center, 3);
    put(this.geometry, "radius", arrays.radius, 1);
    put(this.geometry, "value", arrays.value, 1);
    put(this.geometry, "flags", arrays.flags, 1);
    put(this.geometry, "turn", arrays.turn, 4);
    this.geometry.instanceCount = arrays.radius.length;
  }
  setValues(value: Float32Array, flags: Float32Array): void {
    put(this.geometry, "value", value, 1);
    put(this.geometry, "flags", flags, 1);
  }
  // Grains of glass let the forces between them be seen.
  setGlass(glass: boolean): void {
    const drawn = this.mesh.material as THREE.RawShaderMaterial;
    drawn.transparent = glass;
    drawn.depthWrite = !glass;
    drawn.alphaToCoverage = !glass;
    Object.assign(drawn, glass ? { blending: THREE.NormalBlending } : opaque);
    drawn.needsUpdate = true;
    this.mesh.renderOrder = glass ? 4 : 1;
  }
}

export class Forces {
  private readonly geometry = instanced(bar);
  readonly mesh: THREE.Mesh;
  constructor(dimension: number, uniforms: Uniforms) {
    const flat = dimension === 2;
    this.mesh = new THREE.Mesh(
      this.geometry,
      material(shaders.forceVertex, shaders.forceFragment, uniforms, {
        transparent: flat,
        depthTest: !flat,
        depthWrite: !flat,
        side: THREE.DoubleSide,
      }),
    );
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = 3;
  }
  set(rows: Float32Array): void {
    const count = rows.length / 8;
    const a = new Float32Array(3 * count);
    const b = new Float32Array(3 * count);
    const force = new Float32Array(count);
    const slip = new Float32Array(count);
    for (let k = 0; k < count; ++k) {
      a.set(rows.subarray(8 * k, 8 * k + 3), 3 * k);
      b.set(rows.subarray(8 * k + 3, 8 * k + 6), 3 * k);
      force[k] = rows[8 * k + 6];
      slip[k] = rows[8 * k + 7];
    }
    put(this.geometry, "a", a, 3);
    put(this.geometry, "b", b, 3);
    put(this.geometry, "force", force, 1);
    put(this.geometry, "slip", slip, 1);
    this.geometry.instanceCount = count;
  }
}

export class Lines {
  private readonly geometry = instanced(bar);
  readonly mesh: THREE.Mesh;
  constructor(uniforms: Uniforms, order: number, depthTest: boolean) {
    this.mesh = new THREE.Mesh(
      this.geometry,
      material(shaders.lineVertex, shaders.lineFragment, uniforms, {
        transparent: true,
        depthTest,
        depthWrite: false,
        side: THREE.DoubleSide,
      }),
    );
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = order;
  }
  // Two points each.
  set(rows: Float32Array): void {
    const count = rows.length / 6;
    const a = new Float32Array(3 * count);
    const b = new Float32Array(3 * count);
    for (let k = 0; k < count; ++k) {
      a.set(rows.subarray(6 * k, 6 * k + 3), 3 * k);
      b.set(rows.subarray(6 * k + 3, 6 * k + 6), 3 * k);
    }
    put(this.geometry, "a", a, 3);
    put(this.geometry, "b", b, 3);
    this.geometry.instanceCount = count;
  }
}

export class Faces {
  private readonly geometry = new THREE.BufferGeometry();
  readonly mesh: THREE.Mesh;
  constructor(uniforms: Uniforms) {
    this.mesh = new THREE.Mesh(
      this.geometry,
      material(shaders.faceVertex, shaders.faceFragment, uniforms, {
        side: THREE.DoubleSide,
        polygonOffset: true,
        polygonOffsetFactor: 1,
        polygonOffsetUnits: 1,
      }),
    );
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = 0;
  }
  set(points: Float32Array): void {
    this.geometry.setAttribute("position", new THREE.BufferAttribute(points.slice(), 3));
    this.geometry.setDrawRange(0, points.length / 3);
    this.mesh.visible = points.length > 0;
  }
}
