// Where the data comes from: the server of `galet view`, or the page itself after an export.

import { decodePacket, type Packet } from "./packet";

export interface Palette {
  sequential: string[];
  diverging: string[];
  kinds: string[];
  curves: string[];
  fixed: string;
  stick: string;
  slip: string;
}

export interface Session {
  version: string;
  runs: number;
  palette: Palette;
}

export interface Field {
  name: string;
  unit: string;
  kind: "number" | "signed" | "count" | "names";
  names: string[];
}

export interface RunIndex {
  name: string;
  finished: boolean;
  frames: number;
  // Absent before the first frames of a run are on the disk.
  title?: string;
  dimension?: 2 | 3;
  times?: number[];
  fields?: Field[];
  gravity?: number[];
  boundaries?: string[];
  cell?: { low: number[]; period: number[] };
  // Of an export that has a part of the frames.
  numbers?: number[];
  note?: string;
}

export interface Scales {
  number: number;
  fields: Record<string, [number, number]>;
  force: number;
  low: number[];
  high: number[];
}

export interface Grain {
  id: number;
  position: number[];
  velocity: number[];
  spin: number[];
  radius: number;
  mass: number;
  fixed: boolean;
  speed: number;
  pressure: number;
  contacts: number;
  material: string;
  group: string;
  pushes: { with: number; normal_force: number; slips: boolean }[];
}

export interface Source {
  session(): Promise<Session>;
  index(run: number): Promise<RunIndex>;
  frame(run: number, frame: number, slices: string[]): Promise<Packet>;
  scales(run: number, frame: number): Promise<Scales>;
  grain(run: number, frame: number, id: number): Promise<Grain | null>;
  series(run: number): Promise<Packet>;
}

export class ServerSource implements Source {
  private async ask(path: string): Promise<Response> {
    let response: Response;
    try {
      response = await fetch(path);
    } catch {
      throw new Error("the server does not answer; is galet view still running?");
    }
    if (response.ok) return response;
    const body = await response.json().catch(() => ({}));
    throw new Error(body.error ?? `the server answered ${response.status}`);
  }
  private async json<T>(path: string): Promise<T> {
    return (await this.ask(path)).json() as Promise<T>;
  }
  private async packet(path: string): Promise<Packet> {
    return decodePacket(await (await this.ask(path)).arrayBuffer());
  }

  session(): Promise<Session> {
    return this.json("/api/session");
  }
  index(run: number): Promise<RunIndex> {
    return this.json(`/api/runs/${run}`);
  }
  frame(run: number, frame: number, slices: string[]): Promise<Packet> {
    return this.packet(`/api/runs/${run}/frames/${frame}?slices=${slices.join(",")}`);
  }
  scales(run: number, frame: number): Promise<Scales> {
    return this.json(`/api/runs/${run}/frames/${frame}/scales`);
  }
  grain(run: number, frame: number, id: number): Promise<Grain | null> {
    return this.json<Grain>(`/api/runs/${run}/frames/${frame}/grains/${id}`).catch(() => null);
  }
  series(run: number): Promise<Packet> {
    return this.packet(`/api/runs/${run}/series`);
  }
}

// The contacts of a grain, from those of the frame: both sides, and rows of eight numbers with the
// force and the status (2: slips) last.
function pushesOn(id: number, sides: ArrayLike<number>, rows: ArrayLike<number>): Grain["pushes"] {
  const pushes: Grain["pushes"] = [];
  for (let k = 0; 2 * k < sides.length; ++k) {
    const [a, b] = [sides[2 * k], sides[2 * k + 1]];
    if (a !== id && b !== id) continue;
    pushes.push({ with: b === id ? a : b, normal_force: rows[8 * k + 6], slips: rows[8 * k + 7] === 2 });
  }
  return pushes;
}

interface EmbeddedRun {
  index: RunIndex;
  scales: Scales[];
  frames: string[];
  series: string;
}

function bytesOf(base64: string): ArrayBuffer {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let k = 0; k < text.length; ++k) bytes[k] = text.charCodeAt(k);
  return bytes.buffer;
}

export class EmbeddedSource implements Source {
  private readonly data: { session: Session; runs: EmbeddedRun[] };
  constructor(text: string) {
    this.data = JSON.parse(text);
  }
  async session(): Promise<Session> {
    return this.data.session;
  }
  async index(run: number): Promise<RunIndex> {
    return this.data.runs[run].index;
  }
  async frame(run: number, frame: number): Promise<Packet> {
    return decodePacket(bytesOf(this.data.runs[run].frames[frame]));
  }
  async scales(run: number, frame: number): Promise<Scales> {
    return this.data.runs[run].scales[frame];
  }
  async series(run: number): Promise<Packet> {
    return decodePacket(bytesOf(this.data.runs[run].series));
  }
  // In the precision of the arrays, which is that of pictures.
  async grain(run: number, frame: number, id: number): Promise<Grain | null> {
    const { arrays } = await this.frame(run, frame);
    const row = Array.from(arrays.get("id")!.values).indexOf(id);
    if (row < 0) return null;
    const part = (name: string): number[] => {
      const { values, row: width } = arrays.get(name)!;
      return Array.from(values.subarray(row * width, (row + 1) * width));
    };
    const names = (field: string): string[] =>
      this.data.runs[run].index.fields!.find((f) => f.name === field)?.names ?? [];
    return {
      id,
      position: part("position"),
      velocity: part("velocity"),
      spin: part("spin"),
      radius: part("radius")[0],
      mass: part("mass")[0],
      fixed: part("fixed")[0] === 1,
      speed: part("speed")[0],
      pressure: part("pressure")[0],
      contacts: part("contacts")[0],
      material: names("material")[part("material")[0]] ?? "",
      group: names("group")[part("group")[0]] ?? "",
      pushes: pushesOn(id, arrays.get("forces.bodies")!.values, arrays.get("forces")!.values),
    };
  }
}
