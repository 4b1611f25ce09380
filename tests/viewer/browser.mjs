// The viewer as a person uses it, in Chromium:  node browser.mjs CONFIG.json
// Prints "ok NAME" or "not ok NAME: why" for each check. Waits for what must come, however long it
// takes; nothing depends on how fast the machine is.

import assert from "node:assert/strict";
import { copyFileSync, cpSync, mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const config = JSON.parse(readFileSync(process.argv[2], "utf8"));
const { chromium } = createRequire(join(config.viewer, "package.json"))("playwright-core");
const patience = 120_000; // ms, for hangs only

const browser = await chromium.launch({
  executablePath: config.chromium,
  args: ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"],
});
mkdirSync(config.shots, { recursive: true });

async function check(name, act) {
  const pages = [];
  const troubles = [];
  const open = async (url, options = {}) => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, ...options });
    pages.push(page);
    page.setDefaultTimeout(patience);
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) troubles.push(message.text());
    });
    page.on("pageerror", (error) => troubles.push(error.message));
    page.on("request", (request) => {
      const { protocol, hostname } = new URL(request.url());
      if (!["file:", "data:", "blob:"].includes(protocol) && hostname !== "127.0.0.1") troubles.push(request.url());
    });
    await page.goto(url);
    await page.waitForSelector("#app[data-state=ready][data-scales=ready], #app[data-state=failed]");
    return page;
  };
  try {
    await act(open, troubles);
    assert.deepEqual(troubles, [], "messages on the console, or requests to elsewhere");
    console.log(`ok ${name}`);
  } catch (error) {
    console.log(`not ok ${name}: ${String(error.stack ?? error).replaceAll("\n", " | ")}`);
    for (const page of pages) {
      await page.screenshot({ path: join(config.shots, `failed-${name.replace(/\W+/g, "-")}.png`) }).catch(() => {});
    }
  }
  for (const page of pages) await page.close();
}

// Playwright's own waitForFunction evaluates text in the page, which the page's policy forbids.
async function until(page, condition, argument) {
  for (const end = Date.now() + patience; Date.now() < end; await page.waitForTimeout(30)) {
    if (await page.evaluate(condition, argument)) return;
  }
  throw new Error(`in vain: ${condition}`);
}
const frameOf = (page) => page.$eval("#app", (app) => Number(app.dataset.frame));
const waitFor = (page, frame) => page.waitForSelector(`#app[data-frame="${frame}"]`);
const shot = (page, name) => page.screenshot({ path: join(config.shots, `${name}.png`) });
// A picture of the canvas, after what was asked for has been drawn.
async function picture(page, place = 0) {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  return (await page.locator(".viewport canvas[role=img]").nth(place).screenshot()).toString("base64");
}
async function scrubTo(page, frame) {
  await page.locator("#scrub").fill(String(frame));
  await waitFor(page, frame);
}
async function pick(page, grain) {
  const place = await page.evaluate((id) => window.galetViewer.placeOf(0, id), grain.id);
  await page.mouse.move(place.x, place.y);
  await page.waitForSelector("#hover:not([hidden])");
  assert.match(await page.textContent("#hover"), new RegExp(`^grain ${grain.id} `));
  await page.mouse.click(place.x, place.y);
  await until(page, (id) => document.querySelector("#grains caption")?.textContent === `Grain ${id}`, grain.id);
}
async function compareGrain(page, grain, digits) {
  for (const [key, expected] of Object.entries(grain.values)) {
    const text = await page.textContent(`#grains [data-key="${key}"]`);
    const shown = Number(text.replaceAll("−", "-").split(" ")[0]);
    const size = Math.max(Math.abs(expected), 1e-300);
    assert.ok(Math.abs(shown - expected) <= size * digits, `${key}: ${text} is not ${expected}`);
  }
}

await check("loads, plays and pauses", async (open) => {
  const page = await open(config.plane);
  assert.equal(await page.textContent("#title"), config.title);
  const first = await picture(page);
  await page.click("#play");
  await until(page, () => Number(document.querySelector("#app").dataset.frame) >= 3);
  await page.click("#play");
  await page.waitForSelector("#app[data-playing=false]");
  const frame = await frameOf(page);
  await page.waitForTimeout(300);
  assert.equal(await frameOf(page), frame);
  // On a slow machine it may have come round to the first frame again.
  if (frame > 0) assert.notEqual(await picture(page), first);
});

await check("plays to the end, and over again in a loop", async (open) => {
  const page = await open(`${config.plane}#t=0&fps=100&loop=0`);
  await page.click("#play");
  await waitFor(page, config.frames - 1);
  await page.waitForSelector("#app[data-playing=false]");
  await page.check("#loop");
  await page.click("#play");
  await page.waitForSelector("#app[data-playing=true]");
  await waitFor(page, 1);
});

await check("scrubs, and the plots move", async (open) => {
  const page = await open(config.plane);
  await page.waitForSelector("#plots figure .now");
  for (const frame of [5, 15]) {
    await scrubTo(page, frame);
    const share = frame / (config.frames - 1);
    await until(page, (expected) => {
      const line = document.querySelector("#plots .now").getBoundingClientRect();
      const box = document.querySelector("#plots .u-over").getBoundingClientRect();
      return Math.abs((line.left - box.left) / box.width - expected) < 0.01;
    }, share);
  }
  // A click on a plot goes to its time.
  const box = await page.locator("#plots .u-over").first().boundingBox();
  await page.mouse.click(box.x + 0.25 * box.width, box.y + 0.5 * box.height);
  await waitFor(page, Math.round(0.25 * (config.frames - 1)));
});

await check("colours by every field", async (open) => {
  const page = await open(config.plane);
  await scrubTo(page, 9);
  const names = await page.$$eval("#color option", (options) => options.map((option) => option.value));
  assert.ok(["speed", "spin", "pressure", "contacts", "material", "radius"].every((name) => names.includes(name)));
  const seen = new Set();
  for (const name of names) {
    await page.selectOption("#color", name);
    await until(page, (text) => document.querySelector(".legend").textContent.startsWith(text), name);
    seen.add(await picture(page));
  }
  assert.ok(seen.size > names.length / 2, "pictures do not change");
});

await check("a grain has the numbers of the file", async (open) => {
  const page = await open(config.plane);
  await scrubTo(page, config.grain.frame);
  await pick(page, config.grain);
  await compareGrain(page, config.grain, 1e-8);
  await shot(page, "grain");
  // It stays chosen while time goes on.
  await page.keyboard.press("End");
  await page.waitForSelector(`#grains[data-frame="${config.frames - 1}"] caption`);
});

await check("forces and walls come and go", async (open) => {
  const page = await open(config.plane);
  await scrubTo(page, config.frames - 1);
  const pictures = [await picture(page)];
  for (const id of ["#forces", "#walls", "#marks"]) {
    await page.setChecked(id, !(await page.isChecked(id)));
    pictures.push(await picture(page));
  }
  await page.check("#forces");
  await page.locator("#least").fill("0");
  pictures.push(await picture(page));
  assert.equal(new Set(pictures).size, pictures.length, pictures.map((p) => pictures.indexOf(p)).join());
  await page.locator("#least").fill("1"); // few forces are so strong, perhaps none
  assert.notEqual(await picture(page), pictures.at(-1));
});

await check("a link brings the view back", async (open) => {
  const page = await open(config.plane);
  await scrubTo(page, 12);
  await page.selectOption("#color", "spin");
  await page.mouse.move(400, 300);
  await page.mouse.wheel(0, -240);
  await page.locator("canvas[role=img]").press("n");
  await page.waitForSelector("#grains caption");
  await page.click("#theme");
  await page.click("#copy");
  const again = await open(await page.evaluate(() => location.href));
  assert.equal(await frameOf(again), 12);
  assert.equal(await again.inputValue("#color"), "spin");
  assert.equal(await again.getAttribute("html", "data-theme"), await page.getAttribute("html", "data-theme"));
  await again.waitForSelector("#grains caption");
  assert.equal(await picture(again), await picture(page));
});

await check("does everything by keys alone", async (open) => {
  const page = await open(config.plane);
  const press = (key) => page.keyboard.press(key);
  await press("ArrowRight");
  await waitFor(page, 1);
  await press("Shift+ArrowRight");
  await waitFor(page, 11);
  await press("End");
  await waitFor(page, config.frames - 1);
  await press("Home");
  await waitFor(page, 0);
  await press("Space");
  await until(page, () => Number(document.querySelector("#app").dataset.frame) >= 2);
  await press("Space");
  await page.waitForSelector("#app[data-playing=false]");
  await press("n");
  await page.waitForSelector("#grains caption");
  await press("Escape");
  await page.waitForSelector("#grains caption", { state: "detached" });
  for (const [key, id] of [["f", "#forces"], ["g", "#walls"], ["m", "#marks"], ["p", "#plots-on"], ["l", "#loop"]]) {
    const before = await page.isChecked(id);
    await press(key);
    assert.notEqual(await page.isChecked(id), before, key);
  }
  const color = await page.inputValue("#color");
  await press("c");
  assert.notEqual(await page.inputValue("#color"), color);
  for (const key of ["d", "w", "Shift+a", "+", "-", "0"]) {
    const before = await picture(page);
    await press(key);
    assert.notEqual(await picture(page), before, key);
  }
  await press("?");
  await page.waitForSelector("#help[open]");
  await press("Escape");
  await page.waitForSelector("#help:not([open])", { state: "attached" });
  // Every control can be reached.
  const wanted = await page.$$eval("button, input, select, summary, canvas[tabindex]", (all) =>
    all.filter((e) => e.offsetParent !== null && !e.disabled).map((e) => e.id || e.textContent));
  const reached = new Set();
  for (let k = 0; k < 80; ++k) {
    await press("Tab");
    reached.add(await page.evaluate(() => document.activeElement.id || document.activeElement.textContent));
  }
  for (const name of wanted) assert.ok(reached.has(name), `Tab does not reach "${name}"`);
});

await check("controls have names", async (open) => {
  const page = await open(config.plane);
  const nameless = await page.$$eval("button, input, select, canvas[tabindex]", (all) =>
    all
      .filter((e) => !(e.getAttribute("aria-label") || e.textContent.trim() && e.tagName === "BUTTON" || e.labels?.length))
      .map((e) => e.outerHTML));
  assert.deepEqual(nameless, []);
});

// Contrast as WCAG 2.1 defines it, 4.5 for text, 3 for what shows that something is a control.
await check("text and controls can be seen, dark and light", async (open) => {
  for (const theme of ["light", "dark"]) {
    const page = await open(`${config.plane}#t=0.1&theme=${theme}&grain=1&forces=1`);
    await page.waitForSelector("#grains caption");
    const pale = await page.evaluate(() => {
      const parts = (color) => color.match(/[\d.]+/g).map(Number);
      const linear = (x) => (x / 255 <= 0.04045 ? x / 255 / 12.92 : ((x / 255 + 0.055) / 1.055) ** 2.4);
      const light = ([r, g, b]) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
      const contrast = (...colors) => {
        const [b, a] = colors.map(light).sort((x, y) => x - y);
        return (a + 0.05) / (b + 0.05);
      };
      const behind = (e) => {
        for (let at = e; at; at = at.parentElement) {
          const color = parts(getComputedStyle(at).backgroundColor);
          if (/^rgb/.test(getComputedStyle(at).backgroundColor) && (color[3] ?? 1) === 1) return color;
        }
        return [255, 255, 255];
      };
      const found = [];
      for (const e of document.querySelectorAll("#app *")) {
        const hasText = [...e.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
        if (!hasText || e.offsetParent === null || e.disabled) continue;
        const ratio = contrast(parts(getComputedStyle(e).color), behind(e));
        if (ratio < 4.5) found.push(`${e.tagName} "${e.textContent.trim().slice(0, 20)}" ${ratio.toFixed(2)}`);
      }
      for (const e of document.querySelectorAll("button, select, input[type=number]")) {
        if (e.offsetParent === null || e.disabled) continue;
        const ratio = contrast(parts(getComputedStyle(e).borderTopColor), behind(e.parentElement));
        if (ratio < 3) found.push(`border of ${e.tagName} "${e.id}" ${ratio.toFixed(2)}`);
      }
      return found;
    });
    assert.deepEqual(pale, [], theme);
  }
});

await check("two runs side by side share time and camera", async (open) => {
  const page = await open(config.both, { viewport: { width: 1400, height: 800 } });
  assert.equal(await page.locator(".viewport canvas[role=img]").count(), 2);
  const before = [await picture(page, 0), await picture(page, 1)];
  await scrubTo(page, 10);
  const later = [await picture(page, 0), await picture(page, 1)];
  assert.ok(before[0] !== later[0] && before[1] !== later[1]);
  await page.mouse.move(300, 300);
  await page.mouse.wheel(0, -400);
  const nearer = [await picture(page, 0), await picture(page, 1)];
  assert.ok(nearer[0] !== later[0] && nearer[1] !== later[1]);
  await page.click("#fit");
  await page.click("#theme");
  await shot(page, "side-by-side");
});

await check("space: turns, picks, glass", async (open) => {
  const page = await open(config.space);
  await scrubTo(page, config.spaceGrain.frame);
  await shot(page, "space");
  const before = await picture(page);
  await page.mouse.move(500, 300);
  await page.mouse.down();
  await page.mouse.move(620, 330, { steps: 4 });
  await page.mouse.up();
  assert.notEqual(await picture(page), before);
  await page.click("[data-side=top]");
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await pick(page, config.spaceGrain); // the topmost one is before all others
  await compareGrain(page, config.spaceGrain, 1e-8);
  await page.click("#fit");
  await page.check("#forces");
  await page.selectOption("#color", "pressure");
  await page.click("#theme");
  await picture(page);
  await shot(page, "space-forces");
});

await check("an export opens from a file", async (open) => {
  const page = await open(config.exported);
  assert.match(await page.textContent("#status"), /6 of \d+ frames/);
  await page.waitForSelector("#plots figure .now");
  await scrubTo(page, 5);
  await pick(page, config.lastGrain);
  await compareGrain(page, config.lastGrain, 1e-6); // as in pictures: 7 digits
  assert.ok(config.lastGrain.values.contacts > 0);
  assert.equal(await page.locator("#grains [data-key^=push]").count(), Math.min(config.lastGrain.values.contacts, 6));
  await page.click("#play");
  await page.waitForSelector("#app[data-playing=true]");
  await waitFor(page, 2);
  await shot(page, "export");
});

await check("damage is shown, and the rest can be seen", async (open, troubles) => {
  const page = await open(config.damaged);
  await page.locator("#scrub").fill("7");
  await page.waitForSelector("#error:not([hidden])");
  assert.match(await page.textContent("#error"), /000002\.h5/);
  await page.locator("#scrub").fill("1");
  await waitFor(page, 1);
  assert.ok(await page.isHidden("#error"));
  // The browser itself tells of answers that are no success.
  assert.ok(troubles.every((text) => /status of 500/.test(text)), troubles.join());
  troubles.length = 0;
});

await check("follows a run that is still going", async (open) => {
  const page = await open(config.going);
  assert.equal(await frameOf(page), config.goingFrames - 1);
  assert.match(await page.textContent("#status"), /not ended/);
  cpSync(join(config.whole, "trajectory"), join(config.part, "trajectory"), { recursive: true });
  for (const name of ["series.csv", "trajectory.h5", "manifest.json"]) {
    copyFileSync(join(config.whole, name), join(config.part, name));
  }
  await waitFor(page, config.frames - 1);
  await until(page, () => !document.querySelector("#status").textContent.includes("not ended"));
});

await browser.close();
