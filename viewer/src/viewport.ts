// The picture of one run.

import * as THREE from "three";
import { type Axes, type Box, axesOf, corners, Eye, fitted, middleOf } from "./camera";
import { type ColorMap, rgb } from "./colors";
import { Faces, Forces, type GrainArrays, Grains, Lines, type Uniforms } from "./meshes";
import { type FrameData, type Run, sliceOf } from "./run";
import type { Camera, ViewState } from "./state";

const shadowPixels = 2048;

// One row of the arrays on the card for each grain, and for each of its images in a periodic cell.
interface Shown extends GrainArrays {
  row: Int32Array; // of the frame
}

export interface Picked {
  id: number;
  value: number;
}

function medianOf(values: Float32Array): number {
  if (values.length === 0) return 1;
  return Float32Array.from(values).sort()[values.length >> 1];
}

export class Viewport {
  readonly canvas = document.createElement("canvas");
  private readonly renderer: THREE.WebGLRenderer;
  private readonly scene = new THREE.Scene();
  private readonly shadows = new THREE.Scene();
  private readonly shadowTarget = new THREE.WebGLRenderTarget(shadowPixels, shadowPixels);
  private readonly lampEye = new THREE.OrthographicCamera();
  private readonly grains: Grains;
  private readonly forces: Forces;
  private readonly lines: Lines;
  private readonly edges: Lines;
  private readonly seams: Lines;
  private readonly faces: Faces;
  private readonly eye: Eye;
  private axes: Axes;
  private box: Box = { low: [0, 0, 0], high: [1, 1, 1] };
  private readonly uniforms: Uniforms;
  private frame: FrameData | null = null;
  private shown: Shown | null = null;
  private shadowIsOld = true;
  private strongest = 0;

  constructor(
    readonly run: Run,
    private readonly colors: ColorMap,
  ) {
    this.renderer = new THREE.WebGLRenderer({ canvas: this.canvas, antialias: true, powerPreference: "high-performance" });
    this.renderer.autoClear = true;
    this.shadowTarget.depthTexture = new THREE.DepthTexture(shadowPixels, shadowPixels, THREE.UnsignedIntType);
    this.axes = axesOf(run.dimension, run.index.gravity ?? [], this.box);
    this.eye = new Eye(run.dimension);
    this.uniforms = this.firstUniforms();
    this.grains = new Grains(run.dimension, this.uniforms);
    this.forces = new Forces(run.dimension, this.uniforms);
    const flat = run.dimension === 2;
    const pen = (thickness: number, caps: number): Uniforms => ({
      ...this.uniforms,
      ink: { value: new THREE.Vector4() },
      thickness: { value: thickness },
      caps: { value: caps },
    });
    this.lines = new Lines(pen(1.8, 1), 2, !flat);
    this.edges = new Lines(pen(1.2, 0), 5, !flat);
    this.seams = new Lines(pen(1, 0), 5, !flat);
    this.faces = new Faces(this.uniforms);
    this.grains.mesh.renderOrder = 1;
    for (const part of [this.faces, this.grains, this.lines, this.edges, this.seams, this.forces]) {
      this.scene.add(part.mesh);
    }
    if (this.grains.shadow) this.shadows.add(this.grains.shadow);
  }

  private firstUniforms(): Uniforms {
    const { palette } = this.colors;
    const vector = (hex: string) => ({ value: new THREE.Vector3(...rgb(hex)) });
    return {
      palette: { value: null },
      span: { value: new THREE.Vector2() },
      kinds: { value: 0 },
      fixedColor: vector(palette.fixed),
      stickColor: vector(palette.stick),
      slipColor: vector(palette.slip),
      accent: vector("#b000c8"),
      paint: vector("#f2f2f0"),
      size: { value: new THREE.Vector2(1, 1) },
      marks: { value: 1 },
      glass: { value: 0 },
      flat_: { value: this.run.dimension === 2 ? 1 : 0 },
      thickest: { value: 0 },
      strongest: { value: 1 },
      least: { value: 0 },
      shadowMap: { value: this.shadowTarget.depthTexture },
      lampMatrix: { value: new THREE.Matrix4() },
      shadowOn: { value: this.run.dimension === 3 ? 1 : 0 },
      cameraMatrix: { value: new THREE.Matrix4() },
      lamp: { value: new THREE.Vector3(0, 0, 1) },
      up: { value: new THREE.Vector3(0, 0, 1) },
      eye: { value: new THREE.Vector3() },
      middle: { value: new THREE.Vector3() },
      off: { value: 0 },
    };
  }

  resize(): void {
    const { clientWidth, clientHeight } = this.canvas;
    this.renderer.setPixelRatio(Math.min(window.devicePixelRatio, 2));
    this.renderer.setSize(Math.max(clientWidth, 1), Math.max(clientHeight, 1), false);
    this.uniforms.size.value.set(this.canvas.width / 2, this.canvas.height / 2);
  }
  get aspect(): number {
    return Math.max(this.canvas.clientWidth, 1) / Math.max(this.canvas.clientHeight, 1);
  }

  // What there is to see, of all frames that tell.
  setBox(box: Box): void {
    this.box = box;
    this.axes = axesOf(this.run.dimension, this.run.index.gravity ?? [], box);
    this.shadowIsOld = true;
  }
  fit(): Camera {
    return fitted(this.run.dimension, this.axes, this.box, this.aspect);
  }
  get worldAxes(): Axes {
    return this.axes;
  }

  setTheme(dark: boolean): void {
    this.renderer.setClearColor(dark ? 0x14171b : 0xffffff, 1);
    const ink = dark ? [0.72, 0.75, 0.79] : [0.2, 0.22, 0.25];
    const paint = (part: Lines, alpha: number) =>
      (part.mesh.material as THREE.RawShaderMaterial).uniforms.ink.value.set(...ink, alpha);
    paint(this.lines, 1);
    paint(this.edges, dark ? 0.45 : 0.35);
    paint(this.seams, 0.5);
    this.uniforms.paint.value.set(...(dark ? [0.2, 0.215, 0.235] : [0.945, 0.945, 0.935]));
    this.uniforms.accent.value.set(...rgb(dark ? "#f08cff" : "#b000c8"));
  }

  setFrame(frame: FrameData, state: ViewState): void {
    this.frame = frame;
    this.shown = this.arrangement(frame, state);
    this.grains.set(this.shown);
    this.lines.set(frame.values("walls.lines"));
    this.edges.set(frame.values("walls.edges"));
    this.faces.set(frame.values("walls.faces"));
    this.seams.set(this.seamLines());
    this.forces.set(state.forces ? frame.values("forces") : new Float32Array(0));
    this.uniforms.thickest.value = 0.8 * medianOf(frame.values("radius"));
    this.shadowIsOld = true;
  }

  // The numbers that colour the grains.
  private fieldValues(frame: FrameData, field: string): Float32Array {
    const values = frame.values(sliceOf(field));
    const component = ["vx", "vy", "vz"].indexOf(field);
    if (component < 0) return values;
    const d = this.run.dimension;
    return Float32Array.from({ length: frame.bodies }, (_, k) => values[d * k + component]);
  }

  private arrangement(frame: FrameData, state: ViewState): Shown {
    const d = this.run.dimension;
    const position = frame.values("position");
    const radius = frame.values("radius");
    const rows: number[] = [];
    const centers: number[] = [];
    const { low, period } = this.run.index.cell ?? { low: [], period: [] };
    const put = (k: number, axis: number, place: number[]): void => {
      if (axis === d) {
        rows.push(k);
        centers.push(place[0], place[1], place[2]);
        return;
      }
      put(k, axis + 1, place);
      if (!(period[axis] > 0)) return;
      // Grains on a seam show on both sides.
      const image = (by: number) => put(k, axis + 1, place.map((x, i) => (i === axis ? x + by : x)));
      if (place[axis] - radius[k] < low[axis]) image(period[axis]);
      if (place[axis] + radius[k] > low[axis] + period[axis]) image(-period[axis]);
    };
    if (period.some((p) => p > 0)) {
      for (let k = 0; k < frame.bodies; ++k) {
        put(k, 0, [position[d * k], position[d * k + 1], d === 3 ? position[d * k + 2] : 0]);
      }
    }
    const plain = rows.length === 0;
    const count = plain ? frame.bodies : rows.length;
    const row = plain ? Int32Array.from({ length: count }, (_, k) => k) : Int32Array.from(rows);
    const center = plain ? new Float32Array(3 * count) : Float32Array.from(centers);
    if (plain) {
      for (let k = 0; k < count; ++k) for (let i = 0; i < d; ++i) center[3 * k + i] = position[d * k + i];
    }
    const shown: Shown = {
      row,
      center,
      radius: Float32Array.from(row, (k) => radius[k]),
      value: new Float32Array(count),
      flags: new Float32Array(count),
      turn: this.turns(frame, row),
    };
    this.fillValues(shown, frame, state);
    return shown;
  }

  private turns(frame: FrameData, row: Int32Array): Float32Array {
    const q = frame.values("orientation");
    const turn = new Float32Array(4 * row.length);
    row.forEach((k, i) => {
      if (this.run.dimension === 2) turn[4 * i] = q[k];
      else turn.set([q[4 * k + 1], q[4 * k + 2], q[4 * k + 3], q[4 * k]], 4 * i);
    });
    return turn;
  }

  private fillValues(shown: Shown, frame: FrameData, state: ViewState): void {
    const values = this.fieldValues(frame, state.color);
    const fixed = frame.arrays.get("fixed")?.values ?? [];
    const ids = frame.arrays.get("id")?.values ?? [];
    shown.row.forEach((k, i) => {
      shown.value[i] = values[k] ?? 0;
      shown.flags[i] = (fixed[k] ? 1 : 0) + (ids[k] === state.grain ? 2 : 0);
    });
  }

  // Colours, the chosen grain and what is drawn, without another frame.
  style(state: ViewState, span: [number, number], strongest: number): void {
    const field = this.run.field(state.color);
    if (field) {
      const table = this.colors.table(field, span[0]);
      this.uniforms.palette.value = this.colors.texture(table);
      this.uniforms.kinds.value = field.kind === "names" ? table.length : 0;
    }
    this.uniforms.span.value.set(...span);
    this.uniforms.marks.value = state.marks ? 1 : 0;
    this.strongest = strongest;
    this.uniforms.strongest.value = strongest || 1;
    this.uniforms.least.value = state.least * strongest;
    const glass = state.forces && this.run.dimension === 3;
    if (this.uniforms.glass.value !== (glass ? 1 : 0)) {
      this.uniforms.glass.value = glass ? 1 : 0;
      this.uniforms.shadowOn.value = this.run.dimension === 3 && !glass ? 1 : 0;
      this.grains.setGlass(glass);
    }
    for (const part of [this.lines, this.edges, this.seams]) part.mesh.visible = state.walls;
    this.faces.mesh.visible = state.walls && this.run.dimension === 3;
    this.forces.mesh.visible = state.forces && strongest > 0;
    if (this.frame && this.shown) {
      this.fillValues(this.shown, this.frame, state);
      this.grains.setValues(this.shown.value, this.shown.flags);
    }
  }

  private seamLines(): Float32Array {
    const { low, period } = this.run.index.cell ?? { low: [], period: [] };
    if (!period.some((p) => p > 0)) return new Float32Array(0);
    const d = this.run.dimension;
    const from = [0, 1, 2].map((k) => (period[k] > 0 ? low[k] : (this.box.low[k] ?? 0)));
    const to = [0, 1, 2].map((k) => (period[k] > 0 ? low[k] + period[k] : (this.box.high[k] ?? 0)));
    const rows: number[] = [];
    for (let j = 0; j < d; ++j) {
      for (let corner = 0; corner < 2 ** d; ++corner) {
        if ((corner >> j) & 1) continue;
        const a = from.map((x, k) => ((corner >> k) & 1 ? to[k] : x));
        if (!a.some((_, k) => k !== j && k < d && period[k] > 0)) continue;
        const dashes = 40;
        for (let s = 0; s < dashes; s += 2) {
          for (const share of [s / dashes, (s + 1) / dashes]) {
            rows.push(...a.map((x, k) => (k === j ? from[k] + share * (to[k] - from[k]) : x)));
          }
        }
      }
    }
    return Float32Array.from(rows);
  }

  private placeLamp(camera: Camera): void {
    const { right, back, up } = this.axes;
    const lamp = new THREE.Vector3()
      .addScaledVector(up, 1)
      .addScaledVector(right, -0.55)
      .addScaledVector(back, -0.45)
      .normalize();
    // It goes around with the eye, so that what is seen is lit.
    lamp.applyAxisAngle(up, THREE.MathUtils.degToRad(camera.azimuth - 30));
    if (this.uniforms.lamp.value.distanceTo(lamp) > 1e-6) this.shadowIsOld = true;
    this.uniforms.lamp.value.copy(lamp);
    const middle = new THREE.Vector3(...middleOf(this.box));
    const reach = 1.05 * Math.max(...corners(this.box).map((c) => c.distanceTo(middle)), 1e-12);
    const eye = this.lampEye;
    Object.assign(eye, { left: -reach, right: reach, top: reach, bottom: -reach, near: 0, far: 4 * reach });
    eye.up.copy(Math.abs(lamp.dot(right)) < 0.9 ? right : up);
    eye.position.copy(middle).addScaledVector(lamp, 2 * reach);
    eye.lookAt(middle);
    eye.updateProjectionMatrix();
    eye.updateMatrixWorld();
    this.uniforms.lampMatrix.value.multiplyMatrices(eye.projectionMatrix, eye.matrixWorldInverse);
  }

  draw(camera: Camera): void {
    const middle = new THREE.Vector3(...middleOf(this.box));
    const radius = Math.max(...corners(this.box).map((c) => c.distanceTo(middle)), 1e-12);
    const moved = middle.distanceTo(new THREE.Vector3(...camera.target));
    this.eye.place(camera, this.axes, this.aspect, radius + moved);
    const eye = this.eye.camera;
    this.uniforms.cameraMatrix.value.copy(eye.matrixWorld);
    this.uniforms.up.value.copy(this.axes.up);
    this.uniforms.eye.value.setFromMatrixPosition(eye.matrixWorld);
    this.uniforms.middle.value.copy(middle);
    this.uniforms.off.value = 0.002 * radius;
    if (this.run.dimension === 3) {
      this.placeLamp(camera);
      if (this.shadowIsOld && this.uniforms.shadowOn.value > 0) this.drawShadows();
    }
    this.renderer.setRenderTarget(null);
    this.renderer.render(this.scene, eye);
  }

  private drawShadows(): void {
    // A map cannot be read while it is drawn.
    this.uniforms.shadowMap.value = null;
    this.renderer.setRenderTarget(this.shadowTarget);
    this.renderer.clear();
    this.renderer.render(this.shadows, this.lampEye);
    this.uniforms.shadowMap.value = this.shadowTarget.depthTexture;
    this.shadowIsOld = false;
  }

  // Pixels of the page, of a place in the world.
  private project(place: THREE.Vector3): { x: number; y: number } {
    const p = place.project(this.eye.camera);
    const box = this.canvas.getBoundingClientRect();
    return { x: box.left + 0.5 * (p.x + 1) * box.width, y: box.top + 0.5 * (1 - p.y) * box.height };
  }
  placeOf(id: number): { x: number; y: number } | null {
    const row = this.frame?.arrays.get("id")?.values.indexOf(id) ?? -1;
    const at = this.shown?.row.indexOf(row) ?? -1;
    if (row < 0 || at < 0) return null;
    return this.project(new THREE.Vector3().fromArray(this.shown!.center, 3 * at));
  }

  // The nearest grain under a place of the page.
  pick(x: number, y: number): Picked | null {
    if (!this.shown || !this.frame) return null;
    const box = this.canvas.getBoundingClientRect();
    const point = new THREE.Vector2(((x - box.left) / box.width) * 2 - 1, 1 - ((y - box.top) / box.height) * 2);
    const caster = new THREE.Raycaster();
    caster.setFromCamera(point, this.eye.camera);
    const { origin, direction } = caster.ray;
    const { center, radius, row } = this.shown;
    let best = Infinity;
    let found = -1;
    for (let k = 0; k < radius.length; ++k) {
      const cx = center[3 * k] - origin.x;
      const cy = center[3 * k + 1] - origin.y;
      const cz = center[3 * k + 2] - origin.z;
      const along = cx * direction.x + cy * direction.y + cz * direction.z;
      const off = cx * cx + cy * cy + cz * cz - along * along;
      if (off > radius[k] * radius[k] || along - radius[k] >= best) continue;
      best = along - radius[k];
      found = k;
    }
    if (found < 0) return null;
    return { id: this.frame.arrays.get("id")!.values[row[found]], value: this.shown.value[found] };
  }

  // Pixels of a metre at the middle of what is shown.
  scale(camera: Camera): number {
    const slope = 2 * Math.tan(THREE.MathUtils.degToRad(this.eye.perspective.fov / 2));
    return this.canvas.clientHeight / (this.run.dimension === 2 ? camera.distance : slope * camera.distance);
  }
  get forceScale(): number {
    return this.strongest;
  }
  get ids(): ArrayLike<number> {
    return this.frame?.arrays.get("id")?.values ?? [];
  }
}
