// Named arrays as the server sends them; src/galet/view/packet.hpp describes the bytes.

export type Numbers = Float32Array | Float64Array | Int32Array | Uint8Array;

export interface NamedArray {
  values: Numbers;
  row: number;
}

export interface Packet {
  header: Record<string, unknown>;
  arrays: Map<string, NamedArray>;
  bytes: number;
}

interface Entry {
  name: string;
  type: string;
  row: number;
  length: number;
  offset: number;
}

function view(buffer: ArrayBuffer, type: string, offset: number, length: number): Numbers {
  switch (type) {
    case "f32":
      return new Float32Array(buffer, offset, length);
    case "f64":
      return new Float64Array(buffer, offset, length);
    case "i32":
      return new Int32Array(buffer, offset, length);
    case "u8":
      return new Uint8Array(buffer, offset, length);
    default:
      throw new Error(`a packet has numbers of unknown type "${type}"`);
  }
}

export function decodePacket(buffer: ArrayBuffer): Packet {
  const start = new DataView(buffer);
  if (buffer.byteLength < 8 || start.getUint32(0, true) !== 0x31544c47) {
    throw new Error("the server's answer is no packet of galet");
  }
  const length = start.getUint32(4, true);
  const header = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 8, length)));
  const arrays = new Map<string, NamedArray>();
  for (const entry of header.arrays as Entry[]) {
    const values = view(buffer, entry.type, 8 + length + entry.offset, entry.length);
    arrays.set(entry.name, { values, row: entry.row });
  }
  return { header, arrays, bytes: buffer.byteLength };
}
