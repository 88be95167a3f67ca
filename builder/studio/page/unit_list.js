// @ts-check
/** The placements of a scenario: each is dragged from the list to a zone on the map, or taken with Enter. */
import { make } from "./elements.js";

/**
 * @typedef {import("./carrier.js").Handle} Handle
 */

export class UnitList {
  /** @param {HTMLElement} host @param {import("./map_view.js").MapView} view @param {import("./carrier.js").Carrier} carrier @param {() => void} begin shows where the keyboard is @param {(force: string) => void} inspect shows a force */
  constructor(host, view, carrier, begin, inspect) {
    this.inspect = inspect;
    this.force = "";
    this.host = host;
    this.view = view;
    this.carrier = carrier;
    this.begin = begin;
    this.drawn = "";
    document.addEventListener("pointermove", (event) => this.move(event));
    document.addEventListener("pointerup", (event) => this.up(event));
    /** The pointer that drags from the list. @type {number | null} */
    this.pointer = null;
  }

  /** @param {Handle[]} units @param {boolean} canEdit */
  show(units, canEdit) {
    (/** @type {HTMLElement} */ (this.host.parentElement)).hidden = units.length === 0;
    const drawn = JSON.stringify([units, canEdit]);
    if (drawn === this.drawn) { return; }
    this.drawn = drawn;
    this.host.replaceChildren(...units.map((unit) => this.item(unit, canEdit)));
  }

  /** @param {Handle} unit @param {boolean} canEdit */
  item(unit, canEdit) {
    const [who, where] = split(unit.title);
    const item = make("button", { type: "button", class: "choice unit", disabled: !canEdit, "data-unit": unit.id, title: "Click to see the force; drag to a zone on the map, or press Enter" },
      make("span", {}, who, make("small", {}, ` ${where}`)));
    item.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) { return; }
      this.pointer = event.pointerId;
      this.force = unit.op.force;
      item.releasePointerCapture(event.pointerId);
      this.carrier.take(unit, this.view.at(event), null);
    });
    item.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") { return; }
      event.preventDefault();
      this.carrier.take(unit, [0, 0], null);
      this.view.host.focus();
      this.begin();
    });
    return item;
  }

  /** @param {PointerEvent} event */
  move(event) {
    if (this.pointer !== event.pointerId || !this.carrier.held) { return; }
    const point = this.view.at(event);
    this.carrier.carry(point, this.isOver(event) ? this.view.grid?.spotAt(point) ?? null : null);
  }

  /** @param {PointerEvent} event */
  up(event) {
    if (this.pointer !== event.pointerId) { return; }
    this.pointer = null;
    if (this.isOver(event)) { this.carrier.drop(); } else { this.carrier.cancel(); this.inspect(this.force); }
  }

  /** Whether the pointer is over the map. @param {PointerEvent} event */
  isOver(event) {
    const { left, right, top, bottom } = this.view.host.getBoundingClientRect();
    return event.clientX >= left && event.clientX <= right && event.clientY >= top && event.clientY <= bottom;
  }
}

/** Who sets up, and where. @param {string} title */
function split(title) {
  const at = title.lastIndexOf(":");
  return [title.slice(0, at), title.slice(at + 1).trim()];
}
