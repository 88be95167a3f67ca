// @ts-check
/** Forms that are made from the fields of operations. */
import { make } from "./elements.js";
import { fieldPicks, sentence } from "./tools.js";

/**
 * @typedef {import("./tools.js").FormField} FormField
 * @typedef {import("./tools.js").Palette} Palette
 * @typedef {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} Control
 */

let numbers = 0;

/**
 * A form for the fields of an operation, without those in `left`.
 * @param {FormField[]} fields
 * @param {Palette} palette
 * @param {Record<string, any>} values
 * @param {string[]} [left]
 * @param {(kind: string, slug: string, box: HTMLElement) => void} [about] shows figures of an entry that a field names
 * @returns {HTMLElement}
 */
export function formOf(fields, palette, values, left = [], about = () => undefined) {
  const form = make("div", { class: "form" });
  for (const field of fields) {
    if (!left.includes(field.name)) { form.append(row(field, palette, values, about)); }
  }
  return form;
}

/** The fields that name an entry of the game. */
const ENTRIES = ["weapon", "unit", "terrain", "marker"];

/** @param {FormField} field @param {Palette} palette @param {Record<string, any>} values @param {(kind: string, slug: string, box: HTMLElement) => void} about */
function row(field, palette, values, about) {
  numbers += 1;
  const id = `field-${numbers}`;
  const control = controlOf(field, palette, id);
  control.id = id;
  control.dataset.name = field.name;
  const preset = Array.isArray(field.default) && field.default.length === 0 ? undefined : field.default;
  const value = values[field.name] ?? preset ?? field.options.find((option) => option !== "none");
  if (control instanceof HTMLInputElement && control.type === "checkbox") { control.checked = Boolean(value); }
  else if (value !== null && value !== undefined) { control.value = asText(value); }
  const note = () => { const now = valueOf(control, field); if (now === undefined) { delete values[field.name]; } else { values[field.name] = now; } };
  control.addEventListener("input", note);
  control.addEventListener("change", note);
  note();
  const children = [make("label", { for: id }, sentence(field.name.replaceAll("_", "-"))), control];
  const list = control.getAttribute("list");
  if (list) { children.push(dataList(list, palette.choices[field.choices])); }
  children.push(make("small", {}, field.text));
  if (ENTRIES.includes(field.choices)) {
    const box = make("div");
    const show = () => about(field.choices, control.value.trim(), box);
    control.addEventListener("change", show);
    show();
    children.push(box);
  }
  return make("div", { class: fieldPicks(field) ? "field picks" : "field" }, ...children);
}

/** @param {FormField} field @param {Palette} palette @param {string} id @returns {Control} */
function controlOf(field, palette, id) {
  const choices = palette.choices[field.choices];
  if (field.type === "choice") {
    const select = /** @type {HTMLSelectElement} */ (make("select"));
    if (!field.is_required && !field.options.includes(field.default)) { select.append(make("option", { value: "" }, "–")); }
    select.append(...field.options.map((option) => make("option", { value: option }, option)));
    return select;
  }
  if (field.type === "boolean") { return /** @type {HTMLInputElement} */ (make("input", { type: "checkbox" })); }
  if (field.type === "data") { return /** @type {HTMLTextAreaElement} */ (make("textarea", { spellcheck: "false" })); }
  const type = field.type === "integer" || field.type === "number" ? "number" : "text";
  const step = field.type === "integer" ? "1" : "any";
  const input = make("input", { type, step: type === "number" ? step : undefined, autocomplete: "off", spellcheck: "false",
    list: choices ? `${id}-list` : undefined, required: field.is_required });
  return /** @type {HTMLInputElement} */ (input);
}

/** @param {string} id @param {import("./tools.js").Choice[]} choices */
function dataList(id, choices) {
  return make("datalist", { id }, ...choices.map((choice) => make("option", { value: choice.id }, choice.title)));
}

/** @param {any} value */
function asText(value) {
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** The value of a control; undefined for one that is empty. @param {Control} control @param {FormField} field */
function valueOf(control, field) {
  if (control instanceof HTMLInputElement && control.type === "checkbox") { return control.checked; }
  const text = control.value.trim();
  if (text === "") { return undefined; }
  if (field.type === "integer" || field.type === "number") { return Number(text); }
  if (field.type === "data") { try { return JSON.parse(text); } catch { return text; } }
  return text;
}
