// The viewer: the state, the runs and what is on the page, kept together.

import { shifted, turned, zoomed, type Box } from "./camera";
import { ColorMap } from "./colors";
import { seconds, withPrefix } from "./format";
import { grainTable } from "./inspector";
import { Legend } from "./legend";
import { Plots, type RunSeries } from "./plots";
import { type Run, sliceOf } from "./run";
import type { Session, Source } from "./source";
import { type Camera, fromHash, rounded, toHash, type ViewState } from "./state";
import { Viewport } from "./viewport";

const rates = [2, 5, 10, 25, 50, 100];
const prefetched = 4;
const lookEvery = 1500; // ms, for new frames

function byId<T extends HTMLElement>(id: string): T {
  return document.getElementById(id) as T;
}

export class Viewer {
  private readonly viewports: Viewport[];
  private readonly legends: Legend[];
  private readonly plots: Plots;
  private series: RunSeries[] = [];
  private playing = false;
  private playedAt = 0; // ms
  private owed = 0; // frames
  private dirty = true;
  private turn = 0; // of calls to show(): the last wins
  private hashTimer = 0;
  private grainInView = -1;

  constructor(
    private readonly source: Source,
    private readonly session: Session,
    private readonly runs: Run[],
    private state: ViewState,
  ) {
    const colors = new ColorMap(session.palette);
    this.viewports = runs.map((run) => new Viewport(run, colors));
    this.legends = runs.map(() => new Legend(colors));
    this.plots = new Plots(byId("plots"), session.palette, (time) => this.goTo(time));
    if (!this.first.field(this.state.color)) this.state.color = "speed";
    // In the plane forces hide nothing; in space they turn the grains into glass.
    if (!this.isInLink("forces")) this.state.forces = this.first.dimension === 2;
    this.layOut();
    this.connect();
  }

  private get first(): Run {
    return this.runs[0];
  }
  // The run that sets the pace: the one that lasts longest.
  private get leader(): Run {
    const end = (run: Run) => run.times[run.times.length - 1] ?? 0;
    return this.runs.reduce((a, b) => (end(b) > end(a) ? b : a));
  }
  private get frame(): number {
    return this.leader.frameAt(this.state.time);
  }

  async start(): Promise<void> {
    if (!this.isInLink("t") && this.state.follow && this.runs.some((run) => !run.index.finished)) {
      this.state.time = this.leader.times[this.leader.frames - 1];
    }
    await Promise.all(this.runs.map((run) => run.addScales(run.frameAt(this.state.time))));
    this.takeBox();
    this.applyControls();
    await this.show();
    byId("app").dataset.state = "ready";
    requestAnimationFrame((now) => this.tick(now));
    void this.loadSeries();
    void this.loadScales();
    if (this.runs.some((run) => !run.index.finished)) this.look();
  }

  private isInLink(key: string): boolean {
    return new URLSearchParams(location.hash.slice(1)).has(key);
  }

  // --- the page ---

  private layOut(): void {
    const host = byId("viewports");
    this.runs.forEach((run, k) => {
      const box = document.createElement("div");
      box.className = "viewport";
      const canvas = this.viewports[k].canvas;
      canvas.tabIndex = 0;
      canvas.setAttribute("role", "img");
      const picture = document.createElement("div");
      picture.className = "picture";
      picture.append(canvas);
      const strip = document.createElement("div");
      strip.className = "strip";
      strip.append(this.legends[k].box, this.legends[k].ruler);
      box.append(picture, strip);
      if (this.runs.length > 1) {
        const name = document.createElement("p");
        name.className = "name";
        name.textContent = run.index.name;
        box.append(name);
      }
      host.append(box);
      new ResizeObserver(() => {
        this.viewports[k].resize();
        this.dirty = true;
      }).observe(canvas);
      this.viewports[k].resize();
    });
    const titles = [...new Set(this.runs.map((run) => run.index.title || run.index.name))];
    byId("title").textContent = titles.join(" and ");
    document.title = `${titles.join(" and ")} – galet`;
    const color = byId<HTMLSelectElement>("color");
    for (const field of this.first.index.fields ?? []) {
      color.add(new Option(field.unit ? `${field.name} (${field.unit})` : field.name, field.name));
    }
    const rate = byId<HTMLSelectElement>("rate");
    for (const value of [...new Set([...rates, this.state.rate])].sort((a, b) => a - b)) {
      rate.add(new Option(String(value), String(value)));
    }
    byId("sides").hidden = this.runs.every((run) => run.dimension === 2);
  }

  private connect(): void {
    const on = (id: string, event: string, act: (element: HTMLInputElement) => void) =>
      byId<HTMLInputElement>(id).addEventListener(event, () => act(byId<HTMLInputElement>(id)));
    on("play", "click", () => this.setPlaying(!this.playing));
    on("first", "click", () => this.step(-Infinity));
    on("last", "click", () => this.step(Infinity));
    on("back", "click", () => this.step(-1));
    on("forth", "click", () => this.step(1));
    on("scrub", "input", (e) => this.goTo(this.leader.times[Number(e.value)]));
    on("color", "change", (e) => this.change({ color: e.value, max: 0 }));
    on("max", "change", (e) => this.change({ max: Number(e.value) > 0 ? Number(e.value) : 0 }));
    on("marks", "change", (e) => this.change({ marks: e.checked }));
    on("forces", "change", (e) => this.change({ forces: e.checked }));
    on("least", "input", (e) => this.change({ least: Number(e.value) }));
    on("walls", "change", (e) => this.change({ walls: e.checked }));
    on("plots-on", "change", (e) => this.change({ plots: e.checked }));
    on("rate", "change", (e) => this.change({ rate: Number(e.value) }));
    on("loop", "change", (e) => this.change({ loop: e.checked }));
    on("follow", "change", (e) => this.change({ follow: e.checked }));
    on("fit", "click", () => this.change({ camera: null }));
    on("theme", "click", () => this.change({ theme: this.state.theme === "dark" ? "light" : "dark" }));
    on("copy", "click", () => void this.copyLink());
    on("help-open", "click", () => byId<HTMLDialogElement>("help").showModal());
    for (const button of document.querySelectorAll<HTMLElement>("[data-side]")) {
      button.addEventListener("click", () => this.lookFrom(button.dataset.side!));
    }
    for (const k of [0, 1, 2]) on(`figure-${k}`, "change", () => this.chooseFigures());
    this.viewports.forEach((viewport) => this.connectPointer(viewport));
    window.addEventListener("hashchange", () => {
      if (location.hash !== toHash(this.state)) this.change(fromHash(location.hash, { ...this.state, camera: null }));
    });
    this.listKeys();
    document.addEventListener("keydown", (event) => this.onKey(event));
  }

  private connectPointer(viewport: Viewport): void {
    const canvas = viewport.canvas;
    let from: { x: number; y: number } | null = null;
    let moved = 0;
    canvas.addEventListener("pointerdown", (event) => {
      from = { x: event.clientX, y: event.clientY };
      moved = 0;
      canvas.setPointerCapture(event.pointerId);
      canvas.classList.add("dragged");
    });
    canvas.addEventListener("pointermove", (event) => {
      if (!from) return this.hover(viewport, event);
      const height = canvas.clientHeight;
      const dx = (event.clientX - from.x) / height;
      const dy = (event.clientY - from.y) / height;
      moved += Math.abs(event.clientX - from.x) + Math.abs(event.clientY - from.y);
      from = { x: event.clientX, y: event.clientY };
      if (moved < 4) return;
      const shifts = viewport.run.dimension === 2 || event.shiftKey || (event.buttons & 2) !== 0;
      this.move(viewport, dx, dy, shifts);
    });
    const end = (event: PointerEvent) => {
      canvas.classList.remove("dragged");
      if (from && moved < 4 && event.type === "pointerup") {
        this.change({ grain: viewport.pick(event.clientX, event.clientY)?.id ?? -1 });
      }
      from = null;
    };
    canvas.addEventListener("pointerup", end);
    canvas.addEventListener("pointercancel", end);
    canvas.addEventListener("pointerleave", () => (byId("hover").hidden = true));
    canvas.addEventListener("contextmenu", (event) => event.preventDefault());
    canvas.addEventListener(
      "wheel",
      (event) => {
        event.preventDefault();
        const lines = event.deltaMode === 1 ? 16 : 1;
        this.zoom(viewport, Math.exp(Math.min(Math.max(event.deltaY * lines, -240), 240) * 0.0015), event);
      },
      { passive: false },
    );
  }

  private hover(viewport: Viewport, event: PointerEvent): void {
    const picked = viewport.pick(event.clientX, event.clientY);
    const box = byId("hover");
    box.hidden = !picked;
    if (!picked) return;
    const field = viewport.run.field(this.state.color)!;
    const value = field.kind === "names" ? field.names[picked.value] : withPrefix(picked.value, field.unit);
    box.textContent = `grain ${picked.id} · ${field.name} ${value}`;
    const left = Math.min(event.clientX + 14, window.innerWidth - box.offsetWidth - 8);
    box.style.left = `${left}px`;
    box.style.top = `${Math.min(event.clientY + 16, window.innerHeight - box.offsetHeight - 8)}px`;
  }

  // --- keys ---

  private readonly keys: [string, string, (event: KeyboardEvent) => void][] = [
    [" ", "Space: play or pause", () => this.setPlaying(!this.playing)],
    ["ArrowLeft", "← →: one frame back, on; with Shift ten", (e) => this.step(e.shiftKey ? -10 : -1)],
    ["ArrowRight", "", (e) => this.step(e.shiftKey ? 10 : 1)],
    ["Home", "Home, End: first, last frame", () => this.step(-Infinity)],
    ["End", "", () => this.step(Infinity)],
    ["a", "A D W S: turn (2D: move); with Shift move", (e) => this.moveByKey(-1, 0, e)],
    ["d", "", (e) => this.moveByKey(1, 0, e)],
    ["w", "", (e) => this.moveByKey(0, 1, e)],
    ["s", "", (e) => this.moveByKey(0, -1, e)],
    ["+", "+ −: nearer, farther", () => this.zoom(this.viewports[0], 0.8)],
    ["=", "", () => this.zoom(this.viewports[0], 0.8)],
    ["-", "", () => this.zoom(this.viewports[0], 1.25)],
    ["0", "0: all in view", () => this.change({ camera: null })],
    ["c", "C: next colour", (e) => this.nextColor(e.shiftKey ? -1 : 1)],
    ["f", "F: force chains", () => this.change({ forces: !this.state.forces })],
    ["g", "G: walls", () => this.change({ walls: !this.state.walls })],
    ["m", "M: marks that turn", () => this.change({ marks: !this.state.marks })],
    ["n", "N: next grain; with Shift the one before", (e) => this.nextGrain(e.shiftKey ? -1 : 1)],
    ["Escape", "Esc: no grain", () => this.change({ grain: -1 })],
    ["l", "L: loop", () => this.change({ loop: !this.state.loop })],
    ["p", "P: plots", () => this.change({ plots: !this.state.plots })],
    ["t", "T: dark or light", () => byId("theme").click()],
    ["?", "?: these keys", () => byId<HTMLDialogElement>("help").showModal()],
  ];

  private listKeys(): void {
    for (const [, text] of this.keys) {
      if (!text) continue;
      const [key, meaning] = text.split(/: (.*)/);
      const term = document.createElement("dt");
      term.textContent = key;
      const sense = document.createElement("dd");
      sense.textContent = meaning;
      byId("keys").append(term, sense);
    }
  }

  private onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || byId<HTMLDialogElement>("help").open) return;
    const target = event.target as HTMLElement;
    const kind = target instanceof HTMLInputElement ? target.type : target.tagName;
    // Controls keep the keys that they need themselves.
    if (kind === "number" || kind === "text") return;
    const own = kind === "SELECT" || kind === "range" ? /^(Arrow|Home|End|Page)|^.$/ : /^ $/;
    const isControl = kind === "SELECT" || kind === "range" || kind === "BUTTON" || kind === "checkbox";
    if (isControl && own.test(event.key) && !(kind === "range" && event.key === " ")) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const entry = this.keys.find(([name]) => name === key);
    if (!entry) return;
    event.preventDefault();
    entry[2](event);
  }

  private moveByKey(x: number, y: number, event: KeyboardEvent): void {
    const viewport = this.viewports[0];
    const shifts = viewport.run.dimension === 2 || event.shiftKey;
    // As if the pointer dragged the picture: the eye goes the other way.
    this.move(viewport, (shifts ? -0.05 : 0.05) * x, 0.05 * y, shifts);
  }

  private nextColor(by: number): void {
    const names = (this.first.index.fields ?? []).map((field) => field.name);
    const place = (names.indexOf(this.state.color) + by + names.length) % names.length;
    this.change({ color: names[place], max: 0 });
  }

  private nextGrain(by: number): void {
    const ids = Array.from(this.viewports[0].ids).sort((a, b) => a - b);
    if (ids.length === 0) return;
    const at = ids.indexOf(this.state.grain);
    this.change({ grain: ids[at < 0 ? (by > 0 ? 0 : ids.length - 1) : (at + by + ids.length) % ids.length] });
  }

  // --- camera ---

  private get camera(): Camera {
    return this.state.camera ?? this.fitted();
  }
  // All of every run in view, from the one that needs the most room.
  private fitted(): Camera {
    return this.viewports.map((viewport) => viewport.fit()).reduce((a, b) => (b.distance > a.distance ? b : a));
  }
  private move(viewport: Viewport, dx: number, dy: number, shifts: boolean): void {
    const { dimension } = viewport.run;
    const next = shifts
      ? shifted(this.camera, dimension, viewport.worldAxes, dx, dy)
      : turned(this.camera, dx, dy);
    this.change({ camera: next });
  }
  private zoom(viewport: Viewport, factor: number, at?: MouseEvent): void {
    let camera = zoomed(this.camera, factor);
    if (at && viewport.run.dimension === 2) {
      // The place under the pointer stays there.
      const box = viewport.canvas.getBoundingClientRect();
      const x = (at.clientX - box.left - box.width / 2) / box.height;
      const y = (at.clientY - box.top - box.height / 2) / box.height;
      const share = 1 / factor - 1;
      camera = shifted(camera, 2, viewport.worldAxes, -x * share, -y * share);
    }
    this.change({ camera });
  }
  private lookFrom(side: string): void {
    const angles = { front: [0, 0], side: [90, 0], top: [0, 89] }[side]!;
    this.change({ camera: { ...this.fitted(), azimuth: angles[0], elevation: angles[1] } });
  }
  private takeBox(): void {
    const scales = this.runs.flatMap((run) => run.scales);
    const width = Math.max(...scales.map((s) => s.low.length));
    const extreme = (pick: (...values: number[]) => number, of: "low" | "high") =>
      Array.from({ length: 3 }, (_, k) => (k < width ? pick(...scales.map((s) => s[of][k] ?? 0)) : 0));
    const box: Box = { low: extreme(Math.min, "low"), high: extreme(Math.max, "high") };
    for (const viewport of this.viewports) viewport.setBox(box);
  }

  // --- time ---

  private goTo(time: number): void {
    const times = this.leader.times;
    const clamped = Math.min(Math.max(time, times[0]), times[times.length - 1]);
    this.change({ time: clamped, follow: clamped === times[times.length - 1] && this.state.follow });
  }
  private step(by: number): void {
    const last = this.leader.frames - 1;
    this.setPlaying(false);
    const frame = Math.min(Math.max(this.frame + by, 0), last);
    this.goTo(this.leader.times[frame]);
  }
  private setPlaying(playing: boolean): void {
    this.playing = playing;
    this.owed = 0;
    this.playedAt = performance.now();
    if (playing && this.frame === this.leader.frames - 1) this.goTo(this.leader.times[0]);
    const button = byId("play");
    button.setAttribute("aria-label", playing ? "Pause" : "Play");
    byId("app").dataset.playing = String(playing);
  }

  private slices(run: Run): string[] {
    const slices = ["id", "position", "radius", "fixed", "orientation", sliceOf(this.state.color)];
    if ((run.index.boundaries ?? []).length > 0) slices.push("walls");
    if (this.state.forces) slices.push("forces");
    return [...new Set(slices)];
  }

  private tick(now: number): void {
    if (this.playing) this.advance(now);
    if (this.dirty) this.draw();
    requestAnimationFrame((next) => this.tick(next));
  }

  // Frames that are due and there; what is not there yet is waited for.
  private advance(now: number): void {
    this.owed = Math.min(this.owed + ((now - this.playedAt) / 1000) * this.state.rate, 4);
    this.playedAt = now;
    const { frames, times } = this.leader;
    const frame = this.frame;
    let next = frame;
    while (this.owed >= 1) {
      const following = next + 1 < frames ? next + 1 : this.state.loop ? 0 : next;
      if (following === next || !this.isThere(times[following])) break;
      next = following;
      this.owed -= 1;
    }
    this.prefetch(next);
    if (next !== frame) this.change({ time: times[next] });
    if (next === frames - 1 && !this.state.loop) this.setPlaying(false);
  }
  private isThere(time: number): boolean {
    return this.runs.every((run) => run.ready(run.frameAt(time), this.slices(run)));
  }
  private prefetch(frame: number): void {
    const { frames, times } = this.leader;
    for (let k = 1; k <= Math.min(prefetched, frames - 1); ++k) {
      const time = times[(frame + k) % frames];
      for (const run of this.runs) void run.fetch(run.frameAt(time), this.slices(run)).catch((e) => this.fail(e));
    }
  }

  // --- what is shown ---

  private change(part: Partial<ViewState>): void {
    const before = this.state;
    this.state = { ...before, ...part };
    if (part.camera) this.state.camera = rounded(part.camera);
    if (part.figures || part.theme !== undefined) this.drawPlots();
    this.applyControls();
    const isLook = ["camera", "least", "marks", "walls", "plots", "theme", "rate", "loop", "max"];
    const needsFrame = Object.keys(part).some((key) => !isLook.includes(key));
    if (needsFrame) void this.show();
    else this.applyStyle();
    this.dirty = true;
    window.clearTimeout(this.hashTimer);
    this.hashTimer = window.setTimeout(() => history.replaceState(null, "", toHash(this.state)), 150);
  }

  private async show(): Promise<void> {
    const turn = ++this.turn;
    const state = this.state;
    try {
      const frames = await Promise.all(
        this.runs.map((run) => run.fetch(run.frameAt(state.time), this.slices(run))),
      );
      if (turn !== this.turn) return;
      this.viewports.forEach((viewport, k) => viewport.setFrame(frames[k], this.state));
      byId("error").hidden = true;
      this.applyStyle();
      byId("app").dataset.frame = String(frames[0].number);
      byId("app").dataset.time = String(this.state.time);
      await this.showGrain();
    } catch (error) {
      this.fail(error);
    }
  }

  private fail(error: unknown): void {
    this.setPlaying(false);
    const box = byId("error");
    box.textContent = error instanceof Error ? error.message : String(error);
    box.hidden = false;
  }

  // Numbers that the colours span, the same for all runs.
  private span(): [number, number] {
    const field = this.first.field(this.state.color);
    const scales = this.runs.flatMap((run) => run.scales.map((s) => s.fields[this.state.color]).filter(Boolean));
    if (!field || field.kind === "names" || scales.length === 0) return [0, 1];
    let low = Math.min(...scales.map((s) => s[0]));
    let high = Math.max(...scales.map((s) => s[1]));
    if (this.state.max > 0) {
      low = low < 0 ? -this.state.max : Math.min(low, this.state.max);
      high = this.state.max;
    }
    return [low, high];
  }
  // The middle of those of the frames: a shock in one should not make all other chains thin.
  private strongest(): number {
    const forces = this.runs.flatMap((run) => run.scales.map((s) => s.force)).filter((force) => force > 0);
    return forces.sort((a, b) => a - b)[forces.length >> 1] ?? 0;
  }

  private applyStyle(): void {
    const span = this.span();
    const strongest = this.strongest();
    this.viewports.forEach((viewport, k) => {
      viewport.setTheme(this.state.theme === "dark");
      viewport.style(this.state, span, strongest);
      const run = this.runs[k];
      const frame = run.ready(run.frameAt(this.state.time), ["fixed"]);
      const fixed = frame?.arrays.get("fixed")?.values ?? [];
      const hasFixed = Array.prototype.includes.call(fixed, 1);
      this.legends[k].show(run.field(this.state.color), span, this.state.forces ? strongest : 0, hasFixed);
      const words = `${run.index.title ?? run.index.name}: ${frame?.bodies ?? 0} grains at ${this.state.time} s, coloured by ${this.state.color}`;
      viewport.canvas.setAttribute("aria-label", words);
    });
    byId("least-value").textContent = withPrefix(this.state.least * strongest, "N");
    this.dirty = true;
  }

  private draw(): void {
    this.dirty = false;
    const camera = this.camera;
    this.viewports.forEach((viewport, k) => {
      viewport.draw(camera);
      this.legends[k].measure(viewport.scale(camera));
    });
    this.plots.setTime(this.state.time);
  }

  private applyControls(): void {
    const { state } = this;
    document.documentElement.dataset.theme = state.theme;
    byId("app").dataset.plots = state.plots ? "on" : "off";
    byId("theme").textContent = state.theme === "dark" ? "Light" : "Dark";
    byId<HTMLSelectElement>("color").value = state.color;
    byId<HTMLInputElement>("max").value = state.max > 0 ? String(state.max) : "";
    byId<HTMLInputElement>("max").disabled = this.first.field(state.color)?.kind === "names";
    for (const [id, on] of [
      ["marks", state.marks],
      ["forces", state.forces],
      ["walls", state.walls],
      ["plots-on", state.plots],
      ["loop", state.loop],
      ["follow", state.follow],
    ] as const) {
      byId<HTMLInputElement>(id).checked = on;
    }
    byId<HTMLInputElement>("least").value = String(state.least);
    byId<HTMLInputElement>("least").disabled = !state.forces;
    byId<HTMLSelectElement>("rate").value = String(state.rate);
    const scrub = byId<HTMLInputElement>("scrub");
    scrub.max = String(this.leader.frames - 1);
    scrub.value = String(this.frame);
    const clock = seconds(state.time, this.leader.interval);
    scrub.setAttribute("aria-valuetext", `frame ${this.frame} of ${this.leader.frames}, ${clock}`);
    byId("clock").textContent = `${clock} · ${this.leader.fullNumber(this.frame)}`;
    const going = this.runs.some((run) => !run.index.finished);
    byId("follow-label").hidden = !going;
    const parts = this.runs.map((run) => {
      const count = run.index.note ?? `${run.frames} frames`;
      return `${this.runs.length > 1 ? `${run.index.name}: ` : ""}${count}${run.index.finished ? "" : ", not ended"}`;
    });
    byId("status").textContent = parts.join(" · ");
  }

  private async showGrain(): Promise<void> {
    const { grain } = this.state;
    const host = byId("grains");
    byId("grain-none").hidden = grain >= 0;
    if (grain < 0) return host.replaceChildren();
    const turn = this.turn;
    const found = await Promise.all(
      this.runs.map((run) => this.source.grain(run.place, run.frameAt(this.state.time), grain)),
    );
    if (turn !== this.turn) return;
    const tables = found.flatMap((facts, k) => {
      const name = this.runs.length > 1 ? this.runs[k].index.name : null;
      return facts ? [grainTable(facts, this.runs[k].dimension, name)] : [];
    });
    host.replaceChildren(...tables);
    if (tables.length === 0) host.textContent = `${grain} is not in this frame.`;
    host.dataset.frame = String(this.frame);
    if (grain !== this.grainInView) byId("grain-section").scrollIntoView({ block: "nearest" });
    this.grainInView = grain;
  }

  private async copyLink(): Promise<void> {
    this.change({ camera: this.camera });
    history.replaceState(null, "", toHash(this.state));
    const button = byId("copy");
    try {
      await navigator.clipboard.writeText(location.href);
      button.textContent = "Copied";
    } catch {
      button.textContent = "In the address";
    }
    window.setTimeout(() => (button.textContent = "Copy link"), 1500);
  }

  // --- what comes later ---

  private async loadScales(): Promise<void> {
    try {
      for (const run of this.runs) for (const frame of run.sampleFrames()) await run.addScales(frame);
    } catch (error) {
      this.fail(error);
    }
    this.takeBox();
    this.applyStyle();
    byId("app").dataset.scales = "ready";
  }

  private async loadSeries(): Promise<void> {
    try {
      this.series = [];
      for (const run of this.runs) {
        this.series.push({ name: run.index.name, packet: await this.source.series(run.place) });
      }
      this.drawPlots();
    } catch (error) {
      this.fail(error);
    }
  }
  private drawPlots(): void {
    if (this.series.length === 0) return;
    this.plots.show(this.series, this.state.figures, this.state.theme);
    const names = this.plots.names();
    for (const k of [0, 1, 2]) {
      const select = byId<HTMLSelectElement>(`figure-${k}`);
      select.replaceChildren(new Option("none", ""), ...names.map((name) => new Option(name, name)));
      select.value = names.includes(this.state.figures[k]) ? this.state.figures[k] : "";
    }
  }
  private chooseFigures(): void {
    const figures = [0, 1, 2].map((k) => byId<HTMLSelectElement>(`figure-${k}`).value).filter(Boolean);
    this.change({ figures });
  }

  // A run that is still going: new frames, until it has ended.
  private look(): void {
    window.setTimeout(async () => {
      try {
        const news = await Promise.all(this.runs.map((run) => run.refresh()));
        if (news.some(Boolean)) await this.takeNews();
        this.applyControls();
        if (this.runs.every((run) => run.index.finished)) return void this.loadScales();
      } catch (error) {
        this.fail(error);
      }
      this.look();
    }, lookEvery);
  }
  private async takeNews(): Promise<void> {
    await Promise.all(this.runs.map((run) => run.addScales(run.frames - 1)));
    this.takeBox();
    await this.loadSeries();
    const last = this.leader.times[this.leader.frames - 1];
    if (this.state.follow && !this.playing) this.change({ time: last });
    else this.applyStyle();
  }

  // Where a grain is on the page; for tests.
  placeOf(run: number, id: number): { x: number; y: number } | null {
    return this.viewports[run].placeOf(id);
  }
  get version(): string {
    return this.session.version;
  }
}
