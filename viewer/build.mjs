// Makes dist/viewer.html: one page with its script and style, which may run nothing else.
//   node build.mjs [output]

import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { dirname, join } from "node:path";
import esbuild from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const output = process.argv[2] ?? join(here, "dist", "viewer.html");

const licences = ["three", "uplot"].map((name) => {
  const folder = join(here, "node_modules", name);
  const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return `${name} ${version}\n${readFileSync(join(folder, "LICENSE"), "utf8").trim()}`;
});

const result = await esbuild.build({
  absWorkingDir: here,
  entryPoints: ["src/main.ts"],
  bundle: true,
  minify: true,
  write: false,
  outdir: "dist",
  format: "iife",
  target: ["es2022"],
  charset: "ascii",
  legalComments: "none",
  loader: { ".css": "css" },
});

const file = (ending) => result.outputFiles.find((one) => one.path.endsWith(ending)).text.trim();
const style = file(".css");
// The end of a script must not stand inside of it.
const script = file(".js").replaceAll("</script", "<\\/script");

const hash = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
const policy = [
  "default-src 'none'",
  `script-src ${hash(script)}`,
  `style-src ${hash(style)}`,
  "img-src data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

const notice = `<!--\nThis page contains\n\n${licences.join("\n\n")}\n-->`;
const page = readFileSync(join(here, "src", "index.html"), "utf8")
  .replace("<head>", () => `${notice}\n<head>`)
  .replace("%POLICY%", () => policy)
  .replace("%STYLE%", () => style)
  .replace("%SCRIPT%", () => script);
writeFileSync(output, page);
