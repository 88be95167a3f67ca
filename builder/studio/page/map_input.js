// @ts-check
/** Mouse, touch and keys on the map: strokes for the tools, panning and zooming. */
import { Stroke } from "./tools.js";

/**
 * @typedef {import("./grids.js").Point} Point
 * @typedef {import("./grids.js").Side} Side
 * @typedef {{tool: () => import("./tools.js").Tool | null, canEdit: () => boolean, takes: () => boolean, hover: (text: string) => void,
 *   stroke: (stroke: Stroke, isTaken: boolean) => void, point: (spot: string) => void,
 *   carrier: import("./carrier.js").Carrier, part: import("./part_tool.js").PartTool,
 *   trace: import("./trace_tool.js").TraceTool, remove: (handle: import("./carrier.js").Handle) => void}} Listener
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
    /** Where a block was begun that is painted at once. @type {Point | null} */
    this.block = null;
    /** What was under the pointer when it went down, until it has moved or gone up. @type {{handle: import("./carrier.js").Handle, at: Point, from: Point, spot: string | null} | null} */
    this.grip = null;
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
    if (this.carrier.held) { this.carrier.carry(this.view.at(event), this.spotAt(event)); this.carrier.drop(); return; }
    if (tool?.picks === "trace" && event.button === 0 && !event.shiftKey) { this.listener.trace.down(this.view.at(event)); return; }
    if (tool?.picks === "part" && event.button === 0 && !event.shiftKey) { this.part.down(this.view.at(event), this.spotAt(event), event); return; }
    if (this.selects(tool) && event.button !== 1 && !event.shiftKey && this.listener.canEdit()) {
      const from = this.view.at(event), spot = this.spotAt(event), [handle] = this.carrier.at(from, spot);
      if (event.button === 2 || this.listener.takes()) { if (handle?.remove) { this.listener.remove(handle); } return; }
      if (handle) { this.grip = { handle, at: [event.clientX, event.clientY], from, spot }; return; }
    }
    if (event.button === 1 || !isDrawing || (event.shiftKey && event.button === 0)) {
      this.isPanning = true;
      this.view.host.classList.add("panning");
      if (this.selects(tool)) { this.pick(event); }
      return;
    }
    this.isTaken = event.button === 2 || event.altKey || this.listener.takes();
    this.stroke = new Stroke();
    this.block = (event.ctrlKey || event.metaKey) && tool?.picks === "spot" && this.view.grid?.kind !== "plane" ? this.view.at(event) : null;
    this.touch(event);
  }

  get carrier() { return this.listener.carrier; }

  get part() { return this.listener.part; }

  /** Whether the tool that selects a part of the map is chosen. */
  get selectsPart() { return this.listener.tool()?.picks === "part"; }

  /** Whether a tool selects and moves what is there. @param {import("./tools.js").Tool | null} tool */
  selects(tool) { return tool?.id === "select"; }

  /** @param {{clientX: number, clientY: number}} event */
  spotAt(event) { return this.view.grid?.spotAt(this.view.at(event)) ?? null; }

  /** @param {PointerEvent} event */
  move(event) {
    const before = this.pointers.get(event.pointerId);
    if (this.grip && Math.hypot(event.clientX - this.grip.at[0], event.clientY - this.grip.at[1]) > 4) {
      this.carrier.take(this.grip.handle, this.grip.from, this.grip.spot);
      this.grip = null;
    }
    if (this.carrier.held && !this.isPanning) { this.carrier.carry(this.view.at(event), this.spotAt(event)); return; }
    if (before && this.isPanning) {
      if (this.pointers.size === 2) { this.pinch(event, before); }
      else { this.view.pan(event.clientX - before[0], event.clientY - before[1]); }
      this.pointers.set(event.pointerId, [event.clientX, event.clientY]);
      return;
    }
    if (before) { this.pointers.set(event.pointerId, [event.clientX, event.clientY]); }
    if (this.selectsPart) {
      this.part.move(this.view.at(event), this.spotAt(event), before !== undefined);
      if (this.part.held) { return; }
    }
    if (this.listener.trace.grip) { this.listener.trace.move(this.view.at(event)); return; }
    if (this.stroke && before && this.block) { this.fill(this.block, this.view.at(event)); }
    else if (this.stroke && before) {
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
    if (this.selectsPart && !this.isPanning && event.type === "pointerup") { this.part.up(this.view.at(event), this.spotAt(event), event); }
    this.listener.trace.up();
    if (this.pointers.size === 0) { this.isPanning = false; this.view.host.classList.remove("panning"); }
    if (this.grip) { this.grip = null; this.pick(event); }
    else if (this.carrier.held && event.type === "pointerup") { this.carrier.drop(); }
    if (this.stroke) { this.finish(); }
  }

  finish() {
    const stroke = this.stroke;
    this.stroke = null;
    if (stroke && stroke.places.size) { this.listener.stroke(stroke, this.isTaken); }
  }

  cancel() {
    this.stroke = null;
    this.grip = null;
    if (this.carrier.held) { this.carrier.cancel(); }
    this.part.cancel();
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

  /** Make the stroke a block of columns and rows. @param {Point} from @param {Point} to */
  fill(from, to) {
    const spots = this.view.grid?.block(from, to) ?? [];
    this.stroke = new Stroke();
    spots.forEach((spot) => this.stroke?.add(spot, null));
    this.view.mark("stroke", spots.map((spot) => this.view.spotMark(spot, this.isTaken ? "stroke taken" : "stroke")));
    this.listener.hover(`${spots[0]} to ${spots[spots.length - 1]}`);
  }

  /** @param {PointerEvent} event */
  pick(event) {
    const point = this.view.at(event), spot = this.spotAt(event);
    this.carrier.select(point, spot);
    if (spot) { this.cursor = spot; this.showCursor(); this.listener.point(spot); }
  }

  /** @param {PointerEvent} event */
  hover(event) {
    const place = this.under(event);
    const grid = this.view.grid;
    const [handle] = this.selects(this.listener.tool()) && this.listener.canEdit() ? this.carrier.at(this.view.at(event), this.spotAt(event)) : [];
    this.view.host.classList.toggle("takes", Boolean(handle));
    const owner = handle?.owner || handle?.id || "";
    if (owner !== this.carrier.hovered) { this.carrier.hovered = owner; this.carrier.draw(); }
    const about = handle ? ` · ${handle.title}: drag to move` : "";
    this.listener.hover(place ? `${place.side ? "side" : grid?.noun ?? ""} ${place.label}${about}` : "");
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
    if (this.listener.tool()?.picks === "trace" && this.listener.trace.key(event)) { event.preventDefault(); event.stopPropagation(); return; }
    if (this.selectsPart && this.part.key(event, this.cursor, (key) => { this.cursor = grid.step(this.cursor, key); return this.cursor; })) {
      event.preventDefault();
      event.stopPropagation();
      if (!event.key.startsWith("Arrow")) { return; }
      this.view.mark("cursor", [this.view.spotMark(this.cursor, "cursor")]);
      this.view.reveal(this.cursor);
      return;
    }
    if (event.key.startsWith("Arrow")) {
      if (event.shiftKey && !this.stroke && this.listener.canEdit() && !picksSides) { this.beginByKey(); }
      this.cursor = grid.step(this.cursor, event.key);
      if (this.carrier.held) {
        this.carryToCursor();
        event.preventDefault();
        this.view.mark("cursor", [this.view.spotMark(this.cursor, "cursor")]);
        this.view.reveal(this.cursor);
        return;
      }
      if (event.shiftKey && this.stroke) { this.extend(this.cursor, null); }
    } else if (picksSides && (event.key === "," || event.key === ".")) {
      const count = grid.sidesOf(this.cursor).length;
      this.side = (this.side + (event.key === "." ? 1 : count - 1)) % count;
    } else if (event.key.toLowerCase() === "g" && this.selects(this.listener.tool())) {
      this.grab();
      event.preventDefault();
      event.stopPropagation();
      return;
    } else if (event.key === " " || event.key === "Enter") {
      const tool = this.listener.tool();
      if (this.carrier.held) { this.carrier.drop(); event.preventDefault(); return; }
      if (!tool || tool.picks === "none" || tool.picks === "part" || tool.picks === "trace") {
        this.carrier.select(/** @type {Point} */ (grid.center(this.cursor)), this.cursor);
        this.listener.point(this.cursor);
      }
      else if (this.listener.canEdit()) { this.isTaken = false; this.beginByKey(); this.finish(); }
    } else if (event.key === "Delete" || event.key === "Backspace") {
      if (this.selects(this.listener.tool())) { this.removeAtCursor(); }
      else if (this.listener.canEdit()) { this.beginByKey(); this.isTaken = true; this.finish(); }
    } else if (event.key === "Escape") {
      this.cancel();
      this.findings = [];
      this.mapChanged();
    } else { return; }
    event.preventDefault();
    this.showCursor();
    this.view.reveal(this.cursor);
  }

  /** Pick up the thing at the cursor; the next one there if one is held already. */
  grab() {
    const center = this.view.grid?.center(this.cursor);
    if (!center || !this.listener.canEdit()) { return; }
    const before = this.carrier.held, from = before?.from ?? center, spot = before ? before.spot : this.cursor;
    const handles = this.carrier.at(from, spot);
    if (handles.length === 0) { this.listener.hover(`${this.cursor}: nothing here can be moved`); return; }
    const index = handles.findIndex((handle) => handle.id === before?.handle.id);
    this.carrier.take(handles[(index + 1) % handles.length], from, spot);
  }

  carryToCursor() {
    const center = this.view.grid?.center(this.cursor);
    if (center) { this.carrier.carry(center, this.cursor); }
  }

  removeAtCursor() {
    const center = this.view.grid?.center(this.cursor);
    const handle = center && this.carrier.at(center, this.cursor).find((each) => each.remove);
    if (handle && this.listener.canEdit()) { this.listener.remove(handle); }
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
    this.carrier.selected = "";
    this.carrier.draw();
    this.view.mark("cursor", []);
  }

  /** The map has been drawn again and contains the stroke, so its marks are removed. */
  mapChanged() {
    if (!this.stroke) { this.view.mark("stroke", []); }
    this.carrier.draw();
    if (this.selectsPart) { this.part.draw(); }
    this.listener.trace.mapChanged();
    const grid = this.view.grid;
    this.view.mark("finding", this.findings.filter((spot) => grid?.center(spot)).map((spot) => this.view.spotMark(spot, "finding")));
  }
}
