// Series of the runs over time, with a line at the time that is shown.

import uPlot from "uplot";
import { withPrefix } from "./format";
import type { Packet } from "./packet";
import type { Palette } from "./source";
import type { Theme } from "./state";

export interface RunSeries {
  name: string;
  packet: Packet;
}

// As the server describes the standard figures of `galet plot`; any column is a figure of its own.
interface Figure {
  name: string;
  label: string;
  unit: string;
  logarithmic: boolean;
  curves: { name: string; array: string }[];
}

interface Drawn {
  name: string; // of the quantity
  run: number;
  x: number[];
  y: (number | null)[];
}

function column(packet: Packet, name: string): Float64Array | null {
  return (packet.arrays.get(name)?.values as Float64Array | undefined) ?? null;
}

function standardOf(packet: Packet): Figure[] {
  return packet.header.figures as Figure[];
}

function figureOf(packet: Packet, name: string): Figure | null {
  const standard = standardOf(packet).find((figure) => figure.name === name);
  if (standard) return standard;
  if (!column(packet, name)) return null;
  const unit = (packet.header.units as Record<string, string>)[name] ?? "";
  return { name, label: name, unit, logarithmic: false, curves: [{ name, array: name }] };
}

// Whole decades, so that there are powers of ten at both ends.
function decades(_: uPlot, low: number | null, high: number | null): [number, number] {
  if (low === null || high === null) return [0.1, 1];
  const from = Math.floor(Math.log10(low) + 1e-9);
  return [10 ** from, 10 ** Math.max(Math.ceil(Math.log10(high) - 1e-9), from + 1)];
}

function isPowerOfTen(x: number): boolean {
  return Math.abs(Math.log10(x) - Math.round(Math.log10(x))) < 1e-9;
}

export class Plots {
  private plots: { plot: uPlot; line: HTMLElement }[] = [];
  private series: RunSeries[] = [];
  private time = 0;

  constructor(
    private readonly host: HTMLElement,
    private readonly palette: Palette,
    private readonly onTime: (time: number) => void,
  ) {
    new ResizeObserver(() => this.resize()).observe(host);
  }

  // Names of all figures that the series allow.
  names(): string[] {
    const packet = this.series[0]?.packet;
    if (!packet) return [];
    const standard = standardOf(packet).map((figure) => figure.name);
    const columns = [...packet.arrays.keys()].filter((name) => !/^(time|step)$|\//.test(name));
    return [...standard, ...columns.filter((name) => !standard.includes(name))];
  }

  show(series: RunSeries[], figures: string[], theme: Theme): void {
    this.series = series;
    for (const { plot } of this.plots) plot.destroy();
    this.host.replaceChildren();
    this.plots = [];
    for (const name of figures) this.add(name, theme);
    this.resize();
    this.setTime(this.time);
  }

  private curvesOf(name: string): Drawn[] {
    return this.series.flatMap(({ packet }, run) => {
      const x = column(packet, "time");
      const figure = figureOf(packet, name);
      if (!x || !figure) return [];
      return figure.curves.map((curve) => ({
        name: curve.name,
        run,
        x: Array.from(x),
        y: Array.from(column(packet, curve.array)!, (value) =>
          Number.isFinite(value) && (!figure.logarithmic || value > 0) ? value : null,
        ),
      }));
    });
  }

  // A colour for each quantity and dashes for the second run; where there is one quantity alone, a
  // colour for each run, too.
  private add(name: string, theme: Theme): void {
    const figure = this.series.map(({ packet }) => figureOf(packet, name)).find((found) => found !== null);
    const all = this.curvesOf(name);
    if (!figure || all.length === 0) return;
    const { unit, logarithmic } = figure;
    const quantities = [...new Set(all.map((curve) => curve.name))];
    const { curves } = this.palette;
    const color = ({ name: quantity, run }: { name: string; run: number }) =>
      curves[(quantities.length > 1 ? quantities.indexOf(quantity) : run) % curves.length];
    const grid = theme === "dark" ? "#2c323a" : "#e6e8ea";
    const ink = theme === "dark" ? "#aab2bc" : "#4a525b";
    const data = uPlot.join(all.map(({ x, y }) => [x, y] as uPlot.AlignedData));
    const axis = {
      stroke: ink,
      grid: { stroke: grid, width: 1 },
      ticks: { show: false },
      font: "11px system-ui, sans-serif",
    };
    const box = document.createElement("figure");
    box.setAttribute("aria-label", `plot of ${figure.label} over time`);
    const title = document.createElement("figcaption");
    title.textContent = unit ? `${figure.label} (${unit})` : figure.label;
    const key = (words: string, stroke: string, dashed: boolean) => {
      const entry = document.createElement("span");
      entry.className = dashed ? "curve dashed" : "curve";
      const swatch = document.createElement("i");
      swatch.style.borderColor = stroke;
      entry.append(swatch, words);
      title.append(entry);
    };
    if (quantities.length > 1) quantities.forEach((quantity) => key(quantity, color({ name: quantity, run: 0 }), false));
    if (this.series.length > 1) {
      this.series.forEach((run, k) => key(run.name, quantities.length > 1 ? ink : color({ name: quantities[0], run: k }), k > 0));
    }
    const host = document.createElement("div");
    box.append(title, host);
    this.host.append(box);
    const plot = new uPlot(
      {
        width: 300,
        height: 100,
        legend: { show: false },
        cursor: { y: false, points: { show: false }, drag: { x: false, y: false } },
        scales: { x: { time: false }, y: logarithmic ? { distr: 3, range: decades } : {} },
        series: [
          {},
          ...all.map((curve) => ({
            stroke: color(curve),
            dash: curve.run > 0 ? [5, 4] : undefined,
            width: 1.6,
            points: { show: false },
            spanGaps: true,
          })),
        ],
        axes: [
          { ...axis, size: 22, values: (_, ticks) => ticks.map((t) => `${Number(t.toPrecision(6))} s`) },
          {
            ...axis,
            size: 56,
            space: 20,
            // Powers of ten alone on a logarithmic axis.
            values: (_, ticks) =>
              ticks.map((t) => {
                if (!logarithmic) return withPrefix(t, unit);
                return t !== null && isPowerOfTen(t) ? t.toExponential().replace("e+0", "").replace("-", "−") : "";
              }),
          },
        ],
      },
      data,
      host,
    );
    const line = document.createElement("div");
    line.className = "now";
    plot.over.append(line);
    plot.over.addEventListener("pointerdown", (event) => {
      const go = (e: PointerEvent) => this.onTime(plot.posToVal(e.clientX - plot.over.getBoundingClientRect().left, "x"));
      go(event);
      plot.over.setPointerCapture(event.pointerId);
      plot.over.onpointermove = go;
      plot.over.onpointerup = () => (plot.over.onpointermove = null);
    });
    this.plots.push({ plot, line });
  }

  private resize(): void {
    for (const { plot } of this.plots) {
      const box = plot.root.parentElement!.getBoundingClientRect();
      if (box.width > 0 && box.height > 0) plot.setSize({ width: Math.floor(box.width), height: Math.floor(box.height) });
    }
    this.setTime(this.time);
  }

  setTime(time: number): void {
    this.time = time;
    for (const { plot, line } of this.plots) {
      const x = plot.valToPos(time, "x");
      line.style.transform = `translateX(${Number.isFinite(x) ? x : -9}px)`;
    }
  }
}
