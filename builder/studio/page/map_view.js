// @ts-check
/** The drawing of the map: its layers, zoom and pan, and the marks over it. */
import { gridOf } from "./grids.js";
import { changeLayers } from "./layer_patches.js";

/**
 * @typedef {import("./grids.js").Grid} Grid
 * @typedef {import("./grids.js").Point} Point
 */

const SVG = "http://www.w3.org/2000/svg";
const MAX_ZOOM = 24;

export class MapView {
  /** @param {HTMLElement} host */
  constructor(host) {
    this.host = host;
    this.svg = document.createElementNS(SVG, "svg");
    this.svg.setAttribute("class", "drawing");
    this.svg.setAttribute("aria-hidden", "true");
    this.drawn = document.createElementNS(SVG, "g");
    this.over = document.createElementNS(SVG, "g");
    this.over.setAttribute("class", "over");
    this.svg.append(this.drawn, this.over);
    host.append(this.svg);
    /** @type {Map<string, Element>} */
    this.layers = new Map();
    /** @type {Grid | null} */
    this.grid = null;
    this.size = /** @type {Point} */ ([100, 100]);
    /** What is in view: left, top, width, height in mm. */
    this.box = [0, 0, 100, 100];
    this.view = "";
    /** The number of the map that is shown; the next changes are made to it. */
    this.number = 0;
    /** @type {Set<string>} */
    this.hiddenLayers = new Set();
    new ResizeObserver(() => this.keepShape()).observe(this.svg);
  }

  /** Show a map, or what has changed in it; false if it changes another map than this one. @param {Record<string, any>} message */
  show(message) {
    if (message.base === 0) { this.layers.clear(); } else if (message.base !== this.number) { return false; }
    const isOther = message.view !== this.view || !this.grid
      || message.size[0] !== this.size[0] || message.size[1] !== this.size[1];
    this.view = message.view;
    this.number = message.number;
    changeLayers(this.layers, message.layers);
    for (const name of [...this.layers.keys()]) { if (!message.order.includes(name)) { this.layers.delete(name); } }
    const wanted = message.order.map((/** @type {string} */ name) => /** @type {Element} */ (this.layers.get(name)));
    const current = [...this.drawn.children];
    if (wanted.length !== current.length || wanted.some((/** @type {Element} */ layer, /** @type {number} */ index) => layer !== current[index])) {
      this.drawn.replaceChildren(...wanted);
    }
    this.size = message.size;
    this.grid = gridOf(message.grid);
    this.origin = message.origin;
    this.over.setAttribute("transform", `translate(${message.origin[0]} ${message.origin[1]})`);
    this.applyHidden();
    if (isOther) { this.fit(); }
    this.host.dataset.grid = JSON.stringify({ grid: message.grid, origin: message.origin });
    this.host.dataset.view = message.view;
    this.host.dataset.rev = message.rev;
    return true;
  }

  /** Forget the map; only a whole one can be shown next. */
  clear() {
    this.number = 0;
    this.view = "";
  }

  /** Hide some layers. @param {Set<string>} names */
  hide(names) { this.hiddenLayers = names; this.applyHidden(); }

  applyHidden() {
    for (const [name, layer] of this.layers) { layer.toggleAttribute("hidden", false); (/** @type {SVGElement} */ (layer)).style.display = this.hiddenLayers.has(name.split(".")[0]) ? "none" : ""; }
  }

  /** Show the whole map. */
  fit() {
    const margin = 0.02 * Math.max(...this.size);
    this.box = [-margin, -margin, this.size[0] + 2 * margin, this.size[1] + 2 * margin];
    this.keepShape();
  }

  /** Give the box the shape of the host, around the same middle. */
  keepShape() {
    const { clientWidth: wide, clientHeight: tall } = this.host;
    if (!wide || !tall) { return; }
    const [x, y, w, h] = this.box;
    const unit = Math.max(w / wide, h / tall);
    this.place(x + w / 2, y + h / 2, unit);
  }

  /** @param {number} x @param {number} y @param {number} unit mm in a pixel, around a middle */
  place(x, y, unit) {
    const { clientWidth: wide, clientHeight: tall } = this.host;
    const whole = Math.max(this.size[0] / wide, this.size[1] / tall) * 1.1;
    const bounded = Math.min(whole * 1.2, Math.max(whole / MAX_ZOOM, unit));
    this.box = [x - wide * bounded / 2, y - tall * bounded / 2, wide * bounded, tall * bounded];
    this.svg.setAttribute("viewBox", this.box.map((number) => number.toFixed(3)).join(" "));
  }

  /** Zoom around a point of the screen; by default around the middle. @param {number} factor @param {Point} [at] */
  zoom(factor, at) {
    const rect = this.host.getBoundingClientRect();
    const unit = this.box[2] / rect.width;
    const [px, py] = at ? [at[0] - rect.left, at[1] - rect.top] : [rect.width / 2, rect.height / 2];
    const x = this.box[0] + px * unit, y = this.box[1] + py * unit;
    const next = unit / factor;
    this.place(x + (rect.width / 2 - px) * next, y + (rect.height / 2 - py) * next, next);
  }

  /** Move by pixels. @param {number} right @param {number} down */
  pan(right, down) {
    const unit = this.box[2] / this.host.clientWidth;
    this.place(this.box[0] + this.box[2] / 2 - right * unit, this.box[1] + this.box[3] / 2 - down * unit, unit);
  }

  /** Where a place of the screen is, in mm from the grid's corner. @param {{clientX: number, clientY: number}} event @returns {Point} */
  at(event) {
    const rect = this.host.getBoundingClientRect(), unit = this.box[2] / rect.width;
    const [left, top] = this.origin ?? [0, 0];
    return [this.box[0] + (event.clientX - rect.left) * unit - left, this.box[1] + (event.clientY - rect.top) * unit - top];
  }

  /** Bring a spot into view. @param {string} spot */
  reveal(spot) {
    const center = this.grid?.center(spot);
    if (!center) { return; }
    const [left, top] = this.origin ?? [0, 0], [x, y] = [center[0] + left, center[1] + top];
    const [bx, by, bw, bh] = this.box, edge = 0.08;
    if (x < bx + bw * edge || x > bx + bw * (1 - edge) || y < by + bh * edge || y > by + bh * (1 - edge)) {
      this.place(x, y, bw / this.host.clientWidth);
    }
  }

  /** Replace the marks of a kind that lie over the map. @param {string} kind @param {Element[]} marks */
  mark(kind, marks) {
    for (const old of this.over.querySelectorAll(`:scope > [data-kind="${kind}"]`)) { old.remove(); }
    for (const mark of marks) { mark.setAttribute("data-kind", kind); }
    this.over.append(...marks);
  }

  /** A mark over a spot. @param {string} spot @param {string} look */
  spotMark(spot, look) {
    const polygon = document.createElementNS(SVG, "polygon");
    const points = this.grid?.outline(spot) ?? [];
    polygon.setAttribute("points", points.map(([x, y]) => `${x.toFixed(2)},${y.toFixed(2)}`).join(" "));
    polygon.setAttribute("class", look);
    return polygon;
  }

  /** A mark over a side. @param {import("./grids.js").Side} side @param {string} look */
  sideMark(side, look) {
    const line = document.createElementNS(SVG, "line");
    const [[x1, y1], [x2, y2]] = side.ends;
    for (const [name, value] of Object.entries({ x1, y1, x2, y2 })) { line.setAttribute(name, value.toFixed(2)); }
    line.setAttribute("class", look);
    return line;
  }
}
