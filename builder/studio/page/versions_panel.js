// @ts-check
/** Snapshots of a file, and the changes since one of them: on the map, in words, and as the old map. */
import { button, make } from "./elements.js";

/**
 * @typedef {Record<string, any>} Message
 * @typedef {{send: (message: Message) => void, restore: (version: string, title: string) => void, panel: () => void}} Listener
 */

const SVG = "http://www.w3.org/2000/svg";
const SIGNS = /** @type {Record<string, string>} */ ({ added: "+", removed: "–", changed: "≠" });

export class VersionsPanel {
  /** @param {import("./map_view.js").MapView} view @param {Listener} listener */
  constructor(view, listener) {
    this.view = view;
    this.listener = listener;
    /** @type {string[]} */
    this.names = [];
    /** The version that is compared with; empty for none. */
    this.version = "";
    /** @type {Message | null} */
    this.comparison = null;
    this.file = "";
    this.place = "";
    this.isChosen = false;
    this.old = document.createElementNS(SVG, "g");
    this.old.setAttribute("class", "before");
    this.old.style.display = "none";
    view.svg.insertBefore(this.old, view.over);
  }

  /** @param {boolean} isChosen */
  choose(isChosen) {
    if (isChosen && !this.isChosen) { this.listener.send({ type: "versions" }); }
    this.isChosen = isChosen;
    if (!isChosen) { this.version = ""; this.comparison = null; this.draw(); }
  }

  /** A file, view or revision that is shown. @param {Message} state @param {boolean} hasChanged */
  context(state, hasChanged) {
    if (state.file !== this.file) {
      this.file = state.file;
      this.version = "";
      this.comparison = null;
      if (this.isChosen) { this.listener.send({ type: "versions" }); }
    }
    const isOther = hasChanged || state.view !== this.place;
    this.place = state.view;
    if (isOther && this.version) { this.ask(this.version); } else { this.draw(); }
  }

  /** @param {Message} message */
  list(message) {
    this.names = message.names;
    this.listener.panel();
  }

  /** @param {string} version */
  ask(version) {
    this.version = version;
    this.listener.send({ type: "compare", version });
  }

  /** @param {Message} message */
  compared(message) {
    if (message.version !== this.version) { return; }
    this.comparison = message;
    const parser = new DOMParser();
    this.old.replaceChildren(...(message.old.layers ?? []).map((/** @type {string} */ text) =>
      document.importNode(/** @type {Element} */ (parser.parseFromString(`<svg xmlns="${SVG}" xmlns:xlink="http://www.w3.org/1999/xlink">${text}</svg>`, "image/svg+xml").documentElement.firstElementChild), true)));
    const origin = message.old.origin ?? [0, 0], now = this.view.origin ?? [0, 0];
    this.old.setAttribute("transform", `translate(${now[0] - origin[0]} ${now[1] - origin[1]})`);
    this.draw();
    this.listener.panel();
  }

  draw() {
    const marks = this.comparison?.marks[this.place] ?? {}, grid = this.view.grid;
    this.view.mark("change", Object.entries(marks).filter(([spot]) => grid?.center(spot)).map(([spot, kind]) => this.view.spotMark(spot, `change ${kind}`)));
    if (!this.comparison) { this.old.style.display = "none"; this.old.replaceChildren(); }
  }

  /** Show the map as it was, or as it is. @param {boolean} isOld */
  flip(isOld) {
    this.old.style.display = isOld ? "" : "none";
    this.view.drawn.style.visibility = isOld ? "hidden" : "";
  }

  /** What the inspector shows. */
  panel() {
    const name = /** @type {HTMLInputElement} */ (make("input", { id: "snapshot-name", autocomplete: "off", maxlength: "80" }));
    const take = () => { this.listener.send({ type: "snapshot", name: name.value }); };
    name.addEventListener("keydown", (event) => { if (event.key === "Enter") { take(); } });
    const rows = [["opened", "As it was opened"], ...[...this.names].reverse().map((each) => [`snapshot:${each}`, each])];
    return [make("h2", {}, "Versions"), make("p", {}, "A snapshot keeps the file as it is now, under a name, next to it."),
      make("div", { class: "field" }, make("label", { for: "snapshot-name" }, "Name"), name), button("Take a snapshot", take, { "data-act": "snapshot" }),
      ...rows.map(([version, title]) => this.row(version, title)), ...this.differences()];
  }

  /** @param {string} version @param {string} title */
  row(version, title) {
    const acts = [button("Compare", () => this.ask(version), { "aria-label": `Compare with ${title}` }),
      button("Restore", () => this.listener.restore(version, title), { "aria-label": `Restore ${title}` })];
    if (version !== "opened") { acts.push(button("Delete", () => this.listener.send({ type: "snapshot-remove", name: title }), { "aria-label": `Delete ${title}` })); }
    return make("div", { class: "version", "aria-current": version === this.version ? "true" : undefined }, make("strong", {}, title), make("div", { class: "acts" }, ...acts));
  }

  /** @returns {Node[]} */
  differences() {
    const comparison = this.comparison;
    if (!comparison) { return []; }
    const hold = button("Hold to see the map as it was", () => undefined, { "data-act": "before" });
    for (const [name, isOld] of /** @type {[string, boolean][]} */ ([["pointerdown", true], ["pointerup", false], ["pointerleave", false], ["blur", false]])) { hold.addEventListener(name, () => this.flip(isOld)); }
    hold.addEventListener("keydown", (event) => { if (event.key === " " || event.key === "Enter") { this.flip(true); event.preventDefault(); } });
    hold.addEventListener("keyup", () => this.flip(false));
    const signs = Object.entries(SIGNS).map(([kind, sign]) => make("span", { class: `sign ${kind}` }, `${sign} ${kind}`));
    const sections = comparison.sections.map((/** @type {[string, string[]]} */ [title, sentences]) => make("div", {}, make("h3", {}, title), make("ul", {}, ...sentences.map((text) => make("li", {}, text)))));
    const lines = comparison.lines.map((/** @type {string} */ line) => make("span", { class: { "+": "added", "-": "removed", "@": "at" }[line[0]] ?? "" }, `${line}\n`));
    return [make("h3", {}, "What has changed"), ...(lines.length ? [make("p", { class: "signs" }, ...signs), hold, ...sections,
      make("details", {}, make("summary", {}, "In the text"), make("pre", { class: "difference", tabindex: "0" }, ...lines))] : [make("p", {}, "Nothing.")])];
  }
}
