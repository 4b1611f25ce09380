import "uplot/dist/uPlot.min.css";
import "./style.css";
import { Run } from "./run";
import { EmbeddedSource, ServerSource, type Source } from "./source";
import { fromHash, initialState } from "./state";
import { Viewer } from "./viewer";

declare global {
  interface Window {
    galetViewer?: Viewer;
  }
}

const waitEvery = 1000; // ms, for the first frames of a run

function say(id: string, text: string): void {
  const box = document.getElementById(id)!;
  box.textContent = text;
  box.hidden = text === "";
}

async function openRuns(source: Source, count: number): Promise<Run[]> {
  for (;;) {
    const indices = await Promise.all(Array.from({ length: count }, (_, k) => source.index(k)));
    if (indices.every((index) => index.frames > 0)) {
      return indices.map((index, k) => new Run(source, k, index));
    }
    say("status", "waiting for the first frames of the run …");
    await new Promise((resolve) => window.setTimeout(resolve, waitEvery));
  }
}

async function start(): Promise<void> {
  const state = fromHash(location.hash, initialState());
  document.documentElement.dataset.theme = state.theme;
  const data = document.getElementById("galet-data");
  const source = data ? new EmbeddedSource(data.textContent ?? "") : new ServerSource();
  const session = await source.session();
  const runs = await openRuns(source, session.runs);
  const viewer = new Viewer(source, session, runs, state);
  window.galetViewer = viewer;
  await viewer.start();
}

start().catch((error: unknown) => {
  document.getElementById("app")!.dataset.state = "failed";
  const message = error instanceof Error ? error.message : String(error);
  say("error", /webgl/i.test(message) ? "This browser shows no WebGL, which the viewer needs." : message);
});
