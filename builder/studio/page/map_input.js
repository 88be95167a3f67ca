// @ts-check
/** Mouse, touch and keys on the map: strokes for the tools, panning and zooming. */
import { Stroke } from "./tools.js";

/**
 * @typedef {import("./grids.js").Point} Point
 * @typedef {import("./grids.js").Side} Side
 * @typedef {{tool: () => import("./tools.js").Tool | null, canEdit: () => boolean, hover: (text: string) => void,
 *   stroke: (stroke: Stroke, isTaken: boolean) => void, point: (spot: string) => void}} Listener
 */

export class MapInput {
  /** @param {import("./map_view.js").MapView} view @param {Listener} listener */
  constructor(view, listener) {
    this.view = view;
    this.listener = listener;
    /** The spot that the keyboard is at, and which of its sides. */
    this.cursor = "";
    this.side = 0;
    /** @type {Stroke | null} */
    this.stroke = null;
    this.isTaken = false;
    /** @type {string[]} */
    this.findings = [];
    /** The pointers that are down, with their last places. @type {Map<number, Point>} */
    this.pointers = new Map();
    this.isPanning = false;
    this.isSpaceDown = false;
    const host = view.host;
    host.addEventListener("pointerdown", (event) => this.down(event));
    host.addEventListener("pointermove", (event) => this.move(event));
    host.addEventListener("pointerup", (event) => this.up(event));
    host.addEventListener("pointercancel", (event) => { this.stroke = null; this.up(event); });
    host.addEventListener("contextmenu", (event) => event.preventDefault());
    host.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    host.addEventListener("keydown", (event) => this.key(event));
    host.addEventListener("keyup", (event) => { if (event.key === "Shift" && this.stroke && this.pointers.size === 0) { this.finish(); } });
    host.addEventListener("blur", () => { this.view.mark("cursor", []); });
    host.addEventListener("focus", () => this.showCursor());
  }

  /** @param {PointerEvent} event */
  down(event) {
    this.view.host.setPointerCapture(event.pointerId);
    this.pointers.set(event.pointerId, [event.clientX, event.clientY]);
    const tool = this.listener.tool();
    const isDrawing = tool !== null && tool.picks !== "none" && this.listener.canEdit();
    if (this.pointers.size === 2) { this.cancel(); this.isPanning = true; return; }
    if (event.button === 1 || !isDrawing || (event.shiftKey && event.button === 0)) {
      this.isPanning = true;
      this.view.host.classList.add("panning");
      if (tool && tool.picks === "none") { this.pick(event); }
      return;
    }
    this.isTaken = event.button === 2 || event.altKey;
    this.stroke = new Stroke();
    this.touch(event);
  }

  /** @param {PointerEvent} event */
  move(event) {
    const before = this.pointers.get(event.pointerId);
    if (before && this.isPanning) {
      if (this.pointers.size === 2) { this.pinch(event, before); }
      else { this.view.pan(event.clientX - before[0], event.clientY - before[1]); }
      this.pointers.set(event.pointerId, [event.clientX, event.clientY]);
      return;
    }
    if (before) { this.pointers.set(event.pointerId, [event.clientX, event.clientY]); }
    if (this.stroke && before) {
      for (const each of event.getCoalescedEvents?.() ?? [event]) { this.touch(each); }
      this.touch(event);
    }
    this.hover(event);
  }

  /** @param {PointerEvent} event @param {Point} before */
  pinch(event, before) {
    const other = [...this.pointers].find(([id]) => id !== event.pointerId);
    if (!other) { return; }
    const [x, y] = other[1];
    const was = Math.hypot(before[0] - x, before[1] - y), is = Math.hypot(event.clientX - x, event.clientY - y);
    if (was > 4 && is > 4) { this.view.zoom(is / was, [(x + event.clientX) / 2, (y + event.clientY) / 2]); }
    this.view.pan((event.clientX - before[0]) / 2, (event.clientY - before[1]) / 2);
  }

  /** @param {PointerEvent} event */
  up(event) {
    this.pointers.delete(event.pointerId);
    if (this.pointers.size === 0) { this.isPanning = false; this.view.host.classList.remove("panning"); }
    if (this.stroke) { this.finish(); }
  }

  finish() {
    const stroke = this.stroke;
    this.stroke = null;
    if (stroke && stroke.places.size) { this.listener.stroke(stroke, this.isTaken); }
  }

  cancel() {
    this.stroke = null;
    this.view.mark("stroke", []);
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    event.preventDefault();
    if (event.shiftKey) { this.view.pan(-event.deltaY, 0); return; }
    this.view.zoom(Math.exp(-Math.max(-200, Math.min(200, event.deltaY)) / 400), [event.clientX, event.clientY]);
  }

  /** The place that a tool picks under the pointer. @param {{clientX: number, clientY: number}} event */
  under(event) {
    const tool = this.listener.tool(), grid = this.view.grid, point = this.view.at(event);
    if (!grid) { return null; }
    if (tool?.picks === "side") {
      const side = grid.sideAt(point);
      return side && { label: side.label, side };
    }
    const label = grid.spotAt(point);
    return label === null ? null : { label, side: null };
  }

  /** @param {PointerEvent} event */
  touch(event) {
    const place = this.under(event);
    if (place) { this.extend(place.label, place.side); }
  }

  /** @param {string} label @param {Side | null} side */
  extend(label, side) {
    if (!this.stroke?.add(label, side)) { return; }
    const look = this.isTaken ? "stroke taken" : "stroke";
    this.view.mark("stroke", [...this.stroke.places].map(([spot, edge]) =>
      (edge ? this.view.sideMark(edge, "stroke-side") : this.view.spotMark(spot, look))));
  }

  /** @param {PointerEvent} event */
  pick(event) {
    const spot = this.view.grid?.spotAt(this.view.at(event));
    if (spot) { this.cursor = spot; this.showCursor(); this.listener.point(spot); }
  }

  /** @param {PointerEvent} event */
  hover(event) {
    const place = this.under(event);
    const grid = this.view.grid;
    this.listener.hover(place ? `${place.side ? "side" : grid?.noun ?? ""} ${place.label}` : "");
    if (event.pointerType !== "touch" && place) {
      this.view.mark("cursor", [place.side ? this.view.sideMark(place.side, "side-cursor") : this.view.spotMark(place.label, "cursor")]);
    }
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const grid = this.view.grid;
    if (!grid || event.ctrlKey || event.metaKey) { return; }
    if (!this.cursor || !grid.center(this.cursor)) { this.cursor = grid.first; }
    const picksSides = this.listener.tool()?.picks === "side";
    if (event.key.startsWith("Arrow")) {
      if (event.shiftKey && !this.stroke && this.listener.canEdit() && !picksSides) { this.beginByKey(); }
      this.cursor = grid.step(this.cursor, event.key);
      if (event.shiftKey && this.stroke) { this.extend(this.cursor, null); }
    } else if (picksSides && (event.key === "," || event.key === ".")) {
      const count = grid.sidesOf(this.cursor).length;
      this.side = (this.side + (event.key === "." ? 1 : count - 1)) % count;
    } else if (event.key === " " || event.key === "Enter") {
      const tool = this.listener.tool();
      if (!tool || tool.picks === "none") { this.listener.point(this.cursor); }
      else if (this.listener.canEdit()) { this.isTaken = false; this.beginByKey(); this.finish(); }
    } else if (event.key === "Delete" || event.key === "Backspace") {
      if (this.listener.canEdit()) { this.beginByKey(); this.isTaken = true; this.finish(); }
    } else if (event.key === "Escape") {
      this.cancel();
      this.findings = [];
      this.mapChanged();
    } else { return; }
    event.preventDefault();
    this.showCursor();
    this.view.reveal(this.cursor);
  }

  beginByKey() {
    const side = this.sideAtCursor();
    this.isTaken = false;
    this.stroke = new Stroke();
    this.extend(side ? side.label : this.cursor, side);
  }

  /** The side that the keyboard is at, if the tool picks sides. */
  sideAtCursor() {
    if (this.listener.tool()?.picks !== "side" || !this.view.grid) { return null; }
    const sides = this.view.grid.sidesOf(this.cursor);
    return sides[this.side % Math.max(1, sides.length)] ?? null;
  }

  showCursor() {
    const grid = this.view.grid;
    if (!grid || !this.cursor || !grid.center(this.cursor)) { return; }
    const side = this.sideAtCursor();
    const marks = [this.view.spotMark(this.cursor, "cursor"), ...(side ? [this.view.sideMark(side, "side-cursor")] : [])];
    this.view.mark("cursor", marks);
    this.listener.hover(side ? `side ${side.label}` : `${grid.noun} ${this.cursor}`);
  }

  toolChanged() {
    this.cancel();
    this.view.mark("cursor", []);
  }

  /** The map has been drawn again: what was only shown over it is in it now. */
  mapChanged() {
    if (!this.stroke) { this.view.mark("stroke", []); }
    const grid = this.view.grid;
    this.view.mark("finding", this.findings.filter((spot) => grid?.center(spot)).map((spot) => this.view.spotMark(spot, "finding")));
  }
}
