#!/bin/sh
# Makes editor.js and LICENSES.txt again, from the packages in package.json. Needs Node and npm; users do not.
set -e
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$here/package.json" "$here/editor_source.js" "$work"
cd "$work"
npm install --no-audit --no-fund --silent
node_modules/.bin/esbuild editor_source.js --bundle --format=esm --minify --target=es2022 --legal-comments=none --banner:js="// @ts-nocheck" \
  --outfile="$here/editor.js"
node --input-type=module - > "$here/LICENSES.txt" <<'END'
import { readFileSync, readdirSync } from "node:fs";
const folders = readdirSync("node_modules").filter((name) => !name.startsWith("."))
  .flatMap((name) => (name.startsWith("@") ? readdirSync(`node_modules/${name}`).map((each) => `${name}/${each}`) : [name]))
  .filter((name) => !/^(esbuild|@esbuild)/.test(name)).sort();
console.log("editor.js contains these packages.");
for (const name of folders) {
  const folder = `node_modules/${name}`, about = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
  console.log(`\n${"=".repeat(80)}\n${about.name} ${about.version} (${about.license})\n`);
  console.log(file ? readFileSync(`${folder}/${file}`, "utf8").trim() : "");
}
END
