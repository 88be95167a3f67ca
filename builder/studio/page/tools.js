// @ts-check
/** The tools: each is a small state machine that turns places on the map into operations. */

/**
 * @typedef {{name: string, text: string, type: string, options: string[], choices: string,
 *   is_required: boolean, default: any}} FormField
 * @typedef {{name: string, summary: string, form: FormField[]}} OperationKind
 * @typedef {{id: string, title: string, level?: string, kind?: string}} Choice
 * @typedef {{operations: OperationKind[], choices: Record<string, Choice[]>}} Palette
 * @typedef {import("./grids.js").Side} Side
 * @typedef {{id: string, title: string, icon: string, key: string, picks: "spot" | "side" | "part" | "trace" | "none",
 *   operation: OperationKind | null}} Tool
 */

/** Icons of 24 × 24, as paths of lines. @type {Record<string, string>} */
const ICONS = {
  select: "M5 3l14 8-6 2-2 6z",
  part: "M4 8V4h4M11 4h2M16 4h4v4M20 11v2M20 16v4h-4M13 20h-2M8 20H4v-4M4 13v-2",
  trace: "M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15 9h1",
  versions: "M12 7v5l3 2M4 12a8 8 0 1 0 3-6M4 4v4h4",
  area: "M4 9l4-5h8l4 5-4 6H8zM8 15l-2 5M16 15l2 5",
  erase: "M4 15l8-10 8 6-7 9H8zM9 9l8 6",
  door: "M3 12h5M16 12h5M8 9v6M16 9v6M8 12h8",
  other: "M5 7h14M5 12h14M5 17h9",
  place: "M12 21s-6-6-6-11a6 6 0 0 1 12 0c0 5-6 11-6 11zM12 8v4M10 10h4",
  remove: "M6 6l12 12M18 6L6 18",
  move: "M12 3v18M3 12h18M12 3l-3 3M12 3l3 3M12 21l-3-3M12 21l3-3M3 12l3-3M3 12l3 3M21 12l-3-3M21 12l-3 3",
  name: "M4 7V5h16v2M12 5v14M9 19h6",
};
const PICKED = { spot: ["hexes", "hex", "dots", "spot", "spots"], side: ["sides", "edges"] };
/** Strokes of these are sent at once; the others only fill in their form. */
const AT_ONCE = ["paint-area", "erase", "set-door", "set-hatch", "set-machinery", "set-locker", "set-console", "set-berth", "paint-terrain",
  "paint-piece", "paint-height", "erase-ground", "set-obstacle", "set-wall", "set-opening", "set-label", "paint-zone"];

/** Whether strokes of a tool are sent at once. @param {string} name */
export function isAtOnce(name) { return AT_ONCE.includes(name); }
const SPECIAL = /** @type {Record<string, [string, string, string]>} */ ({
  "paint-area": ["Area", "area", "A"],
  "erase": ["Erase", "erase", "E"],
  "set-door": ["Door", "door", "D"],
  "set-hatch": ["Hatch", "place", "H"],
  "set-machinery": ["Machinery", "place", "M"],
  "set-locker": ["Lockers", "place", "L"],
  "set-console": ["Console", "place", "C"],
  "set-berth": ["Berths", "door", "B"],
  "paint-terrain": ["Terrain", "area", "T"],
  "paint-piece": ["Terrain", "area", "T"],
  "paint-height": ["Height", "area", "H"],
  "erase-ground": ["Erase", "erase", "E"],
  "set-obstacle": ["Wall or hedge", "door", "W"],
  "set-wall": ["Wall", "door", "W"],
  "set-opening": ["Door or window", "door", "D"],
  "set-label": ["Label", "name", "N"],
  "paint-zone": ["Zone", "area", "Z"],
});

/** Operations of the tool that selects a part, and of dragging. */
const OF_PARTS = ["copy-part", "paste-part"];

/** The tools for some operations. @param {OperationKind[]} operations @returns {Tool[]} */
export function toolsFor(operations) {
  /** @type {Tool[]} */
  const tools = [{ id: "select", title: "Select and pan", icon: "select", key: "V", picks: "none", operation: null },
    { id: "part", title: "Select a part", icon: "part", key: "S", picks: "part", operation: null },
    { id: "trace", title: "Trace an image", icon: "trace", key: "I", picks: "trace", operation: null },
    { id: "versions", title: "Versions", icon: "versions", key: "K", picks: "none", operation: null }];
  for (const operation of operations) {
    if (OF_PARTS.includes(operation.name)) { continue; }
    const special = SPECIAL[operation.name];
    tools.push({
      id: operation.name,
      title: special ? special[0] : sentence(operation.name),
      icon: special ? special[1] : iconOf(operation.name),
      key: special ? special[2] : "",
      picks: picksOf(operation),
      operation,
    });
  }
  return tools;
}

/** @param {string} name */
function iconOf(name) {
  const verb = name.split("-")[0];
  if (["remove", "erase", "delete"].includes(verb)) { return "remove"; }
  if (["add", "place", "set"].includes(verb)) { return "place"; }
  if (verb === "move") { return "move"; }
  return ["rename", "label", "name"].includes(verb) ? "name" : "other";
}

/** @param {OperationKind} operation */
function picksOf(operation) {
  if (operation.form.some((field) => PICKED.side.includes(field.choices))) { return "side"; }
  return operation.form.some((field) => fieldPicks(field)) ? "spot" : "none";
}

/** The number of places on the map that a field takes: several, one, a point or points; empty for none. @param {FormField} field */
export function fieldPicks(field) {
  if (field.type === "point" || field.type === "points") { return field.type; }
  if (![...PICKED.spot, ...PICKED.side].includes(field.choices)) { return ""; }
  return ["hexes", "spots", "dots", "sides", "edges"].includes(field.choices) ? "several" : "one";
}

/** A name of an operation as a label. @param {string} name */
export function sentence(name) {
  const words = name.replaceAll("-", " ");
  return words[0].toUpperCase() + words.slice(1);
}

/** An icon. @param {string} name */
export function iconOfTool(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", ICONS[name] ?? ICONS.other);
  svg.append(path);
  return svg;
}

/** The places of one stroke, each once, in the order in which they were touched. */
export class Stroke {
  constructor() {
    /** @type {Map<string, Side | null>} */
    this.places = new Map();
  }

  /** @param {string} label @param {Side | null} side @returns {boolean} whether it is new */
  add(label, side) {
    if (this.places.has(label)) { return false; }
    this.places.set(label, side);
    return true;
  }

  get text() { return [...this.places.keys()].join(" "); }
}
