// One run: its index, frames that were fetched, and the scales of its colours.

import type { NamedArray, Packet } from "./packet";
import type { Field, RunIndex, Scales, Source } from "./source";

const cacheBytes = 384 * 2 ** 20;
const scaleFrames = 9; // that the scales of colours are taken from

export class FrameData {
  readonly arrays = new Map<string, NamedArray>();
  bytes = 0;
  constructor(readonly number: number) {}
  add(packet: Packet): void {
    for (const [name, array] of packet.arrays) this.arrays.set(name, array);
    this.bytes += packet.bytes;
  }
  has(slice: string): boolean {
    return this.arrays.has(slice === "walls" ? "walls.lines" : slice);
  }
  values(name: string): Float32Array {
    return (this.arrays.get(name)?.values ?? new Float32Array(0)) as Float32Array;
  }
  get bodies(): number {
    return this.arrays.get("id")?.values.length ?? 0;
  }
}

// The slice that a field is computed from.
export function sliceOf(field: string): string {
  return /^v[xyz]$/.test(field) ? "velocity" : field;
}

export class Run {
  private readonly cache = new Map<number, FrameData>();
  private readonly waiting = new Map<string, Promise<FrameData>>();
  private readonly scalesOf = new Map<number, Scales>();

  constructor(
    private readonly source: Source,
    readonly place: number,
    public index: RunIndex,
  ) {}

  get frames(): number {
    return this.index.frames;
  }
  get dimension(): 2 | 3 {
    return this.index.dimension ?? 2;
  }
  get times(): number[] {
    return this.index.times ?? [];
  }
  get interval(): number {
    const t = this.times;
    return t.length > 1 ? (t[t.length - 1] - t[0]) / (t.length - 1) : 1;
  }
  field(name: string): Field | undefined {
    return this.index.fields?.find((field) => field.name === name);
  }
  // The number of a frame in the run, which an export may have left others out of.
  fullNumber(frame: number): number {
    return this.index.numbers?.[frame] ?? frame;
  }

  // Nearest in time, the earlier of two.
  frameAt(time: number): number {
    const times = this.times;
    let low = 0;
    let high = times.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (times[middle] < time) low = middle + 1;
      else high = middle;
    }
    return low > 0 && time - times[low - 1] <= times[low] - time ? low - 1 : Math.max(low, 0);
  }

  ready(frame: number, slices: string[]): FrameData | null {
    const data = this.cache.get(frame);
    return data && slices.every((slice) => data.has(slice)) ? data : null;
  }

  fetch(frame: number, slices: string[]): Promise<FrameData> {
    const there = this.ready(frame, slices);
    if (there) return Promise.resolve(there);
    const known = this.cache.get(frame);
    const missing = slices.filter((slice) => !known?.has(slice));
    const key = `${frame} ${missing.join(",")}`;
    const waiting = this.waiting.get(key);
    if (waiting) return waiting;
    const asked = this.source
      .frame(this.place, frame, missing)
      .then((packet) => this.keep(frame, packet))
      .finally(() => this.waiting.delete(key));
    this.waiting.set(key, asked);
    return asked;
  }

  private keep(frame: number, packet: Packet): FrameData {
    const data = this.cache.get(frame) ?? new FrameData(frame);
    data.add(packet);
    this.cache.delete(frame); // the newest is the last
    this.cache.set(frame, data);
    let bytes = 0;
    for (const entry of this.cache.values()) bytes += entry.bytes;
    for (const [number, entry] of this.cache) {
      if (bytes <= cacheBytes || number === frame) break;
      bytes -= entry.bytes;
      this.cache.delete(number);
    }
    return data;
  }

  async addScales(frame: number): Promise<void> {
    if (!this.scalesOf.has(frame)) this.scalesOf.set(frame, await this.source.scales(this.place, frame));
  }
  // Frames that tell of all, evenly spread; the same whenever the same run is looked at.
  sampleFrames(): number[] {
    const count = Math.min(scaleFrames, this.frames);
    const frames = [];
    for (let k = 0; k < count; ++k) frames.push(Math.round((k * (this.frames - 1)) / Math.max(count - 1, 1)));
    return frames;
  }
  // Of the sample once it is there, so that a link shows the same colours wherever one came from.
  get scales(): Scales[] {
    const sample = this.sampleFrames().map((frame) => this.scalesOf.get(frame));
    return sample.every((scales) => scales !== undefined) ? (sample as Scales[]) : [...this.scalesOf.values()];
  }

  // New frames of a run that is still going; whether there are any.
  async refresh(): Promise<boolean> {
    const before = this.frames;
    const index = await this.source.index(this.place);
    if (index.frames < before) this.cache.clear(); // it was begun anew, or taken up earlier
    this.index = index;
    return index.frames !== before;
  }
}
