// What the viewer shows, as one value, and as the part of a link after "#" that brings it back.

export type Theme = "light" | "dark";

export interface Camera {
  target: [number, number, number]; // m
  azimuth: number; // degrees to the right
  elevation: number; // degrees above the horizon
  distance: number; // m; in 2D the height that is seen
}

export interface ViewState {
  time: number; // s
  color: string;
  max: number; // of the colours; 0: from the frames
  forces: boolean;
  least: number; // force that is drawn, over the strongest
  walls: boolean;
  marks: boolean;
  plots: boolean;
  figures: string[];
  rate: number; // frames per second
  loop: boolean;
  follow: boolean;
  theme: Theme;
  grain: number; // −1: none
  camera: Camera | null; // null: all in view
}

export function initialState(): ViewState {
  const dark = window.matchMedia("(prefers-color-scheme: dark)").matches;
  return {
    time: 0,
    color: "speed",
    max: 0,
    forces: false,
    least: 0.05,
    walls: true,
    marks: true,
    plots: true,
    figures: ["energies", "contacts"],
    rate: 25,
    loop: true,
    follow: true,
    theme: dark ? "dark" : "light",
    grain: -1,
    camera: null,
  };
}

const short = (x: number): string => String(Number(x.toPrecision(7)));

// As a link has it.
export function rounded(camera: Camera): Camera {
  const [x, y, z] = camera.target.map((value) => Number(short(value)));
  return {
    target: [x, y, z],
    azimuth: Number(short(camera.azimuth)),
    elevation: Number(short(camera.elevation)),
    distance: Number(short(camera.distance)),
  };
}

export function toHash(state: ViewState): string {
  const words = new URLSearchParams();
  words.set("t", short(state.time));
  words.set("color", state.color);
  if (state.max > 0) words.set("max", short(state.max));
  for (const key of ["forces", "walls", "marks", "plots", "loop"] as const) {
    words.set(key, state[key] ? "1" : "0");
  }
  words.set("least", short(state.least));
  words.set("figures", state.figures.join(" "));
  words.set("fps", short(state.rate));
  words.set("theme", state.theme);
  if (state.grain >= 0) words.set("grain", String(state.grain));
  if (state.camera) {
    const { target, azimuth, elevation, distance } = state.camera;
    words.set("camera", [...target, azimuth, elevation, distance].map(short).join(" "));
  }
  return `#${words.toString()}`;
}

function numberOf(words: URLSearchParams, key: string, low: number, high: number): number | null {
  const text = words.get(key);
  const value = text === null || text === "" ? NaN : Number(text);
  return Number.isFinite(value) && value >= low && value <= high ? value : null;
}

// What is missing or no value stays as it is.
export function fromHash(hash: string, state: ViewState): ViewState {
  const words = new URLSearchParams(hash.replace(/^#/, ""));
  const next = { ...state };
  next.time = numberOf(words, "t", -1e300, 1e300) ?? next.time;
  next.color = /^\w{1,40}$/.test(words.get("color") ?? "") ? words.get("color")! : next.color;
  next.max = numberOf(words, "max", 0, 1e300) ?? 0;
  for (const key of ["forces", "walls", "marks", "plots", "loop"] as const) {
    if (words.has(key)) next[key] = words.get(key) === "1";
  }
  next.least = numberOf(words, "least", 0, 1) ?? next.least;
  next.rate = numberOf(words, "fps", 0.1, 240) ?? next.rate;
  if (words.has("figures")) next.figures = words.get("figures")!.split(" ").filter(Boolean).slice(0, 6);
  if (words.get("theme") === "dark" || words.get("theme") === "light") next.theme = words.get("theme") as Theme;
  next.grain = numberOf(words, "grain", 0, 2 ** 31) ?? -1;
  const camera = (words.get("camera") ?? "").split(" ").map(Number);
  if (camera.length === 6 && camera.every(Number.isFinite) && camera[5] > 0) {
    next.camera = {
      target: [camera[0], camera[1], camera[2]],
      azimuth: camera[3],
      elevation: Math.min(Math.max(camera[4], -89), 89),
      distance: camera[5],
    };
  }
  if (words.has("t")) next.follow = false;
  return next;
}
