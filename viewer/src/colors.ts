// Colours by numbers and names: the tables come from the program, so that pictures of
// `galet render` and the viewer agree.

import * as THREE from "three";
import type { Field, Palette } from "./source";

export function rgb(hex: string): [number, number, number] {
  const value = parseInt(hex.slice(1), 16);
  return [(value >> 16) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255];
}

export class ColorMap {
  private readonly textures = new Map<string, THREE.DataTexture>();
  constructor(readonly palette: Palette) {}

  table(field: Field, low: number): string[] {
    if (field.kind === "names") return this.palette.kinds;
    return low < 0 ? this.palette.diverging : this.palette.sequential;
  }
  texture(table: string[]): THREE.DataTexture {
    const key = table.join();
    const known = this.textures.get(key);
    if (known) return known;
    const bytes = new Uint8Array(table.flatMap((hex) => [...rgb(hex).map((x) => Math.round(255 * x)), 255]));
    const texture = new THREE.DataTexture(bytes, table.length, 1, THREE.RGBAFormat);
    texture.minFilter = texture.magFilter = table === this.palette.kinds ? THREE.NearestFilter : THREE.LinearFilter;
    texture.needsUpdate = true;
    this.textures.set(key, texture);
    return texture;
  }
}
