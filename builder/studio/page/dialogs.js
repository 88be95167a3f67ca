// @ts-check
/** Dialogs: all keys, and the choice between two versions of a file. */
import { byId, button, make } from "./elements.js";

/** @param {...Node} children */
function open(...children) {
  const dialog = /** @type {HTMLDialogElement} */ (byId("dialog"));
  dialog.replaceChildren(...children);
  if (!dialog.open) { dialog.showModal(); }
  return dialog;
}

const KEYS = [
  ["Arrow keys", "move the cursor on the map"],
  ["Space, Enter", "use the tool at the cursor"],
  ["Ctrl + drag", "paint a block of columns and rows at once"],
  ["Shift + arrow keys", "draw a stroke; it ends with Shift"],
  ["G", "with the tool that selects: take what is at the cursor, or the next thing there; arrow keys move it, Enter puts it down"],
  ["S", "select a part: drag a box, or Shift + arrow keys; G takes it, Enter puts it down; X and Y mirror it"],
  ["Ctrl+C, X, V, A", "with the tool S: copy, cut, paste a part of the map; all of it"],
  ["I", "trace an image: arrow keys move it, [ and ] scale it, comma and period turn it"],
  [", and .", "choose the side of a hex, for doors"],
  ["Delete", "take away what is at the cursor"],
  ["Ctrl+Z, Ctrl+Shift+Z", "undo, redo"],
  ["+ − 0", "zoom in, zoom out, whole map"],
  ["Page Up, Page Down", "other maps and levels"],
  ["Shift + drag, middle button", "move the map"],
  ["Esc", "end a stroke, put back what was taken, forget marks"],
];

/** @param {import("./tools.js").Tool[]} tools */
export function showKeys(tools) {
  const rows = [...tools.filter((tool) => tool.key).map((tool) => [tool.key, tool.title]), ...KEYS];
  const dialog = open(
    make("h2", { id: "dialog-title" }, "Keys"),
    make("table", {}, ...rows.map(([key, text]) => make("tr", {}, make("td", {}, make("kbd", {}, key)), make("td", {}, text)))),
    make("div", { class: "buttons" }, button("Close", () => dialog.close(), { class: "button chief" })));
}

/** Ask which version of a file to keep. @param {{mine: string, theirs: string}} conflict @param {(mine: boolean) => void} answer */
export function askVersion(conflict, answer) {
  const choose = (/** @type {boolean} */ mine) => { dialog.close(); answer(mine); };
  const dialog = open(
    make("h2", { id: "dialog-title" }, "Another program has changed this file"),
    make("p", {}, "Your last edit was not written. Which version do you want to go on with? Undo brings the other one back."),
    make("div", { class: "versions" },
      make("div", {}, make("h2", {}, "With my edit"), marked(conflict.mine, conflict.theirs)),
      make("div", {}, make("h2", {}, "On the disk"), marked(conflict.theirs, conflict.mine))),
    make("div", { class: "buttons" },
      button("Take the file on the disk", () => choose(false), { "data-act": "theirs" }),
      button("Keep my edit", () => choose(true), { "data-act": "mine" })));
  dialog.oncancel = (event) => event.preventDefault();
}

/** A text with the lines that the other one does not have marked. @param {string} text @param {string} other */
function marked(text, other) {
  const otherLines = new Set(other.split("\n"));
  const box = make("pre", { tabindex: "0" });
  text.split("\n").forEach((line, index, lines) => {
    const isNew = !otherLines.has(line);
    const isNear = lines.slice(Math.max(0, index - 2), index + 3).some((each) => !otherLines.has(each));
    if (isNew) { box.append(make("mark", {}, `${line}\n`)); } else if (isNear) { box.append(`${line}\n`); }
  });
  if (!box.childNodes.length) { box.append("(only lines of the other version were removed)"); }
  return box;
}

/** Ask for the starting point of a new scenario. @param {Record<string, any>} gallery @param {(start: Record<string, string>) => void} answer */
export function askStart(gallery, answer) {
  if (!gallery.canStart) {
    const dialog = open(make("h2", { id: "dialog-title" }, "New scenario"), make("p", {}, "This studio has one file open. Start it with a folder to write new files."),
      make("div", { class: "buttons" }, button("Close", () => dialog.close(), { class: "button chief" })));
    return;
  }
  const slug = /** @type {HTMLInputElement} */ (make("input", { id: "new-slug", value: "new-scenario", autocomplete: "off", spellcheck: "false", pattern: "[a-z0-9]+(-[a-z0-9]+)*" }));
  const choose = (/** @type {string} */ game, /** @type {string} */ source, /** @type {string} */ kind) => {
    if (!slug.reportValidity()) { return; }
    dialog.close();
    answer({ game, source, kind, slug: slug.value });
  };
  const dialog = open(make("h2", { id: "dialog-title" }, "New scenario"),
    make("div", { class: "field" }, make("label", { for: "new-slug" }, "Id, which is also the name of the file"), slug),
    ...gallery.games.map((/** @type {any} */ game) => make("section", { class: "starts" }, make("h3", {}, game.title),
      ...Object.entries(game.scenarios).map(([id, title]) => button(/** @type {string} */ (title), () => choose(game.id, id, ""))),
      ...game.blank.map((/** @type {string} */ kind) => button(`Blank ${kind}`, () => choose(game.id, "", kind), { class: "button blank" })))),
    make("div", { class: "buttons" }, button("Cancel", () => dialog.close())));
  slug.select();
}

/**
 * An entry of the rules: its text, figures and links to others.
 * @param {{id: string, kind: string, title: string, source: string, notes: string[], paragraphs: string[], rows: string[][],
 *   grids: {title: string, heads: string[], rows: string[][]}[], links: {id: string, title: string, kind: string}[]}} card
 * @param {(id: string) => void} show
 */
export function showRule(card, show) {
  const row = (/** @type {string} */ tag, /** @type {string[]} */ cells) => make("tr", {}, ...cells.map((cell) => make(tag, {}, cell)));
  const links = card.links.flatMap((link, index) => [...(index ? [" · "] : []), button(link.title, () => show(link.id), { class: "link", title: link.kind })]);
  const dialog = open(
    make("h2", { id: "dialog-title" }, card.title),
    make("div", { class: "card" }, make("p", { class: "about" }, `${card.source} · ${card.kind}`),
      ...[...card.paragraphs, ...card.notes].map((text) => make("p", {}, text)),
      ...(card.rows.length ? [make("table", {}, ...card.rows.map((cells) => row("td", cells)))] : []),
      ...card.grids.map((grid) => make("div", { class: "scroll", tabindex: "0" }, ...(grid.title ? [make("h3", {}, grid.title)] : []), make("table", {}, row("th", grid.heads), ...grid.rows.map((cells) => row("td", cells))))),
      ...(links.length ? [make("p", {}, "See ", ...links)] : [])),
    make("div", { class: "buttons" }, button("Close", () => dialog.close(), { class: "button chief" })));
  dialog.scrollTop = 0;
}
