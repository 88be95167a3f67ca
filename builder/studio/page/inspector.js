// @ts-check
/** The inspector: the settings of the chosen tool, as a form of its operation's fields. */
import { button, make } from "./elements.js";
import { formOf } from "./forms.js";
import { fieldPicks } from "./tools.js";

/**
 * @typedef {import("./tools.js").Tool} Tool
 * @typedef {import("./tools.js").Palette} Palette
 * @typedef {import("./tools.js").Stroke} Stroke
 * @typedef {Record<string, any>} Message
 */

/** The operation that takes away what one paints, by the name of that which paints. */
const OPPOSITES = /** @type {Record<string, string>} */ ({ "paint-area": "erase-area" });
/** Strokes of these are sent at once; the others only fill in their form. */
const AT_ONCE = ["paint-area", "erase-area", "set-door", "paint-terrain", "erase-terrain", "set-height", "set-obstacle"];

export class Inspector {
  /** @param {HTMLElement} host @param {(ops: Message[], title: string) => void} apply */
  constructor(host, apply) {
    this.host = host;
    this.apply = apply;
    /** @type {Tool | null} */
    this.tool = null;
    /** @type {Palette} */
    this.palette = { operations: [], choices: {} };
    /** @type {Message} */
    this.state = { view: "", canEdit: false };
    /** The values of each operation's form. @type {Record<string, Record<string, any>>} */
    this.values = {};
    this.problem = make("p", { class: "error-text", role: "alert", hidden: true });
  }

  /** @param {Message} state @param {Palette} palette */
  context(state, palette) {
    const isOther = palette !== this.palette || state.view !== this.state.view;
    this.state = state;
    this.palette = palette;
    if (isOther && this.tool) { this.choose(this.tool); }
  }

  /** Show the settings of a tool. @param {Tool | null} tool */
  choose(tool) {
    this.tool = tool;
    const operation = tool?.operation;
    if (!tool || !operation) {
      this.host.replaceChildren(make("h2", {}, "Select and pan"),
        make("p", {}, "Drag the map to move it, turn the wheel to zoom. Choose a tool to draw."), this.problem);
      return;
    }
    const values = this.values[operation.name] ??= {};
    const left = operation.form.filter((field) => field.choices === "level" || (this.isAtOnce && fieldPicks(field))).map((field) => field.name);
    const parts = [make("h2", {}, tool.title), make("p", {}, operation.summary)];
    const area = operation.form.find((field) => field.name === "area" && field.choices === "area");
    if (operation.name === "paint-area" && area) {
      parts.push(this.areas(values));
      left.push("area", "name", "kind");
    }
    parts.push(formOf(operation.form, this.palette, values, left));
    if (!this.isAtOnce) { parts.push(button("Apply", () => this.submit(), { class: "button chief", "data-act": "apply" })); }
    else { parts.push(make("p", {}, tool.picks === "side" ? "Click walls, or drag over several." : "Click, or drag over several. The right button takes away.")); }
    this.host.replaceChildren(...parts, this.problem);
  }

  get isAtOnce() { return AT_ONCE.includes(this.tool?.operation?.name ?? ""); }

  /** The areas of the level to choose from, and a new one. @param {Record<string, any>} values */
  areas(values) {
    const box = make("div", { class: "swatches", role: "radiogroup", "aria-label": "Area to paint" });
    const areas = (this.palette.choices.area ?? []).filter((area) => area.level === this.state.view);
    const known = areas.some((area) => area.id === values.area);
    if (!known && !values.isNew) { values.area = areas[0]?.id; }
    for (const area of areas) {
      const item = make("button", { type: "button", class: "choice", role: "radio", "aria-checked": String(area.id === values.area), "data-area": area.id }, area.title);
      item.addEventListener("click", () => { values.area = area.id; delete values.isNew; delete values.name; delete values.kind; this.choose(this.tool); });
      box.append(item);
    }
    const more = make("button", { type: "button", class: "choice", role: "radio", "aria-checked": String(Boolean(values.isNew)), "data-area": "" }, "New area …");
    more.addEventListener("click", () => { values.isNew = true; values.area = undefined; this.choose(this.tool); this.host.querySelector("input")?.focus(); });
    box.append(more);
    if (!values.isNew) { return box; }
    const fields = (this.tool?.operation?.form ?? []).filter((field) => ["area", "name", "kind"].includes(field.name));
    return make("div", {}, box, formOf(fields.map((field) => (field.name === "area" ? { ...field, choices: "" } : field)), this.palette, values));
  }

  /** A stroke on the map. @param {Stroke} stroke @param {boolean} isTaken */
  stroke(stroke, isTaken) {
    const operation = this.tool?.operation;
    if (!operation) { return; }
    const field = operation.form.find((each) => fieldPicks(each));
    if (!field) { return; }
    if (this.isAtOnce) {
      const values = { ...this.values[operation.name], [field.name]: stroke.text };
      const opposite = isTaken ? OPPOSITES[operation.name] : undefined;
      const door = operation.form.find((each) => each.options.includes("none"));
      if (isTaken && door) { values[door.name] = "none"; delete values.starts; }
      this.send(this.palette.operations.find((each) => each.name === opposite) ?? operation, values);
      return;
    }
    const values = this.values[operation.name], kind = fieldPicks(field);
    const before = kind === "several" || kind === "points" ? String(values[field.name] ?? "") : "";
    values[field.name] = [before, stroke.text].filter(Boolean).join(" ");
    if (kind === "one" || kind === "point") { values[field.name] = [...stroke.places.keys()].pop(); }
    this.choose(this.tool);
  }

  /** A place was picked with the tool that selects. @param {string} spot */
  point(spot) { this.picked = spot; }

  submit() {
    const operation = this.tool?.operation;
    if (operation) { this.send(operation, this.values[operation.name]); }
  }

  /** @param {import("./tools.js").OperationKind} operation @param {Record<string, any>} values */
  send(operation, values) {
    /** @type {Message} */
    const op = { op: operation.name };
    for (const field of operation.form) {
      const value = field.choices === "level" ? this.state.view : values[field.name];
      if (value !== undefined && value !== "" && value !== field.default) { op[field.name] = value; }
    }
    const missing = operation.form.find((field) => field.is_required && op[field.name] === undefined);
    if (missing) { this.error(`First give: ${missing.text}`); return; }
    this.error("");
    const { title } = this.tool ?? { title: operation.name };
    this.apply([op], title);
    if (values.isNew) { delete values.isNew; delete values.name; delete values.kind; }
  }

  /** @param {string} text */
  error(text) {
    this.problem.textContent = text;
    this.problem.hidden = text === "";
  }
}
