// @ts-check
/** An image under the map, to be traced: chosen, moved, turned and scaled; it is kept next to the file and never printed. */
import { button, make } from "./elements.js";

/**
 * @typedef {import("./grids.js").Point} Point
 * @typedef {Record<string, any>} Message
 * @typedef {{x: number, y: number, scale: number, angle: number, strength: number, width: number, height: number}} Placement
 * @typedef {{send: (message: Message) => void, say: (text: string) => void, file: () => string, panel: () => void}} Listener
 * @typedef {{from: Point, corner: number, before: Placement}} Grip what is dragged: a corner, or the whole image (-1)
 */

const SVG = "http://www.w3.org/2000/svg";
/** The maximum length of a side in pixels, and the JPEG quality, of an image that is kept. */
const MAX_PIXELS = 3000;
const QUALITY = 0.85;

export class TraceTool {
  /** @param {import("./map_view.js").MapView} view @param {Listener} listener */
  constructor(view, listener) {
    this.view = view;
    this.listener = listener;
    this.group = document.createElementNS(SVG, "g");
    this.group.setAttribute("class", "traced");
    view.svg.insertBefore(this.group, view.drawn);
    /** @type {Placement | null} */
    this.placement = null;
    this.level = "";
    this.version = "";
    this.file = "";
    this.isShown = true;
    this.isChosen = false;
    /** @type {Grip | null} */
    this.grip = null;
    /** The places whose middles are clicked in the image to align it, and those that were. @type {{spots: string[], points: Point[]} | null} */
    this.aligning = null;
    this.ends = ["", ""];
    this.timer = 0;
  }

  /** The file and level that are shown; requests their image if they have changed. @param {string} level */
  context(level) {
    const file = this.listener.file();
    if (file === this.file && level === this.level) { return; }
    this.file = file;
    this.level = level;
    this.placement = null;
    this.aligning = null;
    this.ends = ["", ""];
    this.draw();
    this.listener.send({ type: "trace", view: level });
  }

  /** The image of a view, from the server. @param {Message} message */
  show(message) {
    if (message.view !== this.level) { return; }
    this.placement = message.placement;
    this.version = message.version;
    this.draw();
    this.listener.panel();
  }

  /** The map was drawn again. */
  mapChanged() {
    this.group.setAttribute("transform", this.view.over.getAttribute("transform") ?? "");
    this.draw();
  }

  draw() {
    const place = this.isShown ? this.placement : null;
    this.view.drawn.style.opacity = place ? String(1 - place.strength) : "";
    this.view.mark("trace", []);
    if (!place) { this.group.replaceChildren(); return; }
    const address = `/trace/${encodeURIComponent(this.file)}?view=${encodeURIComponent(this.level)}&v=${this.version}`;
    let image = this.group.firstElementChild;
    if (image?.getAttribute("href") !== address) {
      image = document.createElementNS(SVG, "image");
      image.setAttribute("href", address);
      image.setAttribute("preserveAspectRatio", "none");
      this.group.replaceChildren(image);
    }
    image.setAttribute("width", String(place.width));
    image.setAttribute("height", String(place.height));
    image.setAttribute("transform", `translate(${place.x} ${place.y}) rotate(${place.angle}) scale(${place.scale})`);
    if (this.isChosen) { this.view.mark("trace", [this.frame(place), ...corners(place).map((corner) => this.dot(corner))]); }
  }

  /** @param {Placement} place */
  frame(place) {
    const polygon = document.createElementNS(SVG, "polygon");
    polygon.setAttribute("points", corners(place).map((corner) => corner.join()).join(" "));
    polygon.setAttribute("class", "marquee hollow");
    return polygon;
  }

  /** @param {Point} point */
  dot([x, y]) {
    const circle = document.createElementNS(SVG, "circle");
    for (const [name, value] of Object.entries({ cx: x, cy: y, r: 5 * this.pixel })) { circle.setAttribute(name, value.toFixed(3)); }
    circle.setAttribute("class", "corner");
    return circle;
  }

  /** How many mm a pixel of the screen is. */
  get pixel() { return this.view.box[2] / Math.max(1, this.view.host.clientWidth); }

  /** @param {boolean} isChosen */
  choose(isChosen) {
    this.isChosen = isChosen;
    this.aligning = null;
    this.draw();
  }

  /** @param {Point} point in mm */
  down(point) {
    const place = this.placement;
    if (!place) { return; }
    if (this.aligning) { this.align(point); return; }
    const near = corners(place).findIndex((corner) => distance(corner, point) <= 10 * this.pixel);
    this.grip = { from: point, corner: near, before: place };
  }

  /** @param {Point} point in mm */
  move(point) {
    const grip = this.grip;
    if (!grip) { return; }
    const { before } = grip;
    if (grip.corner < 0) {
      this.change({ x: before.x + point[0] - grip.from[0], y: before.y + point[1] - grip.from[1] });
      return;
    }
    const fixed = corners(before)[(grip.corner + 2) % 4];
    const factor = Math.max(0.02, distance(fixed, point) / distance(fixed, corners(before)[grip.corner]));
    this.change({ scale: before.scale * factor, x: fixed[0] + (before.x - fixed[0]) * factor, y: fixed[1] + (before.y - fixed[1]) * factor });
  }

  up() { this.grip = null; }

  /** Whether a key was for this tool. @param {KeyboardEvent} event */
  key(event) {
    const place = this.placement;
    if (!place) { return false; }
    const step = event.shiftKey ? 10 : 1;
    const ways = /** @type {Record<string, Point>} */ ({ ArrowUp: [0, -step], ArrowDown: [0, step], ArrowLeft: [-step, 0], ArrowRight: [step, 0] });
    const way = ways[event.key];
    if (way) { this.change({ x: place.x + way[0], y: place.y + way[1] }); return true; }
    if (event.key === "]" || event.key === "[") { this.change({ scale: place.scale * (event.key === "]" ? 1.01 : 1 / 1.01) }); return true; }
    if (event.key === "," || event.key === ".") { this.change({ angle: place.angle + (event.key === "." ? 0.25 : -0.25) }); return true; }
    if (event.key === "Escape" && this.aligning) { this.aligning = null; this.listener.say(""); this.listener.panel(); return true; }
    return false;
  }

  /** Show a change of the placement, and keep it once there is a pause. @param {Partial<Placement>} values */
  change(values) {
    if (!this.placement) { return; }
    this.placement = { ...this.placement, ...values };
    this.draw();
    clearTimeout(this.timer);
    const [view, placement] = [this.level, this.placement];
    this.timer = window.setTimeout(() => this.listener.send({ type: "trace-place", view, placement }), 200);
  }

  /** Take an image that was chosen, dropped or pasted. @param {Blob | null | undefined} file */
  async add(file) {
    if (!file?.type.startsWith("image/")) { this.listener.say("Choose an image, such as a scan or a photo."); return; }
    try {
      const bitmap = await createImageBitmap(file), factor = Math.min(1, MAX_PIXELS / Math.max(bitmap.width, bitmap.height));
      const canvas = document.createElement("canvas");
      canvas.width = Math.max(1, Math.round(bitmap.width * factor));
      canvas.height = Math.max(1, Math.round(bitmap.height * factor));
      const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
      context.fillStyle = "#fff";
      context.fillRect(0, 0, canvas.width, canvas.height);
      context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
      const image = canvas.toDataURL("image/jpeg", QUALITY).split(",")[1];
      const before = this.placement;
      const placement = { ...this.fitted(canvas.width, canvas.height), strength: before?.strength ?? 0.5 };
      this.listener.send({ type: "trace-add", view: this.level, image, placement });
    } catch { this.listener.say("This image cannot be read: use a PNG or JPEG."); }
  }

  /** An image over the whole map. @param {number} width @param {number} height @returns {Placement} */
  fitted(width, height) {
    const [wide, tall] = this.view.size, [left, top] = this.view.origin ?? [0, 0];
    const scale = Math.min((wide - left) / width, (tall - top) / height);
    return { x: 0, y: 0, scale, angle: 0, strength: 0.5, width, height };
  }

  beginToAlign() {
    const grid = this.view.grid;
    const wrong = this.ends.find((spot) => !grid?.center(spot));
    if (!grid || wrong !== undefined || this.ends[0] === this.ends[1]) { this.listener.say(`Name two places that are far apart; ${wrong || "these"} will not do.`); return; }
    this.aligning = { spots: [...this.ends], points: [] };
    this.listener.say(`Click the middle of ${grid.noun} ${this.ends[0]} in the image.`);
  }

  /** A click while the image is aligned; after the second one, both places are aligned. @param {Point} point in mm */
  align(point) {
    const now = this.aligning, place = this.placement, grid = this.view.grid;
    if (!now || !place || !grid) { return; }
    now.points.push(point);
    if (now.points.length < 2) { this.listener.say(`Now click the middle of ${grid.noun} ${now.spots[1]} in the image.`); return; }
    this.aligning = null;
    const goals = now.spots.map((spot) => /** @type {Point} */ (grid.center(spot))), [one, other] = now.points;
    if (distance(one, other) < 1) { this.listener.say("These places are too near to each other."); return; }
    const factor = distance(goals[0], goals[1]) / distance(one, other), turn = bearing(goals[0], goals[1]) - bearing(one, other);
    const [x, y] = turned([place.x - one[0], place.y - one[1]], turn);
    this.change({ scale: place.scale * factor, angle: place.angle + turn * 180 / Math.PI, x: goals[0][0] + x * factor, y: goals[0][1] + y * factor });
    this.listener.say("The image is aligned.");
  }

  /** What the inspector shows. */
  panel() {
    const input = /** @type {HTMLInputElement} */ (make("input", { type: "file", accept: "image/*", id: "trace-file" }));
    input.addEventListener("change", () => void this.add(input.files?.[0]));
    const parts = [make("h2", {}, "Trace an image"),
      make("p", {}, "Lay a scan or a photo under the map and draw over it. It is kept next to the file, and is not printed."),
      make("div", { class: "field" }, make("label", { for: "trace-file" }, this.placement ? "Another image" : "Image"), input, make("small", {}, "Or drop it on the map."))];
    const place = this.placement;
    if (!place) { return parts; }
    const range = this.input("Image through the map", "range", String(place.strength), (text) => this.change({ strength: Number(text) }), { min: 0, max: 1, step: 0.05 });
    const grid = this.view.grid, last = grid?.block([0, 0], [1e6, 1e6]).pop() ?? grid?.extent?.join(",") ?? "";
    this.ends = [this.ends[0] || grid?.first || "", this.ends[1] || last];
    const ends = this.ends.map((spot, index) => this.input(index ? "Second place" : "First place", "text", spot, (text) => { this.ends[index] = text.trim(); }, { spellcheck: "false" }));
    return [...parts, range,
      make("p", {}, "Drag the image to move it and its corners to scale it; or use the arrow keys, [ and ] to scale, comma and period to turn."),
      ...ends, make("div", { class: "acts" },
        button("Align by two clicks", () => this.beginToAlign()), button("Fit to the map", () => this.change(this.fitted(place.width, place.height))),
        button("Remove the image", () => this.listener.send({ type: "trace-remove", view: this.level })))];
  }

  /** @param {string} title @param {string} type @param {string} value @param {(text: string) => void} act @param {Record<string, any>} options */
  input(title, type, value, act, options) {
    const id = `trace-${title.toLowerCase().replaceAll(" ", "-")}`;
    const input = /** @type {HTMLInputElement} */ (make("input", { type, id, ...options }));
    input.value = value;
    input.addEventListener("input", () => act(input.value));
    return make("div", { class: "field" }, make("label", { for: id }, title), input);
  }
}

/** The corners of an image in mm, clockwise from the upper left. @param {Placement} place @returns {Point[]} */
function corners({ x, y, scale, angle, width, height }) {
  const ends = /** @type {Point[]} */ ([[0, 0], [width, 0], [width, height], [0, height]]);
  return ends.map((end) => { const [a, b] = turned(end, angle * Math.PI / 180); return /** @type {Point} */ ([x + a * scale, y + b * scale]); });
}

/** @param {Point} point @param {number} angle clockwise, in radians @returns {Point} */
function turned([x, y], angle) {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return [x * c - y * s, x * s + y * c];
}

/** @param {Point} one @param {Point} other */
function distance(one, other) { return Math.hypot(one[0] - other[0], one[1] - other[1]); }

/** @param {Point} one @param {Point} other */
function bearing(one, other) { return Math.atan2(other[1] - one[1], other[0] - one[0]); }
