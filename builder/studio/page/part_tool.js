// @ts-check
/** The tool that selects a part of the map: to move, copy, mirror, erase and paste it, also into another file. */
import { button, make } from "./elements.js";
import { movedPoint } from "./moves.js";

/**
 * @typedef {import("./grids.js").Point} Point
 * @typedef {import("./moves.js").Mirror} Mirror
 * @typedef {Record<string, any>} Message
 * @typedef {{spots: string[], box: number[]}} Area cells of a grid, or a box on a table in its unit
 * @typedef {{area: Area, clip: Message | null, start: string, from: Point, to: Point, spot: string, mirror: Mirror, isCopy: boolean, place: string}} Held
 * @typedef {{apply: (ops: Message[], title: string) => void, send: (message: Message) => void, say: (text: string) => void,
 *   canEdit: () => boolean, panel: () => void}} Listener
 */

const SVG = "http://www.w3.org/2000/svg";
/** Where the part that was copied is kept for other pages of this studio. */
const KEPT = "brainbug-part";
const SNAP = 0.5;

export class PartTool {
  /** @param {import("./map_view.js").MapView} view @param {Listener} listener */
  constructor(view, listener) {
    this.view = view;
    this.listener = listener;
    /** @type {Area} */
    this.area = { spots: [], box: [] };
    /** @type {Held | null} */
    this.held = null;
    /** Where a box was begun. @type {Point | null} */
    this.first = null;
    /** @type {string[]} */
    this.before = [];
    this.anchor = "";
    /** Whether the selection is erased once it has been copied. */
    this.isCut = false;
    this.level = "";
    this.file = "";
  }

  get isTable() { return this.view.grid?.kind === "plane"; }

  get isEmpty() { return this.area.spots.length === 0 && this.area.box.length === 0; }

  /** A file or level that is shown: what was selected in another one is selected no longer. @param {string} file @param {string} level */
  context(file, level) {
    if (file === this.file && level === this.level) { return; }
    this.file = file;
    this.level = level;
    if (this.held && !this.held.clip) { this.held = null; }
    this.select({ spots: [], box: [] });
  }

  /** @param {Area} area */
  select(area) {
    this.area = area;
    this.draw();
    this.listener.panel();
  }

  selectAll() {
    const grid = this.view.grid;
    if (!grid) { return; }
    const [width, depth] = this.view.size, far = /** @type {Point} */ ([width * 2, depth * 2]);
    this.select(this.isTable ? { spots: [], box: [0, 0, ...(grid.extent ?? [0, 0])] } : { spots: grid.block([-width, -depth], far), box: [] });
  }

  /** Whether a place is in what is selected. @param {Point} point in mm @param {string | null} spot */
  has(point, spot) {
    if (!this.isTable) { return spot !== null && this.area.spots.includes(spot); }
    const [west, north, width, depth] = this.area.box, unit = this.view.grid?.unit ?? 1, [x, y] = [point[0] / unit, point[1] / unit];
    return this.area.box.length > 0 && x >= west && x <= west + width && y >= north && y <= north + depth;
  }

  /** @param {Point} point @param {string | null} spot @param {PointerEvent} event */
  down(point, spot, event) {
    if (this.isTable && this.level) { this.listener.say("Parts of the map are copied on the ground, not under it."); return; }
    if (this.held) { this.carry(point, spot); this.drop(event.ctrlKey || event.metaKey); return; }
    if (event.button === 0 && !event.ctrlKey && this.has(point, spot) && this.listener.canEdit()) {
      this.take(point, spot ?? "");
      return;
    }
    this.first = point;
    this.before = event.ctrlKey || event.metaKey ? this.area.spots : [];
  }

  /** @param {Point} point @param {string | null} spot @param {boolean} isDown whether a button is held */
  move(point, spot, isDown) {
    if (this.held) { this.carry(point, spot); return; }
    if (this.first && isDown) {
      this.area = this.boxed(this.first, point);
      this.draw(this.first, point);
    }
  }

  /** @param {Point} point @param {string | null} spot @param {PointerEvent} event */
  up(point, spot, event) {
    if (this.held && !this.held.clip) {
      const isClick = Math.hypot(point[0] - this.held.from[0], point[1] - this.held.from[1]) < 1;
      if (isClick) { this.cancel(); } else { this.drop(event.ctrlKey || event.metaKey); }
    }
    if (this.first) {
      const isClick = Math.hypot(point[0] - this.first[0], point[1] - this.first[1]) < 1;
      const area = this.boxed(this.first, point);
      this.first = null;
      this.select(isClick ? { spots: spot && !this.isTable ? [...new Set([...this.before, spot])] : [], box: [] } : area);
    }
  }

  /** What is between two points. @param {Point} one @param {Point} other @returns {Area} */
  boxed(one, other) {
    const grid = this.view.grid;
    if (!grid) { return { spots: [], box: [] }; }
    if (!this.isTable) { return { spots: [...new Set([...this.before, ...grid.block(one, other)])], box: [] }; }
    const [west, east] = [one[0], other[0]].sort((a, b) => a - b).map((x) => snapped(x / grid.unit));
    const [north, south] = [one[1], other[1]].sort((a, b) => a - b).map((y) => snapped(y / grid.unit));
    return { spots: [], box: [west, north, east - west, south - north] };
  }

  /** Begin to move what is selected. @param {Point} point @param {string} spot */
  take(point, spot) {
    const start = this.area.spots.includes(spot) ? spot : this.area.spots[0] ?? "";
    this.hold(this.area, null, start, point);
  }

  /** @param {Area} area @param {Message | null} clip @param {string} start @param {Point} point */
  hold(area, clip, start, point) {
    this.held = { area, clip, start, from: point, to: point, spot: start, mirror: "none", isCopy: false, place: "" };
    this.listener.say("X and Y mirror it, Escape puts it back; with Ctrl it is copied");
    this.draw();
    this.listener.panel();
  }

  /** @param {Point} point @param {string | null} spot */
  carry(point, spot) {
    const held = this.held;
    if (!held) { return; }
    held.to = point;
    held.spot = spot ?? held.spot;
    const place = this.isTable ? this.corner(held).join() : held.spot;
    if (place !== held.place) {
      held.place = place;
      this.draw();
      const where = this.view.grid?.place(point) ?? "";
      this.listener.say(this.placed(held) ? `${held.clip ? "Paste" : "Move"} to ${where}` : `At ${where}, a part of it would be off the map.`);
    }
  }

  /** The north-west corner of a box that is held, in the unit of the table. @param {Held} held @returns {Point} */
  corner(held) {
    const unit = this.view.grid?.unit ?? 1, [west, north, width, depth] = held.area.box;
    if (held.clip) { return [snapped(held.to[0] / unit - width / 2), snapped(held.to[1] / unit - depth / 2)]; }
    return [snapped(west + (held.to[0] - held.from[0]) / unit), snapped(north + (held.to[1] - held.from[1]) / unit)];
  }

  /** @param {"left-right" | "up-down"} way */
  mirror(way) {
    if (!this.held && !this.isEmpty) { this.take(this.middle(), ""); }
    if (!this.held) { return; }
    const now = new Set({ none: [], both: ["left-right", "up-down"], "left-right": ["left-right"], "up-down": ["up-down"] }[this.held.mirror]);
    if (!now.delete(way)) { now.add(way); }
    this.held.mirror = /** @type {Mirror} */ (now.size === 2 ? "both" : [...now][0] ?? "none");
    this.draw();
  }

  /** The middle of what is selected, in mm. @returns {Point} */
  middle() {
    const grid = this.view.grid;
    if (!grid) { return [0, 0]; }
    if (this.isTable) { const [x, y, width, depth] = this.area.box; return [(x + width / 2) * grid.unit, (y + depth / 2) * grid.unit]; }
    return grid.center(this.area.spots[0] ?? "") ?? [0, 0];
  }

  /** Put down what is held. @param {boolean} isCopy */
  drop(isCopy) {
    const held = this.held;
    if (!held) { return; }
    this.held = null;
    const level = this.isTable || !this.level ? {} : { level: this.level };
    const mirror = held.mirror === "none" ? {} : { mirror: held.mirror };
    /** @type {Message} */
    const place = this.isTable ? { at: this.corner(held), ...mirror } : { start: held.start, spot: held.spot, ...mirror };
    if (held.clip) {
      this.listener.apply([{ op: "paste-part", part: held.clip, ...level, ...place }], "Paste");
    } else {
      const what = this.isTable ? { box: held.area.box } : { spots: held.area.spots.join(" ") };
      this.listener.apply([{ op: "copy-part", ...what, ...level, ...place, ...(isCopy ? {} : { move: true }) }], isCopy ? "Copy a part" : "Move a part");
    }
    this.select(this.placed(held) ?? { spots: [], box: [] });
  }

  /** Where what is held would be; null off the map. @param {Held} held @returns {Area | null} */
  placed(held) {
    if (this.isTable) { return { spots: [], box: [...this.corner(held), ...held.area.box.slice(2)] }; }
    const spots = held.spot ? this.view.grid?.moved(held.area.spots, held.start, held.spot, held.mirror) : null;
    return spots ? { spots, box: [] } : null;
  }

  cancel() {
    this.held = null;
    this.first = null;
    this.draw();
    this.listener.panel();
  }

  /** @param {boolean} isCut */
  copy(isCut) {
    if (this.isEmpty) { this.listener.say("First select a part of the map."); return; }
    this.isCut = isCut;
    this.listener.send({ type: "part", view: this.level, spots: this.area.spots.join(" "), box: this.area.box });
  }

  /** A part that the server has copied. @param {Message} part */
  copied(part) {
    const text = JSON.stringify(part);
    localStorage.setItem(KEPT, text);
    navigator.clipboard?.writeText(text).catch(() => undefined);
    this.listener.say("Copied. Ctrl+V pastes it, also into another file of this studio.");
    if (this.isCut) { this.erase(); }
    this.isCut = false;
    this.listener.panel();
  }

  /** Hold a part that was copied. @param {string} [text] that of the clipboard */
  paste(text) {
    const part = read(text) ?? read(localStorage.getItem(KEPT) ?? "");
    if (!part || !this.listener.canEdit()) { this.listener.say("There is nothing to paste: first copy a part of a map."); return; }
    const spots = part.cells ? String(part.cells).split(" ") : [], box = part.box ?? [];
    if (this.isTable !== (part.kind === "table")) { this.listener.say("This is a part of another kind of map."); return; }
    const [left, top] = this.view.origin ?? [0, 0], [x, y, wide, tall] = this.view.box;
    const center = /** @type {Point} */ ([x + wide / 2 - left, y + tall / 2 - top]), spot = this.view.grid?.spotAt(center);
    this.hold({ spots, box }, part, spots[0] ?? "", center);
    if (this.held) { this.held.spot = (!this.isTable && spot) || spots[0] || ""; }
    this.draw();
    this.view.host.focus();
  }

  erase() {
    if (this.isEmpty || !this.listener.canEdit()) { return; }
    const level = this.level ? { level: this.level } : {};
    const spots = this.area.spots.join(" ");
    if (this.isTable) {
      const ops = this.pieces().map((id) => ({ op: "delete", kind: "piece", id }));
      if (ops.length) { this.listener.apply(ops, "Erase a part"); }
    } else { this.listener.apply([this.level ? { op: "erase", ...level, hexes: spots } : { op: "erase-ground", spots }], "Erase a part"); }
  }

  /** The pieces that are wholly in the box. */
  pieces() {
    const [west, north, width, depth] = this.area.box;
    return this.outlines.filter((piece) => piece.outline.every(([x, y]) => x >= west - 0.01 && x <= west + width + 0.01 && y >= north - 0.01 && y <= north + depth + 0.01))
      .map((piece) => piece.id);
  }

  /** The pieces of a table with their outlines. @param {import("./carrier.js").Handle[]} handles */
  show(handles) { this.outlines = handles.filter((each) => each.op.kind === "piece" && each.outline.length).map((each) => ({ id: each.op.id, outline: each.outline })); }

  /** @type {{id: string, outline: Point[]}[]} */
  outlines = [];

  /** A key with the cursor at a spot; whether it was for this tool. @param {KeyboardEvent} event @param {string} cursor @param {(key: string) => string} step moves the cursor */
  key(event, cursor, step) {
    const grid = this.view.grid;
    if (!grid) { return false; }
    const center = (/** @type {string} */ spot) => /** @type {Point} */ (grid.center(spot));
    if (event.key.startsWith("Arrow")) {
      if (this.held) { const spot = step(event.key); this.carry(center(spot), spot); return true; }
      if (!event.shiftKey) { this.anchor = ""; return false; }
      this.anchor ||= cursor;
      const spot = step(event.key);
      this.before = [];
      this.select(this.boxed(center(this.anchor), center(spot)));
      return true;
    }
    switch (event.key.toLowerCase()) {
      case "x": this.mirror("left-right"); return true;
      case "y": this.mirror("up-down"); return true;
      case "g":
      case " ":
      case "enter":
        if (this.held) { this.drop(event.altKey); }
        else if (event.key.toLowerCase() === "g" && !this.isEmpty && this.listener.canEdit()) { this.take(center(cursor), cursor); }
        else { this.select({ spots: this.isTable ? [] : [cursor], box: [] }); }
        return true;
      case "delete":
      case "backspace": this.erase(); return true;
      case "escape": if (this.held || this.first) { this.cancel(); } else { this.select({ spots: [], box: [] }); } return true;
      default: return false;
    }
  }

  /** Draw what is selected, the box that is being drawn, and the ghost of what is held. @param {Point} [one] @param {Point} [other] */
  draw(one, other) {
    const marks = this.held && !this.held.clip ? [] : this.marksOf(this.area, "selected");
    if (one && other && this.isTable) {
      const [x1, y1] = one, [x2, y2] = other;
      marks.push(rectangle([Math.min(x1, x2), Math.min(y1, y2), Math.abs(x2 - x1), Math.abs(y2 - y1)], "marquee"));
    }
    this.view.mark("part", marks);
    this.view.mark("part-ghost", this.held ? this.ghost(this.held) : []);
  }

  /** @param {Held} held */
  ghost(held) {
    const area = this.placed(held);
    if (!area) { return this.marksOf(held.area, "ghost off"); }
    const marks = this.marksOf(area, "ghost");
    if (this.isTable && !held.clip) {
      const [west, north, width, depth] = held.area.box, unit = this.view.grid?.unit ?? 1, inside = new Set(this.pieces());
      /** @type {Point} */
      const middle = [west + width / 2, north + depth / 2], goal = /** @type {Point} */ ([area.box[0] + width / 2, area.box[1] + depth / 2]);
      for (const piece of this.outlines.filter((each) => inside.has(each.id))) {
        const polygon = document.createElementNS(SVG, "polygon");
        const points = piece.outline.map((point) => movedPoint(point, middle, goal, held.mirror));
        polygon.setAttribute("points", points.map(([x, y]) => `${x * unit},${y * unit}`).join(" "));
        polygon.setAttribute("class", "ghost");
        marks.push(polygon);
      }
    }
    return marks;
  }

  /** @param {Area} area @param {string} look @returns {Element[]} */
  marksOf(area, look) {
    const unit = this.view.grid?.unit ?? 1;
    if (area.box.length) { return [rectangle(area.box.map((value) => value * unit), look)]; }
    return area.spots.map((spot) => this.view.spotMark(spot, look));
  }

  /** What the inspector shows. */
  panel() {
    const count = this.isTable ? this.pieces().length : this.area.spots.length, noun = this.isTable ? "piece" : this.view.grid?.noun ?? "hex";
    const about = this.isEmpty ? "Drag a box over a part of the map. With Ctrl, the box is added."
      : `${count} ${noun}${count === 1 ? "" : noun.endsWith("x") ? "es" : "s"} selected. Drag them to move them with all that is in them, with Ctrl to copy them.`;
    const off = this.isEmpty || !this.listener.canEdit();
    const act = (/** @type {string} */ text, /** @type {() => void} */ run, /** @type {string} */ keys, isOff = off) => button(text, run, { disabled: isOff, "aria-keyshortcuts": keys, title: keys.replace("Control", "Ctrl") });
    return [make("h2", {}, "Select a part"), make("p", {}, about), make("div", { class: "acts" },
      act("Copy", () => this.copy(false), "Control+C"), act("Cut", () => this.copy(true), "Control+X"), act("Paste", () => this.paste(), "Control+V", !this.listener.canEdit()),
      act("Mirror left and right", () => this.mirror("left-right"), "X"), act("Mirror up and down", () => this.mirror("up-down"), "Y"), act("Erase", () => this.erase(), "Delete"))];
  }
}

/** A part from the text of a clipboard; null if it is another text. @param {string | undefined} text @returns {Message | null} */
function read(text) {
  if (!text?.startsWith("{")) { return null; }
  try {
    const part = JSON.parse(text);
    return typeof part.kind === "string" && (part.cells || part.box) ? part : null;
  } catch { return null; }
}

/** @param {number[]} box in mm @param {string} look */
function rectangle([x, y, width, height], look) {
  const element = document.createElementNS(SVG, "rect");
  for (const [name, value] of Object.entries({ x, y, width, height })) { element.setAttribute(name, value.toFixed(2)); }
  element.setAttribute("class", look);
  return element;
}

/** @param {number} value */
function snapped(value) { return Math.round(value / SNAP) * SNAP; }
