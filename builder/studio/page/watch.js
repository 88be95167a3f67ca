// @ts-check
/** The pages of a kit, which are loaded again when they change. */
import { byId, make } from "./elements.js";
import { findingItems, stateOf } from "./finding_list.js";

/**
 * @typedef {{number: number, part: string, title: string, width: number, height: number, digest: string}} Page
 * @typedef {{revision: number, file: string, title: string, game: string, pages: Page[], changed: string[],
 *   isCurrent: boolean, problem: string, findings: import("./finding_list.js").Findings}} State
 */

const MOST_MM = 297;
let revision = -1;
/** The figures of the pages by digest. @type {Map<string, HTMLElement>} */
let figures = new Map();

/** @param {State} state */
function show(state) {
  const isFirst = revision <= 0;
  revision = state.revision;
  document.title = `${state.title} – brainbug watch`;
  byId("title").textContent = state.title;
  byId("about").textContent = [state.file, state.game].filter(Boolean).join(" · ");
  const pill = byId("state");
  pill.textContent = revision ? state.findings.summary || "cannot be read" : "drawing …";
  pill.dataset.state = state.problem ? "error" : stateOf(state.findings);
  const notice = byId("notice");
  notice.hidden = revision === 0 || state.isCurrent;
  notice.textContent = state.problem || "The file has errors: this is the last kit without any.";
  document.body.classList.toggle("stale", revision > 0 && !state.isCurrent);
  byId("findings").replaceChildren(...findingItems(state.findings));
  byId("notes").hidden = state.findings.list.length === 0;
  const changed = new Set(isFirst ? [] : state.changed);
  if (state.isCurrent) { showPages(state.pages, changed); }
  document.body.dataset.rev = String(revision);
}

/**
 * Show pages: those that look as before keep their places and are not loaded again.
 * @param {Page[]} pages
 * @param {Set<string>} changed
 */
function showPages(pages, changed) {
  /** @type {Map<string, HTMLElement>} */
  const shown = new Map();
  for (const page of pages) {
    const figure = figures.get(page.digest) ?? figureOf(page);
    figure.id = `page-${page.number}`;
    figure.classList.toggle("changed", changed.has(page.digest));
    (/** @type {HTMLElement} */ (figure.lastElementChild)).textContent = `${page.number} · ${page.title}`;
    shown.set(page.digest, figure);
  }
  byId("pages").replaceChildren(...shown.values());
  figures = shown;
  const contents = byId("contents");
  contents.replaceChildren();
  let part = "";
  for (const page of pages) {
    if (page.part !== part) { contents.append(make("h2", {}, page.part)); }
    part = page.part;
    contents.append(make("a",
      { href: `#page-${page.number}`, class: changed.has(page.digest) ? "changed" : undefined },
      make("span", {}, String(page.number)), make("span", {}, page.title)));
  }
  size();
  // The cover changes with everything, so it is of the least interest.
  const [first] = [...changed].reverse().filter((digest) => figures.has(digest));
  const isAnyInView = [...changed].some((digest) => isInView(figures.get(digest)));
  if (!isAnyInView) { figures.get(first)?.scrollIntoView({ block: "nearest" }); }
}

/** @param {Page} page */
function figureOf(page) {
  const image = make("img", { src: `/kit/${page.digest}.svg`, alt: page.title, loading: "lazy", decoding: "async" });
  const figure = make("figure", {}, image, make("figcaption"));
  figure.dataset.width = String(page.width);
  image.style.aspectRatio = `${page.width} / ${page.height}`;
  return figure;
}

/** @param {HTMLElement | undefined} figure */
function isInView(figure) {
  const box = figure?.getBoundingClientRect();
  return box !== undefined && box.bottom > 0 && box.top < innerHeight;
}

/** Show pages at the chosen size, each as wide as its paper. */
function size() {
  const wide = Number((/** @type {HTMLInputElement} */ (byId("zoom"))).value);
  for (const figure of figures.values()) {
    figure.style.width = `min(100%, ${wide * Math.max(1, Number(figure.dataset.width) / MOST_MM * 1.414)}px)`;
  }
}

/** Connect, and connect again whenever the connection ends. */
function connect() {
  const socket = new WebSocket(`ws://${location.host}/live`);
  socket.onmessage = (event) => show(JSON.parse(event.data));
  socket.onclose = () => {
    byId("state").textContent = "not connected";
    byId("state").dataset.state = "error";
    setTimeout(connect, 1000);
  };
}

byId("zoom").addEventListener("input", size);
connect();
