// @ts-check
/** The kit as it will print, drawn again after each edit while its panel is shown. */
import { byId, make } from "./elements.js";
import { KitPages } from "./kit_pages.js";

/** @typedef {Record<string, any>} Message */

export class KitPanel {
  /** @param {(message: Message) => void} send */
  constructor(send) {
    this.send = send;
    this.pages = new KitPages(byId("pages"), byId("contents"), /** @type {HTMLInputElement} */ (byId("zoom")));
    this.theme = /** @type {HTMLSelectElement} */ (byId("theme"));
    this.paper = /** @type {HTMLSelectElement} */ (byId("paper"));
    this.isShown = false;
    this.file = "";
    this.revision = -1;
    this.asked = -1;
    /** @type {Set<string>} */
    this.before = new Set();
    for (const select of [this.theme, this.paper]) {
      select.addEventListener("change", () => { this.asked = -1; this.ask(); });
    }
  }

  /** @param {Message} state */
  context(state) {
    if (state.file !== this.file) { this.before = new Set(); this.asked = -1; }
    this.file = state.file;
    this.revision = state.rev;
    this.ask();
  }

  ask() {
    if (!this.isShown || this.asked === this.revision) { return; }
    this.asked = this.revision;
    byId("kit-state").textContent = "drawing …";
    const look = { theme: this.theme.value || "default", paper: this.paper.value || "a4" };
    this.send({ type: "kit", ...look });
    byId("pdf").setAttribute("href", `/pdf/${encodeURIComponent(this.file)}?${new URLSearchParams(look)}`);
  }

  /** @param {Message} message */
  show(message) {
    for (const [select, names, first] of /** @type {[HTMLSelectElement, string[], string][]} */ ([[this.theme, message.themes, "default"], [this.paper, message.papers, "a4"]])) {
      if (!select.options.length) { select.append(...names.map((name) => make("option", { value: name }, name))); select.value = first; }
    }
    const work = /** @type {HTMLElement} */ (byId("pages").closest(".kit-work"));
    work.classList.toggle("stale", message.problem !== "");
    if (message.problem) { byId("kit-state").textContent = message.problem; return; }
    const changed = new Set(message.pages.map((/** @type {any} */ page) => page.digest).filter((/** @type {string} */ digest) => this.before.size && !this.before.has(digest)));
    this.pages.show(message.pages, changed);
    this.before = new Set(message.pages.map((/** @type {any} */ page) => page.digest));
    byId("kit-state").textContent = changed.size ? `${changed.size} of ${message.pages.length} pages changed` : `${message.pages.length} pages`;
    byId("kit").dataset.rev = message.rev;
  }
}
