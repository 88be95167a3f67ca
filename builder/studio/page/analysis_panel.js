// @ts-check
/** Analysis on the map: spots that are seen, reached or sealed, as shades. */
import { make } from "./elements.js";

/**
 * @typedef {Record<string, any>} Message
 * @typedef {{id: string, title: string, choices: {id: string, title: string}[] | null, picks: boolean}} Kind
 */

const SVG = "http://www.w3.org/2000/svg";

export class AnalysisPanel {
  /** @param {HTMLElement} host @param {import("./map_view.js").MapView} view @param {(message: Message) => void} send */
  constructor(host, view, send) {
    this.host = host;
    this.view = view;
    this.send = send;
    /** @type {Kind[]} */
    this.kinds = [];
    this.name = "";
    this.argument = "";
    /** The view in which the spot was picked. */
    this.from = "";
    /** @type {Message | null} */
    this.analysis = null;
    this.note = make("div", { class: "analysis-note", role: "status" });
    this.revision = -1;
  }

  /** @param {Message} state */
  context(state) {
    if (JSON.stringify(state.analyses) !== JSON.stringify(this.kinds)) {
      this.kinds = state.analyses;
      if (!this.kinds.some((kind) => kind.id === this.name)) { this.choose(""); }
      this.form();
    }
    (/** @type {HTMLElement} */ (this.host.parentElement)).hidden = this.kinds.length === 0;
    if (state.rev !== this.revision && state.isCurrent) { this.revision = state.rev; this.ask(); }
  }

  form() {
    const kinds = make("select", { "aria-label": "Analysis" }, make("option", { value: "" }, "none"),
      ...this.kinds.map((kind) => make("option", { value: kind.id }, kind.title)));
    (/** @type {HTMLSelectElement} */ (kinds)).value = this.name;
    kinds.addEventListener("change", () => { this.choose((/** @type {HTMLSelectElement} */ (kinds)).value); this.form(); this.ask(); });
    const parts = [kinds], kind = this.kinds.find((each) => each.id === this.name);
    if (kind?.choices?.length) {
      const choices = make("select", { "aria-label": kind.title }, ...kind.choices.map((each) => make("option", { value: each.id }, each.title)));
      (/** @type {HTMLSelectElement} */ (choices)).value = this.argument;
      choices.addEventListener("change", () => { this.argument = (/** @type {HTMLSelectElement} */ (choices)).value; this.ask(); });
      parts.push(choices);
    }
    this.host.replaceChildren(...parts, this.note);
  }

  /** @param {string} name */
  choose(name) {
    this.name = name;
    this.argument = this.kinds.find((kind) => kind.id === name)?.choices?.[0]?.id ?? "";
    this.analysis = null;
    this.note.textContent = this.picks ? "Click a place on the map with the tool that selects." : "";
    this.draw();
  }

  get picks() { return this.kinds.find((kind) => kind.id === this.name)?.picks ?? false; }

  /** A place was picked on the map. @param {string} spot */
  point(spot) {
    if (!this.picks) { return; }
    this.argument = spot;
    this.from = this.view.view;
    this.ask();
  }

  ask() {
    if (!this.name || (this.picks && !this.argument)) { return; }
    this.send({ type: "analyze", name: this.name, argument: this.argument, view: this.from });
  }

  /** @param {Message} message */
  show(message) {
    if (message.name !== this.name || message.argument !== this.argument) { return; }
    this.analysis = message;
    this.note.replaceChildren(message.about,
      ...(message.lines.length ? [make("ul", {}, ...message.lines.map((/** @type {string} */ line) => make("li", {}, line)))] : []));
    this.draw();
  }

  /** Draw the shades of the view that is shown. */
  draw() {
    const marks = [];
    for (const shade of this.analysis?.shades ?? []) {
      if (shade.view !== this.view.view) { continue; }
      for (const spot of shade.spots) {
        const mark = this.view.spotMark(spot, "shade");
        mark.setAttribute("data-look", shade.look);
        marks.push(mark);
        const center = shade.text && this.view.grid?.center(spot);
        if (center) { marks.push(textAt(center, shade.text)); }
      }
    }
    this.view.mark("analysis", marks);
  }
}

/** @param {[number, number]} point @param {string} text */
function textAt([x, y], text) {
  const element = document.createElementNS(SVG, "text");
  element.setAttribute("x", x.toFixed(2));
  element.setAttribute("y", y.toFixed(2));
  element.setAttribute("class", "shade-text");
  element.textContent = text;
  return element;
}
