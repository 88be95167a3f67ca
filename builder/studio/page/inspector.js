// @ts-check
/** The inspector: the settings of the chosen tool, as a form of its operation's fields. */
import { button, make } from "./elements.js";
import { formOf } from "./forms.js";
import { fieldPicks, isAtOnce } from "./tools.js";

/**
 * @typedef {import("./tools.js").Tool} Tool
 * @typedef {import("./tools.js").Palette} Palette
 * @typedef {import("./tools.js").Stroke} Stroke
 * @typedef {Record<string, any>} Message
 */

/** The operations that remove what others paint, by the names of those. @type {Record<string, string>} */
const OPPOSITES = { "paint-area": "erase", "paint-terrain": "erase-ground", "paint-piece": "erase-ground", "paint-height": "erase-ground" };

export class Inspector {
  /** @param {HTMLElement} host @param {(ops: Message[], title: string) => void} apply @param {(entry: string) => void} rule shows an entry of the rules @param {(message: Message) => void} ask */
  constructor(host, apply, rule, ask) {
    this.rule = rule;
    this.ask = ask;
    /** Figures of entries, by kind and slug. @type {Map<string, any>} */
    this.briefs = new Map();
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
    /** The content that other tools show here, by their ids. @type {Record<string, () => (Node | string)[]>} */
    this.panels = {};
    this.problem = make("p", { class: "error-text", role: "alert", hidden: true });
  }

  /** @param {Message} state @param {Palette} palette */
  context(state, palette) {
    // New choices are for forms; what was selected stays, and the server sends it again if it has changed.
    const isOther = (palette !== this.palette && this.tool?.id !== "select") || state.view !== this.state.view;
    this.state = state;
    this.palette = palette;
    if (isOther && this.tool) { this.choose(this.tool); }
  }

  /** Show the settings of a tool. @param {Tool | null} tool */
  choose(tool) {
    this.tool = tool;
    this.drawn = "";
    const operation = tool?.operation, panel = this.panels[tool?.id ?? ""];
    if (panel) { this.host.replaceChildren(...panel(), this.problem); return; }
    if (!tool || !operation) {
      this.host.replaceChildren(make("h2", {}, "Select and pan"),
        make("p", {}, "Drag the map to move it, turn the wheel to zoom. Choose a tool to draw."), this.problem);
      return;
    }
    const values = this.values[operation.name] ??= {};
    this.guess(operation, values);
    const left = operation.form.filter((field) => isView(field) || (this.isAtOnce && fieldPicks(field))).map((field) => field.name);
    const parts = [make("h2", {}, tool.title), make("p", {}, operation.summary)];
    const area = operation.form.find((field) => field.name === "area" && field.choices === "area");
    if (operation.name === "paint-area" && area) {
      parts.push(this.areas(values));
      left.push("area", "name", "kind");
    }
    const form = formOf(operation.form, this.palette, values, left, (kind, slug, box) => this.about(kind, slug, box));
    form.addEventListener("focusin", (event) => {
      const name = event.target instanceof HTMLElement ? event.target.dataset.name : undefined;
      if (operation.form.some((field) => field.name === name && fieldPicks(field))) { this.target = name; }
    });
    parts.push(form);
    if (!this.isAtOnce) { parts.push(button("Apply", () => this.submit(), { class: "button chief", "data-act": "apply" })); }
    else { parts.push(make("p", {}, tool.picks === "side" ? "Click walls, or drag over several." : "Click, or drag over several; with Ctrl, a drag paints a block. The right button takes away, as every stroke does while Take away is pressed.")); }
    this.host.replaceChildren(...parts, this.problem);
  }

  get isAtOnce() { return isAtOnce(this.tool?.operation?.name ?? ""); }

  /** Fill in suggestions from the map. @param {import("./tools.js").OperationKind} operation @param {Record<string, any>} values */
  guess(operation, values) {
    const views = Object.keys(this.state.views ?? {}), at = views.indexOf(this.state.view);
    for (const field of operation.form) {
      if (values[field.name] !== undefined) { continue; }
      if (field.choices === "levels" && field.is_required && views.length > 1) {
        values[field.name] = [views[Math.min(at, views.length - 2)], views[Math.min(at, views.length - 2) + 1]].join(" ");
      } else if (field.is_required && !fieldPicks(field) && ["terrain", "zone", "force"].includes(field.choices)) {
        values[field.name] = this.palette.choices[field.choices]?.[0]?.id;
      }
    }
  }

  /** The areas of the level to choose from, and a new one. @param {Record<string, any>} values */
  areas(values) {
    const box = make("div", { class: "swatches", role: "radiogroup", "aria-label": "Area to paint" });
    const areas = (this.palette.choices.area ?? []).filter((area) => area.level === this.state.view);
    const isListed = areas.some((area) => area.id === values.area);
    if (!isListed && !values.isNew) { values.area = areas[0]?.id; }
    for (const area of areas) {
      const item = make("button", { type: "button", class: "choice", role: "radio", "aria-checked": String(area.id === values.area), "data-area": area.id }, area.title);
      item.addEventListener("click", () => { values.area = area.id; delete values.isNew; delete values.name; delete values.kind; this.choose(this.tool); });
      box.append(item);
    }
    const more = make("button", { type: "button", class: "choice", role: "radio", "aria-checked": String(Boolean(values.isNew)), "data-area": "" }, "New area …");
    more.addEventListener("click", () => { values.isNew = true; values.area = undefined; this.choose(this.tool); this.host.querySelector("input")?.focus(); });
    box.append(more);
    if (!values.isNew) { return box; }
    const fields = (this.tool?.operation?.form ?? []).filter((field) => ["name", "kind"].includes(field.name));
    return make("div", {}, box, formOf(fields.map((field) => (field.name === "name" ? { ...field, is_required: true, text: "Name on the map, such as Crew Quarters" } : field)), this.palette, values));
  }

  /** A stroke on the map. @param {Stroke} stroke @param {boolean} isTaken */
  stroke(stroke, isTaken) {
    const operation = this.tool?.operation;
    if (!operation) { return; }
    const field = operation.form.find((each) => each.name === this.target && fieldPicks(each)) ?? operation.form.find((each) => fieldPicks(each));
    if (!field) { return; }
    if (this.isAtOnce) { this.paint(operation, field, stroke, isTaken); return; }
    const values = this.values[operation.name], kind = fieldPicks(field);
    const before = kind === "several" || kind === "points" ? String(values[field.name] ?? "") : "";
    values[field.name] = [before, stroke.text].filter(Boolean).join(" ");
    if (kind === "one" || kind === "point") { values[field.name] = [...stroke.places.keys()].pop(); }
    this.choose(this.tool);
  }

  /** An id for something new, from its name: of lower-case words, and not in use. @param {string} name */
  idFor(name) {
    const base = name.normalize("NFKD").replace(/[\u0300-\u036f]/g, "").toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "") || "area";
    const used = new Set([...(this.palette.choices.area ?? []), ...(this.palette.choices.lift ?? [])].map((choice) => choice.id));
    let id = base;
    for (let number = 2; used.has(id); number += 1) { id = `${base}-${number}`; }
    return id;
  }

  /** Send a stroke; a removal uses the opposite operation, or a field of the same one. @param {import("./tools.js").OperationKind} operation @param {import("./tools.js").FormField} field @param {Stroke} stroke @param {boolean} isTaken */
  paint(operation, field, stroke, isTaken) {
    const settings = this.values[operation.name];
    if (settings.isNew && !isTaken) {
      if (!settings.name) { this.error("First give the new area a name."); return; }
      settings.area = this.idFor(settings.name);
    }
    const text = fieldPicks(field) === "one" ? [...stroke.places.keys()].pop() : stroke.text;
    const opposite = this.palette.operations.find((each) => isTaken && each.name === OPPOSITES[operation.name]);
    if (opposite) {
      const cells = opposite.form.find((each) => fieldPicks(each));
      this.send(opposite, { [cells?.name ?? field.name]: text });
      return;
    }
    const values = { ...settings, [field.name]: text };
    if (settings.isNew) { delete settings.isNew; delete settings.name; delete settings.kind; }
    for (const each of isTaken ? operation.form : []) {
      if (each.options.includes("none")) { values[each.name] = "none"; delete values.starts; }
      if (each.name === "there") { values.there = false; }
      if (each.name === "take") { values.take = true; }
    }
    this.send(operation, values);
  }

  /** Show figures of an entry that a field names, as soon as the server has sent them. @param {string} kind @param {string} slug @param {HTMLElement} box */
  about(kind, slug, box) {
    const key = `${this.state.file}/${kind}/${slug}`, brief = this.briefs.get(key);
    box.dataset.brief = key;
    box.replaceChildren(...(brief ? [this.figures(brief)] : []));
    if (slug && brief === undefined) { this.ask({ type: "brief", kind, slug }); }
  }

  /** @param {Message} message */
  brief(message) {
    const key = `${this.state.file}/${message.kind}/${message.slug}`;
    this.briefs.set(key, message.entry);
    for (const box of this.host.querySelectorAll("[data-brief]")) {
      if (/** @type {HTMLElement} */ (box).dataset.brief === key && message.entry) { box.replaceChildren(this.figures(message.entry)); }
    }
  }

  /** Show the blocks of the file at a place that was picked. @param {Message} message */
  things(message) {
    if (this.tool?.id !== "select") { return; }
    const subject = JSON.stringify([this.state.file, message.spot, message.force]), isSame = subject === this.subject;
    // A message that waited until a field was left may be older than the one that is shown.
    if (isSame && message.rev < this.rev) { return; }
    // The same content is not drawn again, so that a field keeps its selection, and lists stay open.
    const drawn = JSON.stringify([subject, message.things]);
    if (drawn === this.drawn) { this.rev = message.rev; return; }
    const edited = this.host.contains(document.activeElement) ? /** @type {HTMLInputElement} */ (document.activeElement) : null;
    if (isSame && edited && edited.dataset.text !== undefined && edited.value !== edited.dataset.text) {
      // Unfinished input is not discarded: the rest of the change is shown when the field is left.
      edited.addEventListener("blur", () => setTimeout(() => this.things(message)), { once: true });
      return;
    }
    const boxes = isSame ? [.../** @type {NodeListOf<HTMLDetailsElement>} */ (this.host.querySelectorAll("details[data-path]"))] : [];
    const open = new Set(boxes.filter((box) => box.open).map((box) => box.dataset.path));
    const focus = isSame ? edited?.dataset.path : undefined, scroll = this.host.scrollTop;
    const from = edited?.selectionStart ?? null, to = edited?.selectionEnd ?? null;
    this.subject = subject;
    this.drawn = drawn;
    this.rev = message.rev;
    const parts = message.things.map((/** @type {any} */ thing) => {
      const box = make("details", { class: "thing", "data-path": thing.path }, make("summary", {}, thing.title, make("small", {}, thing.where)));
      if (boxes.length ? open.has(thing.path) : thing === message.things[0]) { box.setAttribute("open", ""); }
      for (const value of thing.values) { box.append(this.valueRow(thing, value)); }
      if (thing.more.length) { box.append(this.adder(thing)); }
      return box;
    });
    this.host.replaceChildren(make("h2", {}, message.spot ? `At ${message.spot}` : message.force ? "Force" : "Map and scenario"),
      ...(message.spot || message.force ? [] : [make("p", {}, "Drag the map to move it, turn the wheel to zoom. Click a place to see what is there.")]),
      ...(parts.length ? parts : [make("p", {}, "The file names nothing here.")]), this.problem);
    if (isSame) { this.host.scrollTop = scroll; }
    const again = [.../** @type {NodeListOf<HTMLInputElement>} */ (this.host.querySelectorAll("[data-text]"))].find((control) => control.dataset.path === focus);
    again?.focus({ preventScroll: true });
    if (from !== null && again?.selectionStart != null) { again.setSelectionRange(from, to); }
  }

  /** The subject of `things`, its content as text, and its revision. */
  subject = "";
  drawn = "";
  rev = 0;

  /** A value of the file as a field, which is written when it is left. @param {any} thing @param {any} value */
  valueRow(thing, value) {
    const text = value.type === "words" ? value.value.join(" ") : String(value.value);
    const control = /** @type {HTMLInputElement} */ (this.control(value, text));
    if (value.type === "boolean") { control.checked = value.value; } else { control.value = text; }
    control.dataset.text = value.type === "boolean" ? control.value : text;
    control.dataset.path = `${thing.path}/${value.key}`;
    control.addEventListener("change", () => {
      const next = value.type === "boolean" ? control.checked : ["integer", "number"].includes(value.type) ? Number(control.value)
        : value.type === "words" ? control.value.split(/[\s,]+/).filter(Boolean) : control.value;
      if (value.rename) { this.write([{ op: "rename", ...value.rename, to: next }], `Rename ${value.value}`); return; }
      this.write([{ op: "set-value", path: `${thing.path}/${value.key}`, value: next }], `Set ${value.key}`);
    });
    const list = control.getAttribute("list");
    numbers += 1;
    control.id = `value-${numbers}`;
    return make("div", { class: "field" }, make("label", { for: control.id }, value.key), control,
      ...(list ? [make("datalist", { id: list }, ...value.choices.map(option))] : []),
      ...(value.help ? [make("small", {}, value.help)] : []), ...(value.entries ?? []).map((/** @type {any} */ entry) => this.figures(entry)));
  }

  /** Change the file; the answer is drawn again even if the value has not changed. @param {Message[]} ops @param {string} title */
  write(ops, title) {
    this.drawn = "";
    this.apply(ops, title);
  }

  /** Adds a value that the file does not have yet: first what it is, then the value. @param {any} thing */
  adder(thing) {
    numbers += 1;
    const select = /** @type {HTMLSelectElement} */ (make("select", { id: `value-${numbers}` }, make("option", { value: "" }, "…"), ...thing.more.map((/** @type {any} */ value) => make("option", { value: value.key }, value.key))));
    const box = make("div", { class: "field" }, make("label", { for: select.id }, "Add"), select);
    select.addEventListener("change", () => {
      const value = thing.more.find((/** @type {any} */ each) => each.key === select.value);
      if (!value) { return; }
      if (value.type === "boolean") { this.write([{ op: "set-value", path: `${thing.path}/${value.key}`, value: true }], `Set ${value.key}`); return; }
      const row = this.valueRow(thing, value);
      box.replaceWith(row);
      /** @type {HTMLElement | null} */ (row.querySelector("input, select, textarea"))?.focus();
    });
    return box;
  }

  /** @param {any} value @param {string} text */
  control(value, text) {
    if (value.options.length) { return make("select", {}, ...[...new Set([...value.options, text])].map((word) => make("option", { value: word }, word))); }
    if (value.choices && value.type === "text") {
      const isListed = value.choices.some((/** @type {any} */ each) => each.id === text);
      return make("select", {}, ...(isListed ? [] : [make("option", { value: text }, text)]), ...value.choices.map(option));
    }
    numbers += 1;
    const isLong = value.type === "text" && text.length > 60;
    const type = value.type === "boolean" ? "checkbox" : ["integer", "number"].includes(value.type) ? "number" : "text";
    return make(isLong ? "textarea" : "input", { type: isLong ? undefined : type, spellcheck: "false", list: value.choices ? `choices-${numbers}` : undefined });
  }

  /** The figures of an entry that a value names, with a link to it. @param {any} entry */
  figures(entry) {
    const rows = entry.rows.flatMap((/** @type {string[]} */ [title, text]) => [make("dt", {}, title), make("dd", {}, text)]);
    return make("div", { class: "figures" }, button(`${entry.title}: ${entry.source}`, () => this.rule(entry.id), { class: "link", title: "Show the rule" }), make("dl", { class: "figures" }, ...rows));
  }

  submit() {
    const operation = this.tool?.operation;
    if (operation) {
      this.applied = operation.name;
      this.send(operation, this.values[operation.name]);
    }
  }

  /** An edit was made: a form that was applied is ready for the next thing, with the same settings. */
  done() {
    const operation = this.tool?.operation, values = this.values[this.applied];
    if (operation && values && operation.name === this.applied) {
      for (const field of operation.form) {
        if (fieldPicks(field) || (field.type === "text" && !field.options.length && !KEPT.includes(field.choices))) { delete values[field.name]; }
      }
      this.choose(this.tool);
    }
    this.applied = "";
  }

  applied = "";

  /** @param {import("./tools.js").OperationKind} operation @param {Record<string, any>} values */
  send(operation, values) {
    /** @type {Message} */
    const op = { op: operation.name };
    for (const field of operation.form) {
      const value = isView(field) ? this.state.view : values[field.name];
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

/** Whether a field is the level that is shown. @param {import("./tools.js").FormField} field */
function isView(field) { return field.name === "level" && field.choices === "level"; }

/** The fields of a form that probably keep their values for the next thing. */
const KEPT = ["level", "levels", "side", "force", "zone", "terrain", "unit", "weapon"];
let numbers = 0;

/** @param {{id: string, title: string}} choice */
function option(choice) { return make("option", { value: choice.id }, choice.title); }
