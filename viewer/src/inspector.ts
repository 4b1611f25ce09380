// The numbers of the chosen grain, one table for each run.

import { exact } from "./format";
import type { Grain } from "./source";

const axes = ["x", "y", "z"];

function rowsOf(grain: Grain, dimension: number): [string, string, string][] {
  const rows: [string, string, string][] = [];
  const add = (key: string, name: string, value: string) => rows.push([key, name, value]);
  grain.position.forEach((x, k) => add(`position-${axes[k]}`, axes[k], `${exact(x)} m`));
  grain.velocity.forEach((x, k) => add(`velocity-${axes[k]}`, `v${axes[k]}`, `${exact(x)} m/s`));
  add("speed", "speed", `${exact(grain.speed)} m/s`);
  grain.spin.forEach((x, k) => {
    add(`spin-${k}`, grain.spin.length > 1 ? `spin ${axes[k]}` : "spin", `${exact(x)} rad/s`);
  });
  add("pressure", "pressure", `${exact(grain.pressure)} ${dimension === 2 ? "N/m" : "Pa"}`);
  add("contacts", "contacts", exact(grain.contacts));
  add("radius", "radius", `${exact(grain.radius)} m`);
  add("mass", "mass", `${exact(grain.mass)} kg`);
  add("material", "material", grain.material);
  if (grain.group) add("group", "group", grain.group);
  if (grain.fixed) add("fixed", "fixed", "yes");
  grain.pushes
    .sort((a, b) => b.normal_force - a.normal_force)
    .slice(0, 6)
    .forEach((push, k) => {
      const other = push.with < 0 ? `wall ${-1 - push.with}` : `grain ${push.with}`;
      add(`push-${k}`, other, `${Number(push.normal_force.toPrecision(4))} N${push.slips ? ", slips" : ""}`);
    });
  return rows;
}

export function grainTable(grain: Grain, dimension: number, run: string | null): HTMLTableElement {
  const table = document.createElement("table");
  const caption = table.createCaption();
  caption.textContent = run ? `Grain ${grain.id} in ${run}` : `Grain ${grain.id}`;
  for (const [key, name, value] of rowsOf(grain, dimension)) {
    const row = table.insertRow();
    const head = document.createElement("th");
    head.scope = "row";
    head.textContent = name;
    row.append(head);
    const cell = row.insertCell();
    cell.dataset.key = key;
    cell.textContent = value;
  }
  return table;
}
