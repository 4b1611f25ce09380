// What colours and lines of a viewport mean, and how long a metre is.

import type { ColorMap } from "./colors";
import { roundBelow, withPrefix } from "./format";
import type { Field } from "./source";

function element<K extends keyof HTMLElementTagNameMap>(tag: K, name: string, text = ""): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  made.className = name;
  made.textContent = text;
  return made;
}

function swatch(name: string, color: string): HTMLElement {
  const made = element("i", name);
  made.style.background = color;
  return made;
}

function ramp(table: string[]): HTMLCanvasElement {
  const canvas = element("canvas", "ramp");
  canvas.width = table.length;
  canvas.height = 1;
  const context = canvas.getContext("2d")!;
  table.forEach((color, k) => {
    context.fillStyle = color;
    context.fillRect(k, 0, 1, 1);
  });
  return canvas;
}

export class Legend {
  readonly box = element("div", "legend");
  readonly ruler = element("div", "ruler");

  constructor(private readonly colors: ColorMap) {}

  show(field: Field | undefined, span: [number, number], force: number, hasFixed: boolean): void {
    const rows: HTMLElement[] = [];
    if (field && field.kind === "names") {
      const keys = element("div", "keys");
      field.names.forEach((name, k) => {
        const entry = element("span", "");
        const { kinds } = this.colors.palette;
        entry.append(swatch("dot", kinds[k % kinds.length]), name || "without a group");
        keys.append(entry);
      });
      rows.push(element("div", "", field.name), keys);
    } else if (field) {
      const bar = element("div", "bar");
      if (span[1] > span[0]) {
        bar.append(withPrefix(span[0], ""), ramp(this.colors.table(field, span[0])), withPrefix(span[1], field.unit));
        if (span[0] !== 0) bar.firstChild!.textContent = withPrefix(span[0], field.unit);
        rows.push(element("div", "", field.name), bar);
      } else {
        rows.push(element("div", "", `${field.name}: ${withPrefix(span[1], field.unit)} everywhere`));
      }
    }
    if (force > 0 || hasFixed) {
      const keys = element("div", "keys");
      const add = (mark: HTMLElement, text: string) => {
        const entry = element("span", "");
        entry.append(mark, text);
        keys.append(entry);
      };
      if (force > 0) {
        add(swatch("stroke", this.colors.palette.stick), "stick");
        add(swatch("stroke", this.colors.palette.slip), `slip, thickest ${withPrefix(force, "N")}`);
      }
      if (hasFixed) add(swatch("dot", this.colors.palette.fixed), "fixed");
      rows.push(keys);
    }
    this.box.replaceChildren(...rows);
  }

  // `scale`: pixels of a metre.
  measure(scale: number): void {
    const metres = roundBelow(130 / scale);
    const bar = document.createElement("i");
    bar.style.width = `${metres * scale}px`;
    this.ruler.replaceChildren(withPrefix(metres, "m"), bar);
  }
}
