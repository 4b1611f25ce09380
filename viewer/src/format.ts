// Numbers as people read them.

const prefixes = ["p", "n", "µ", "m", "", "k", "M", "G", "T"];

function digits(value: number): string {
  const text = Number(value.toPrecision(3)).toString();
  return text.replace("-", "−");
}

// "12.3 mm"; numbers without unit have a power of ten where they are long.
export function withPrefix(value: number, unit: string): string {
  if (!Number.isFinite(value)) return "–";
  if (value === 0) return unit ? `0 ${unit}` : "0";
  if (!unit || unit.startsWith("kg")) return `${digits(value)}${unit ? ` ${unit}` : ""}`;
  const thousand = Math.floor(Math.log10(Math.abs(value)) / 3 + 1e-9);
  const place = Math.min(Math.max(thousand + 4, 0), 8);
  return `${digits(value / 1000 ** (place - 4))} ${prefixes[place]}${unit}`;
}

// All digits that a double of the files has a meaning for, with a power of ten where zeros would
// hide them.
export function exact(value: number): string {
  const short = Number(value.toPrecision(9));
  const size = Math.abs(short);
  const text = size !== 0 && (size < 1e-3 || size >= 1e9) ? short.toExponential() : String(short);
  return text.replaceAll("-", "−");
}

export function seconds(time: number, interval: number): string {
  const places = Math.min(Math.max(Math.ceil(-Math.log10(interval || 1) + 0.5), 0), 9);
  return `${time.toFixed(places)} s`;
}

export function roundBelow(x: number): number {
  const power = 10 ** Math.floor(Math.log10(x));
  for (const step of [5, 2, 1]) if (step * power <= x * (1 + 1e-9)) return step * power;
  return power;
}
