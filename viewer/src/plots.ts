// Series of the runs over time, with a line at the time that is shown.

import uPlot from "uplot";
import { withPrefix } from "./format";
import type { Packet } from "./packet";
import type { Palette } from "./source";
import type { Theme } from "./state";

interface Figure {
  columns: string[];
  label: string;
  log?: boolean;
}

// The standard figures, as `galet plot` has them; any column is a figure of its own.
const standard: Record<string, Figure> = {
  energies: {
    columns: ["kinetic", "potential", "stored", "dissipated", "work_boundaries", "work_external"],
    label: "energies",
  },
  contacts: { columns: ["contacts", "contacts_active"], label: "contacts" },
  penetration: { columns: ["penetration_relative"], label: "overlap / radius" },
  iterations: { columns: ["iterations_max"], label: "iterations, largest" },
  residual: { columns: ["residual_relative"], label: "relative residual", log: true },
};

export interface RunSeries {
  name: string;
  packet: Packet;
}

function column(packet: Packet, name: string): Float64Array | null {
  return (packet.arrays.get(name)?.values as Float64Array | undefined) ?? null;
}

function unitOf(packet: Packet, name: string): string {
  return (packet.header.units as Record<string, string>)[name] ?? "";
}

// What a figure shows: energies that stay 0 are left out, the potential starts at 0.
function shownColumn(packet: Packet, figure: Figure, name: string): (number | null)[] | null {
  const values = column(packet, name);
  if (!values) return null;
  const base = figure.columns.length > 2 && name === "potential" ? values[0] : 0;
  const shown = Array.from(values, (x) => (Number.isFinite(x) && (!figure.log || x > 0) ? x - base : null));
  const isEmpty = figure.columns.length > 2 && shown.every((x) => x === null || x === 0);
  return isEmpty ? null : shown;
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
    const known = Object.entries(standard).filter(([, figure]) => figure.columns.some((c) => column(packet, c)));
    const columns = [...packet.arrays.keys()].filter((name) => name !== "time" && name !== "step");
    return [...known.map(([name]) => name), ...columns.filter((name) => !(name in standard))];
  }

  show(series: RunSeries[], figures: string[], theme: Theme): void {
    this.series = series;
    for (const { plot } of this.plots) plot.destroy();
    this.host.replaceChildren();
    this.plots = [];
    for (const name of figures) this.add(standard[name] ?? { columns: [name], label: name }, theme);
    this.resize();
    this.setTime(this.time);
  }

  private add(figure: Figure, theme: Theme): void {
    const grid = theme === "dark" ? "#2c323a" : "#e6e8ea";
    const ink = theme === "dark" ? "#aab2bc" : "#4a525b";
    const all: { label: string; stroke: string; dash?: number[]; unit: string; x: Float64Array; y: (number | null)[] }[] = [];
    this.series.forEach(({ name, packet }, run) => {
      const x = column(packet, "time");
      if (!x) return;
      figure.columns.forEach((c, k) => {
        const y = shownColumn(packet, figure, c);
        if (!y) return;
        const label = this.series.length > 1 ? `${c}, ${name}` : c;
        const stroke = this.palette.curves[k % this.palette.curves.length];
        all.push({ label, stroke, dash: run > 0 ? [5, 4] : undefined, unit: unitOf(packet, c), x, y });
      });
    });
    if (all.length === 0) return;
    const data = uPlot.join(all.map(({ x, y }) => [Array.from(x), y] as uPlot.AlignedData));
    const unit = all[0].unit;
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
    for (const curve of all) {
      const key = document.createElement("span");
      key.className = curve.dash ? "curve dashed" : "curve";
      const swatch = document.createElement("i");
      swatch.style.borderColor = curve.stroke;
      key.append(swatch, curve.label);
      if (all.length > 1) title.append(key);
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
        scales: { x: { time: false }, y: figure.log ? { distr: 3 } : {} },
        series: [
          {},
          ...all.map(({ label, stroke, dash }) => ({
            label,
            stroke,
            dash,
            width: 1.6,
            points: { show: false },
            spanGaps: true,
          })),
        ],
        axes: [
          { ...axis, size: 22, values: (_, ticks) => ticks.map((t) => `${Number(t.toPrecision(6))}`) },
          {
            ...axis,
            size: 56,
            space: 20,
            // Powers of ten alone on a logarithmic axis.
            values: (_, ticks) =>
              ticks.map((t) =>
                t === null || (figure.log && Math.abs(Math.log10(t) - Math.round(Math.log10(t))) > 1e-9) ? "" : withPrefix(t, figure.log ? "" : unit),
              ),
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
