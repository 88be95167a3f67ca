// Keeps the site on the device, so that it works without a network. The build puts two constants before this:
// VERSION, which names the list of the site's files, and HOME, the path of its first page.
"use strict";

const SCOPE = self.registration.scope;
// Several sites can share a host, and then also its caches.
const CACHE = "brainbug " + new URL(SCOPE).pathname;
const LIST = "_static/offline.json";
const BATCH = 6;
const ANY_VERSION = { ignoreSearch: true, ignoreVary: true };

const addressOf = (path) => SCOPE + path.split("/").map(encodeURIComponent).join("/");
// A copy is kept under the address of its file, with the digest of the file's contents as its query.
const keyOf = ([path, digest]) => addressOf(path) + "?" + digest;

// The whole file as the server has it now. A page cannot be answered with a response that was redirected.
async function download(path) {
  const response = await fetch(addressOf(path), { cache: "no-cache", mode: "same-origin", priority: "low" });
  if (!response.redirected) { return response; }
  const { status, statusText, headers } = response;
  return new Response(await response.blob(), { status, statusText, headers });
}

async function keep(cache, file) {
  const response = await download(file[0]);
  if (!response.ok) { throw new Error(response.status + " " + file[0]); }
  await cache.put(keyOf(file), response);
}

async function digestOf(text) {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

// The files of this version of the site: what is needed at once, what follows, and what only on demand.
async function readList() {
  const cache = await caches.open(CACHE);
  const key = keyOf([LIST, VERSION]);
  const kept = await cache.match(key);
  const response = kept || await download(LIST);
  const text = await response.text();
  if (!kept) {
    // While a site is being copied to its host, the list can be older or newer than this worker.
    if (!(await digestOf(text)).startsWith(VERSION)) { throw new Error(LIST + " is of another version"); }
    await cache.put(key, new Response(text, { headers: { "Content-Type": "application/json" } }));
  }
  const { core, pages, others } = JSON.parse(text);
  const [first, next, rest] = [core, pages, others].map(Object.entries);
  return { core: first, pages: next, digests: new Map([...first, ...next, ...rest]) };
}

let reading = null;
function list() {
  reading ??= readList().catch((error) => { reading = null; throw error; });
  return reading;
}

async function keptKeys(cache) { return new Set((await cache.keys()).map((request) => request.url)); }

// Delete files that the site no longer has, and old versions of files whose new version is kept.
async function prune() {
  const cache = await caches.open(CACHE);
  const { digests } = await list();
  const keys = await keptKeys(cache);
  const current = new Map([...digests].map((file) => [addressOf(file[0]), keyOf(file)]));
  current.set(addressOf(LIST), keyOf([LIST, VERSION]));
  for (const key of keys) {
    const newest = current.get(key.slice(0, key.indexOf("?")));
    if (newest !== key && (!newest || keys.has(newest))) { await cache.delete(key); }
  }
}

async function install() {
  const cache = await caches.open(CACHE);
  const { core } = await list();
  const keys = await keptKeys(cache);
  await Promise.all(core.filter((file) => !keys.has(keyOf(file))).map((file) => keep(cache, file)));
  await self.skipWaiting();
}

// Load what is missing, a few files at a time. Browsers can stop this at any time; the next page continues it.
async function fill() {
  const cache = await caches.open(CACHE);
  const { core, pages } = await list();
  const files = [...core, ...pages];
  const keys = await keptKeys(cache);
  const missing = files.filter((file) => !keys.has(keyOf(file)));
  let kept = files.length - missing.length;
  await report(kept, files.length);
  const worker = await fetch(SCOPE + "sw.js", { method: "HEAD", cache: "no-store" });
  if (worker.status === 404 || worker.status === 410) {
    // The host now has something else, which kept pages would hide forever.
    await caches.delete(CACHE);
    await self.registration.unregister();
    return;
  }
  for (let at = 0; at < missing.length; at += BATCH) {
    const results = await Promise.allSettled(missing.slice(at, at + BATCH).map((file) => keep(cache, file)));
    const done = results.filter((result) => result.status === "fulfilled").length;
    if (!done) { break; }
    kept += done;
    await report(kept, files.length);
  }
  await prune();
}

let filling = null;
function fillOnce() {
  filling ??= fill().catch(() => { /* no network, or no space: the next page tries again */ }).finally(() => { filling = null; });
  return filling;
}

async function report(kept, files) {
  for (const client of await self.clients.matchAll({ includeUncontrolled: true })) { client.postMessage({ kept, files }); }
}

// The file that a server would answer an address with; undefined if the list has none.
function fileAt(address, digests) {
  const path = decodeURIComponent(address.slice(SCOPE.length).replace(/[?#].*$/s, ""));
  const names = [path || HOME, path + ".html", path.replace(/\/?$/, "/index.html")];
  const name = names.find((one) => digests.has(one));
  return name === undefined ? undefined : [name, digests.get(name)];
}

async function answer(event) {
  const { request } = event;
  const cache = await caches.open(CACHE);
  const file = await list().then(({ digests }) => fileAt(request.url, digests)).catch(() => undefined);
  const kept = file && await cache.match(keyOf(file), { ignoreVary: true });
  if (kept) { return kept; }
  try {
    const response = await (file ? download(file[0]) : fetch(request));
    if (file && response.ok) { event.waitUntil(cache.put(keyOf(file), response.clone()).catch(() => { /* no space */ })); }
    return response;
  } catch (error) {
    const older = file && await cache.match(addressOf(file[0]), ANY_VERSION);
    if (older) { return older; }
    if (request.mode === "navigate") { return notKept(); }
    throw error;
  }
}

function notKept() {
  const page = `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>Not on this device</title>
<style>body { max-width: 32rem; margin: 15vh auto; padding: 0 1.5rem; font: 1.1rem/1.5 sans-serif;
background: #131c2b; color: #fff; } a { color: #f0a81c; }</style></head>
<body><h1>Not on this device</h1><p>You are offline, and this page has not been loaded on this device yet.</p>
<p><a href="${addressOf(HOME)}">Go to the home page</a></p></body></html>`;
  return new Response(page, { status: 503, headers: { "Content-Type": "text/html; charset=utf-8" } });
}

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(Promise.all([self.clients.claim(), prune()])));
self.addEventListener("message", (event) => { if (event.data === "fill") { event.waitUntil(fillOnce()); } });
self.addEventListener("fetch", (event) => {
  const { request } = event;
  // Requests for parts of a file and for anything outside of the site go to the network as usual.
  if (request.method !== "GET" || !request.url.startsWith(SCOPE) || request.headers.has("range")) { return; }
  event.respondWith(answer(event));
});
