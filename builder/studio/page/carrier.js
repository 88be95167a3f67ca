// @ts-check
/** Dragging things on the map with the mouse or keys: the thing that is held, its ghost, and its operation. */
import { movedPoint } from "./moves.js";

/**
 * @typedef {import("./grids.js").Point} Point
 * @typedef {{id: string, title: string, op: Record<string, any>, to: string, drop: "spot" | "cells" | "at" | "by" | "zone",
 *   spots: string[], outline: Point[], point: Point | null, is_large: boolean, remove: Record<string, any> | null, owner: string}} Handle
 * @typedef {{id: string, title: string, spots: string[], outline: Point[]}} Target
 * @typedef {{handle: Handle, from: Point, spot: string, to: Point, toSpot: string}} Held
 */

const SVG = "http://www.w3.org/2000/svg";
/** How near the pointer has to be to a point, in pixels. */
const REACH = 8;
const SNAP = 0.5;

export class Carrier {
  /** @param {import("./map_view.js").MapView} view @param {(ops: Record<string, any>[], title: string) => void} apply @param {(text: string) => void} say */
  constructor(view, apply, say) {
    this.view = view;
    this.apply = apply;
    this.say = say;
    /** @type {Handle[]} */
    this.handles = [];
    /** @type {Handle[]} */
    this.units = [];
    /** @type {Target[]} */
    this.zones = [];
    /** @type {Held | null} */
    this.held = null;
    /** The id of the thing that is selected, whose corners are shown. */
    this.selected = "";
    /** The id of the thing under the pointer. */
    this.hovered = "";
  }

  /** @param {{handles: Handle[], units: Handle[], zones: Target[]}} given */
  show(given) {
    this.handles = given.handles;
    this.units = given.units;
    this.zones = given.zones;
    if (!this.handles.some((handle) => handle.id === this.selected)) { this.selected = ""; }
    if (this.held && ![...this.handles, ...this.units].some((handle) => handle.id === this.held?.handle.id)) { this.cancel(); }
    this.draw();
  }

  get unit() { return this.view.grid?.unit ?? 1; }

  /** A point of the screen in the unit of the table. @param {Point} point in mm @returns {Point} */
  inUnits([x, y]) { return [x / this.unit, y / this.unit]; }

  /** The things that can be picked up at a point, the best first. @param {Point} point in mm @param {string | null} spot @returns {Handle[]} */
  at(point, spot) {
    const here = this.inUnits(point), reach = REACH * this.view.box[2] / this.view.host.clientWidth / this.unit;
    const near = this.handles.filter((each) => each.point && distance(each.point, here) <= reach && this.isShown(each))
      .sort((one, other) => distance(/** @type {Point} */ (one.point), here) - distance(/** @type {Point} */ (other.point), here));
    const covers = (/** @type {Handle} */ each) => (each.outline.length ? isInside(here, each.outline) : Boolean(spot) && each.spots.includes(/** @type {string} */ (spot)));
    const under = this.handles.filter((each) => !each.point && covers(each));
    const size = (/** @type {Handle} */ each) => (each.outline.length ? areaOf(each.outline) : each.spots.length);
    const small = under.filter((each) => !each.is_large).sort((one, other) => size(one) - size(other));
    const chosen = under.filter((each) => each.is_large && each.id === this.selected);
    return [...near, ...small, ...chosen];
  }

  /** Whether a corner can be picked up; new ones only if their thing is selected. @param {Handle} handle */
  isShown(handle) { return !handle.op.insert || handle.owner === "" || handle.owner === this.selected; }

  /** Select what lies at a point; again for what lies below it. @param {Point} point in mm @param {string | null} spot */
  select(point, spot) {
    const here = this.inUnits(point);
    const under = this.handles.filter((each) => !each.point && !each.owner
      && (each.outline.length ? isInside(here, each.outline) : spot !== null && each.spots.includes(spot)));
    under.sort((one, other) => Number(one.is_large) - Number(other.is_large));
    const index = under.findIndex((each) => each.id === this.selected);
    this.selected = under[(index + 1) % Math.max(1, under.length)]?.id ?? "";
    this.draw();
  }

  /** @param {Handle} handle @param {Point} from in mm @param {string | null} spot */
  take(handle, from, spot) {
    const start = spot && handle.spots.includes(spot) ? spot : handle.spots[0] ?? spot ?? "";
    this.held = { handle, from, spot: start, to: from, toSpot: start };
    this.say(`${handle.title}: where to?`);
    this.draw();
  }

  /** @param {Point} to in mm @param {string | null} spot */
  carry(to, spot) {
    if (!this.held) { return; }
    this.held.to = to;
    this.held.toSpot = spot ?? "";
    const zone = this.held.handle.drop === "zone" ? this.zoneAt(to, spot) : null;
    this.say(`${this.held.handle.title}: ${zone ? zone.title : this.held.handle.drop === "zone" ? "no zone here" : this.view.grid?.place(to) ?? ""}`);
    this.draw();
  }

  /** Put down what is held. */
  drop() {
    const held = this.held;
    if (!held) { return; }
    this.held = null;
    const { handle } = held, op = { ...handle.op };
    if (handle.drop === "zone") {
      const zone = this.zoneAt(held.to, held.toSpot);
      if (!zone) { this.say("Drop it on a zone."); this.draw(); return; }
      op[handle.to] = zone.id;
    } else if (handle.drop === "spot" || handle.drop === "cells") {
      if (!held.toSpot) { this.say("Drop it on the map."); this.draw(); return; }
      op[handle.to] = held.toSpot;
      if (handle.drop === "cells") { op.start = held.spot; }
    } else {
      const [x, y] = this.way(held);
      op[handle.to] = handle.drop === "by" ? [x, y] : this.goal(held);
      if (x === 0 && y === 0) { this.draw(); return; }
    }
    this.draw();
    if (held.toSpot !== held.spot || handle.drop === "zone" || handle.drop === "at" || handle.drop === "by") {
      this.apply([op], `Move ${handle.title}`);
    }
  }

  cancel() {
    this.held = null;
    this.draw();
  }

  /** The distance that something on a table is moved, in halves of its unit. @param {Held} held @returns {Point} */
  way(held) {
    const [a, b] = this.inUnits(held.from), [c, d] = this.inUnits(held.to);
    return [snapped(c - a), snapped(d - b)];
  }

  /** The new place of a point on a table. @param {Held} held @returns {Point} */
  goal(held) {
    const [x, y] = this.inUnits(held.to);
    return [snapped(x), snapped(y)];
  }

  /** @param {Point} point in mm @param {string | null} spot */
  zoneAt(point, spot) {
    const here = this.inUnits(point);
    const zones = this.zones.filter((zone) => (zone.outline.length ? isInside(here, zone.outline) : spot !== null && zone.spots.includes(spot)));
    return zones.sort((one, other) => one.spots.length - other.spots.length || areaOf(one.outline) - areaOf(other.outline))[0] ?? null;
  }

  /** Draw the selected thing with its corners, and the ghost of the one that is held. */
  draw() {
    const marks = [], owner = this.held ? "" : this.hovered || this.selected;
    for (const handle of this.handles) {
      if (handle.id === this.selected && !this.held) { marks.push(...this.marksOf(handle, "selected")); }
      const isCorner = handle.point && handle.owner !== "" && (handle.owner === owner || handle.owner === this.selected) && this.isShown(handle);
      if (isCorner || (handle.point && handle.owner === "" && handle.id.match(/[#+]/))) { marks.push(this.dot(/** @type {Point} */ (handle.point), handle.op.insert ? "corner new" : "corner")); }
    }
    this.view.mark("handle", marks);
    this.view.mark("ghost", this.held ? this.ghost(this.held) : []);
  }

  /** @param {Handle} handle @param {string} look */
  marksOf(handle, look) {
    if (handle.outline.length) { return [this.polygon(handle.outline, look)]; }
    return handle.point ? [this.dot(handle.point, look)] : handle.spots.map((spot) => this.view.spotMark(spot, look));
  }

  /** @param {Held} held */
  ghost(held) {
    const { handle } = held, grid = this.view.grid;
    if (handle.drop === "zone") {
      const zone = this.zoneAt(held.to, held.toSpot);
      return zone ? (zone.outline.length ? [this.polygon(zone.outline, "ghost")] : zone.spots.map((spot) => this.view.spotMark(spot, "ghost"))) : [];
    }
    if (handle.drop === "by") {
      const way = this.way(held);
      return [this.polygon(handle.outline.map((point) => movedPoint(point, [0, 0], way, "none")), "ghost")];
    }
    if (handle.drop === "at") { return [this.dot(this.goal(held), "ghost")]; }
    if (!held.toSpot) { return []; }
    const spots = handle.drop === "cells" ? grid?.moved(handle.spots, held.spot, held.toSpot, "none") : [held.toSpot];
    return (spots ?? handle.spots).map((spot) => this.view.spotMark(spot, spots ? "ghost" : "ghost off"));
  }

  /** @param {Point[]} points in the unit of the table @param {string} look */
  polygon(points, look) {
    const element = document.createElementNS(SVG, "polygon");
    element.setAttribute("points", points.map(([x, y]) => `${(x * this.unit).toFixed(2)},${(y * this.unit).toFixed(2)}`).join(" "));
    element.setAttribute("class", look);
    return element;
  }

  /** @param {Point} point in the unit of the table @param {string} look */
  dot([x, y], look) {
    const element = document.createElementNS(SVG, "circle");
    const radius = 4.5 * this.view.box[2] / Math.max(1, this.view.host.clientWidth);
    for (const [name, value] of Object.entries({ cx: x * this.unit, cy: y * this.unit, r: radius })) { element.setAttribute(name, value.toFixed(2)); }
    element.setAttribute("class", look);
    return element;
  }
}

/** @param {number} value */
function snapped(value) { return Math.round(value / SNAP) * SNAP; }

/** @param {Point} one @param {Point} other */
function distance(one, other) { return Math.hypot(one[0] - other[0], one[1] - other[1]); }

/** Whether a point is in a polygon. @param {Point} point @param {Point[]} outline */
export function isInside([x, y], outline) {
  let inside = false;
  outline.forEach(([x1, y1], index) => {
    const [x2, y2] = outline[(index + 1) % outline.length];
    if ((y1 > y) !== (y2 > y) && x < (x2 - x1) * (y - y1) / (y2 - y1) + x1) { inside = !inside; }
  });
  return inside;
}

/** @param {Point[]} outline */
function areaOf(outline) {
  return Math.abs(outline.reduce((sum, [x1, y1], index) => {
    const [x2, y2] = outline[(index + 1) % outline.length];
    return sum + x1 * y2 - x2 * y1;
  }, 0)) / 2;
}
