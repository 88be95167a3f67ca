// @ts-check
/** The layers of a drawing: made from texts, and changed where an edit has changed the drawing. */

/**
 * How to make the children of a group from those before, in order: children that stay (the first and their number),
 * a text with new ones, or a child that stays and whose own children change.
 * @typedef {Array<string | [number, number] | {at: number, patch: Patch}>} Patch
 */

const NAMES = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';
const parser = new DOMParser();

/**
 * Change layers by name: a text makes a new one, a patch changes the existing one.
 * @param {Map<string, Element>} layers @param {Record<string, string | Patch>} changes
 */
export function changeLayers(layers, changes) {
  const texts = Object.values(changes).flatMap((change) => [...textsOf(typeof change === "string" ? [change] : change)]);
  const elements = elementsOf(texts);
  for (const [name, change] of Object.entries(changes)) {
    const layer = layers.get(name);
    if (typeof change === "string") {
      const [element] = elements.shift() ?? [];
      element.setAttribute("data-layer", name);
      layers.set(name, element);
    } else if (layer) {
      apply(layer, change, elements);
    }
  }
}

/** The texts of a patch, in order. @param {Patch} patch @returns {Iterable<string>} */
function* textsOf(patch) {
  for (const step of patch) {
    if (typeof step === "string") { yield step; } else if (!Array.isArray(step)) { yield* textsOf(step.patch); }
  }
}

/** The elements of each text; all are parsed at once. @param {string[]} texts @returns {Element[][]} */
function elementsOf(texts) {
  if (texts.length === 0) { return []; }
  const whole = `<svg ${NAMES}>${texts.map((text) => `<g>${text}</g>`).join("")}</svg>`;
  const root = document.adoptNode(parser.parseFromString(whole, "image/svg+xml").documentElement);
  return [...root.children].map((group) => [...group.children]);
}

/** @param {Element} group @param {Patch} patch @param {Element[][]} elements the elements of the texts that are left */
function apply(group, patch, elements) {
  const before = [...group.children];
  /** @type {Element[]} */
  const wanted = [];
  for (const step of patch) {
    if (typeof step === "string") {
      wanted.push(...elements.shift() ?? []);
    } else if (Array.isArray(step)) {
      wanted.push(...before.slice(step[0], step[0] + step[1]));
    } else {
      apply(before[step.at], step.patch, elements);
      wanted.push(before[step.at]);
    }
  }
  const kept = new Set(wanted);
  for (const child of before) { if (!kept.has(child)) { child.remove(); } }
  let at = group.firstElementChild;
  for (const child of wanted) {
    if (child === at) { at = at.nextElementSibling; } else { group.insertBefore(child, at); }
  }
}
