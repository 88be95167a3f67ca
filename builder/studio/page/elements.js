// @ts-check
/** Elements of the page, which get their texts as text, never as HTML. */

/**
 * The element of an id.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) { throw new Error(`no element ${id}`); }
  return element;
}

/**
 * A new element with attributes and contents.
 * @param {string} tag
 * @param {Record<string, string | number | boolean | undefined>} [attributes]
 * @param {...(Node | string)} children
 * @returns {HTMLElement}
 */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) { continue; }
    element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children);
  return element;
}

/**
 * A button that does something.
 * @param {string} text
 * @param {() => void} act
 * @param {Record<string, string | boolean | undefined>} [attributes]
 * @returns {HTMLElement}
 */
export function button(text, act, attributes = {}) {
  const element = make("button", { type: "button", class: "button", ...attributes }, text);
  element.addEventListener("click", act);
  return element;
}
