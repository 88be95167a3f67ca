// @ts-check
/** The studio: what the server sends is shown, and what is done on the page becomes messages. */
import { AnalysisPanel } from "./analysis_panel.js";
import { Carrier } from "./carrier.js";
import { Connection } from "./connection.js";
import { askStart, askVersion, showKeys, showRule } from "./dialogs.js";
import { byId, make } from "./elements.js";
import { findingItems, stateOf } from "./finding_list.js";
import { Inspector } from "./inspector.js";
import { KitPanel } from "./kit_panel.js";
import { MapInput } from "./map_input.js";
import { MapView } from "./map_view.js";
import { PartTool } from "./part_tool.js";
import { PlaytestPanel } from "./playtest_panel.js";
import { TextPane } from "./text_pane.js";
import { TraceTool } from "./trace_tool.js";
import { UnitList } from "./unit_list.js";
import { VersionsPanel } from "./versions_panel.js";
import { iconOfTool, isAtOnce, toolsFor } from "./tools.js";

/** @typedef {Record<string, any>} Message */

const view = new MapView(byId("map"));
const inspector = new Inspector(byId("inspector"), apply, (entry) => showEntry(entry), (message) => send(message));
/** @type {import("./tools.js").Palette} */
let palette = { operations: [], choices: {} };
/** @type {import("./tools.js").Tool[]} */
let tools = [];
/** @type {Message} */
let state = { canEdit: false, views: {}, view: "", mapKind: "" };
/** @type {import("./finding_list.js").Findings} */
let findings = { summary: "", list: [] };
let chosen = "select";
const say = (/** @type {string} */ text) => { byId("where").textContent = text; };
const carrier = new Carrier(view, apply, say);
const part = new PartTool(view, {
  apply, say, send: (message) => send(message), canEdit: () => Boolean(state.canEdit),
  panel: () => { if (chosen === "part") { inspector.choose(tools.find((tool) => tool.id === chosen) ?? null); } },
});
const trace = new TraceTool(view, {
  say, send: (message) => send(message), file: () => /** @type {HTMLSelectElement} */ (byId("file")).value,
  panel: () => { if (chosen === "trace") { inspector.choose(tools.find((tool) => tool.id === chosen) ?? null); } },
});
const versions = new VersionsPanel(view, {
  send: (message) => send(message), restore: (version, title) => connection.edit({ type: "restore", version, title: `Restore ${title}` }),
  panel: () => { if (chosen === "versions") { inspector.choose(tools.find((tool) => tool.id === chosen) ?? null); } },
});
inspector.panels.versions = () => versions.panel();
inspector.panels.trace = () => trace.panel();
inspector.panels.part = () => part.panel();
const input = new MapInput(view, {
  tool: () => tools.find((tool) => tool.id === chosen) ?? null,
  canEdit: () => Boolean(state.canEdit),
  takes: () => byId("take").getAttribute("aria-pressed") === "true",
  hover: say,
  carrier,
  part,
  trace,
  remove: (handle) => apply([/** @type {Message} */ (handle.remove)], `Remove ${handle.title}`),
  stroke: (stroke, isTaken) => inspector.stroke(stroke, isTaken),
  point: (point) => { picked = point; force = ""; inspect(); analysis.point(point); },
});
const connection = new Connection((message) => receive(message), (isOpen) => {
  if (isOpen) { return; }
  pill("error", "not connected");
  document.body.dataset.connected = "no";
  state = { ...state, canEdit: false };
  byId("map").classList.add("off");
  warn(`The studio is no longer running. Your work is in the file. Start the studio again with --port ${location.port} to continue on this page.`);
});

const send = (/** @type {Message} */ message) => connection.send(message);
const units = new UnitList(byId("units"), view, carrier, () => input.carryToCursor(), (id) => { picked = ""; force = id; chooseTool("select"); inspect(); });
const analysis = new AnalysisPanel(byId("analysis"), view, send);
const kit = new KitPanel(send);
const pane = new TextPane(byId("text"), (message) => connection.edit(message), byId("fixes"));
const play = new PlaytestPanel(view, send, chooseView);

/** The place that was picked with the tool that selects, or the force from the list. */
let picked = "", force = "";

function inspect() {
  if (chosen === "select" && state.rev) { send({ type: "inspect", spot: picked, view: state.view, force }); }
}

/** @param {Message} message */
function receive(message) {
  switch (message.type) {
    case "files": return showFiles(message);
    case "gallery": return askStart(message, (start) => send({ type: "start", ...start }));
    case "state": return showState(message);
    case "palette": palette = /** @type {any} */ (message); return showTools();
    case "map": return showMap(message);
    case "findings": return showFindings(/** @type {any} */ (message));
    case "versions": return versions.list(message);
    case "compared": return versions.compared(message);
    case "brief": return inspector.brief(message);
    case "entry": return showRule(/** @type {any} */ (message), showEntry);
    case "trace": return trace.show(message);
    case "part": return part.copied(message.part);
    case "things": return inspector.things(message);
    case "analysis": return analysis.show(message);
    case "kit": return kit.show(message);
    case "played": return play.show(message);
    case "record": return play.record(message);
    case "text": return void pane.show(message);
    case "refused": pane.refused(); return refuse(message.reason);
    case "done": inspector.done(); return refuse("");
    default: return undefined;
  }
}

/** @param {Message} message */
function showFiles(message) {
  document.body.dataset.connected = "yes";
  const select = /** @type {HTMLSelectElement} */ (byId("file"));
  const wanted = decodeURIComponent(location.hash.slice(1));
  const before = select.value || wanted;
  select.replaceChildren(...message.files.map((/** @type {string} */ file) => make("option", { value: file }, file)));
  if (message.files.length === 0) { pill("error", "no scenarios in this folder"); return; }
  select.value = message.open || (message.files.includes(before) ? before : message.files[0]);
  if (message.open !== "") { openFile(); }
}

function openFile() {
  const file = (/** @type {HTMLSelectElement} */ (byId("file"))).value;
  history.replaceState(null, "", `#${encodeURIComponent(file)}`);
  view.clear();
  for (const id of ["map", "findings"]) { delete byId(id).dataset.rev; }
  connection.send({ type: "open", file });
}

/** @param {Message} message */
function showMap(message) {
  if (!view.show(message)) { send({ type: "view", view: state.view }); return; }
  input.mapChanged();
  analysis.draw();
  play.marks();
  showLayers(message);
}

/** @param {string} kind @param {string} text */
function pill(kind, text) {
  byId("state").dataset.state = kind;
  byId("state").textContent = text;
}

/** @param {Message} message */
function showState(message) {
  const before = state;
  state = message;
  document.title = `${message.title} – brainbug studio`;
  byId("title").textContent = message.title;
  byId("about").textContent = message.game;
  const undo = /** @type {HTMLButtonElement} */ (byId("undo")), redo = /** @type {HTMLButtonElement} */ (byId("redo"));
  undo.disabled = message.undo === null;
  redo.disabled = message.redo === null;
  undo.title = message.undo ? `Undo: ${message.undo} (Ctrl+Z)` : "Nothing to undo";
  redo.title = message.redo ? `Redo: ${message.redo} (Ctrl+Shift+Z)` : "Nothing to redo";
  notice(message);
  byId("map").classList.toggle("off", !message.canEdit);
  if (JSON.stringify(before.views) !== JSON.stringify(message.views) || before.view !== message.view) { showLevels(); }
  inspector.context(message, palette);
  if (before.rev !== message.rev) { inspect(); }
  analysis.context(message);
  carrier.show(message.handles);
  part.show(message.handles.handles);
  part.context(message.file, message.view);
  trace.context(message.view);
  versions.context(message, before.rev !== message.rev);
  units.show(message.handles.units, message.canEdit);
  kit.context(message);
  play.context(message);
  if (message.conflict) { askVersion(message.conflict, (mine) => connection.edit({ type: "resolve", mine })); }
}

/** @param {Message} message */
function notice(message) {
  let text = "";
  if (message.isMissing) { text = "The file was moved or deleted. Put it back, or open another one."; }
  else if (!message.canEdit && !message.conflict) { text = "The text is not valid YAML: the map is that of the last valid text, and the tools are off."; }
  else if (!message.isCurrent) { text = "The scenario does not load: the map is that of the last version that did."; }
  warn(text);
}

/** Show a notice above the map; an empty text hides it. @param {string} text */
function warn(text) {
  byId("notice").hidden = text === "";
  byId("notice").textContent = text;
}

/** @param {string} reason */
function refuse(reason) {
  if (reason) { inspector.applied = ""; }
  inspector.error(reason);
  if (reason) { byId("where").textContent = reason; }
}

/** @param {import("./finding_list.js").Findings & {rev: number}} message */
function showFindings(message) {
  findings = message;
  pill(stateOf(findings), findings.summary);
  pane.context(findings.list, message.rev);
  const list = byId("findings");
  list.dataset.rev = String(message.rev);
  byId("fix-all").hidden = !findings.list.some((finding) => finding.fixes.length);
  byId("tab-below").textContent = findings.list.length ? `Findings: ${findings.summary}` : "Findings";
  if (findings.list.length === 0) {
    list.replaceChildren(make("li", { class: "none" }, "No findings: the scenario follows the rules."));
    view.mark("finding", []);
    return;
  }
  list.replaceChildren(...findingItems(findings, {
    show: (index) => showPlace(index),
    fix: (index, fix) => connection.edit({ type: "fix", base: message.rev, finding: index, fix, title: "fix" }),
    rule: showEntry,
  }));
}

/** Show an entry of the rules. @param {string} entry */
function showEntry(entry) { send({ type: "entry", entry }); }

/** Mark where a finding is on the map. @param {number} index */
function showPlace(index) {
  pane.reveal(findings.list[index].span);
  const place = findings.list[index].place;
  if (!place) { byId("where").textContent = `line ${findings.list[index].span[0]} of the file; it is not about a place on the map`; return; }
  if (place.view && place.view !== state.view) { chooseView(place.view); }
  input.findings = place.spots;
  input.mapChanged();
  if (place.spots.length) { view.reveal(place.spots[0]); }
}

/** @param {string} id */
function chooseView(id) {
  connection.send({ type: "view", view: id });
}

/** A button in a group of which one is chosen. @param {string} text @param {boolean} isChosen @param {() => void} act @param {Element | null} icon @param {string} key */
function choice(text, isChosen, act, icon, key) {
  const element = make("button", { type: "button", class: "choice", role: "radio", "aria-checked": String(isChosen), "aria-keyshortcuts": key || undefined },
    ...(icon ? [icon] : []), make("span", {}, text), ...(key ? [make("span", { class: "key", "aria-hidden": "true" }, key)] : []));
  element.addEventListener("click", act);
  return element;
}

function showLevels() {
  const views = Object.entries(state.views);
  byId("levels-box").hidden = views.length < 2;
  byId("levels").replaceChildren(...views.map(([id, title]) =>
    choice(/** @type {string} */ (title), id === state.view, () => chooseView(id), null, "")));
}

function showTools() {
  tools = toolsFor(palette.operations);
  if (!tools.some((tool) => tool.id === chosen)) { chosen = "select"; }
  const buttons = tools.map((tool) => choice(tool.title, tool.id === chosen, () => chooseTool(tool.id), iconOfTool(tool.icon), tool.key));
  const main = tools.map((tool) => !tool.operation || isAtOnce(tool.id));
  const isOpen = byId("tools").querySelector("details")?.open ?? !main.includes(true);
  const more = make("details", { class: "more", open: isOpen }, make("summary", {}, "Set-up, forces, names …"), ...buttons.filter((_, index) => !main[index]));
  byId("tools").replaceChildren(...buttons.filter((_, index) => main[index]), more);
  buttonOf = new Map(tools.map((tool, index) => [tool.id, buttons[index]]));
  inspector.context(state, palette);
  if (chosen !== "select" || inspector.tool?.id !== "select") { inspector.choose(tools.find((tool) => tool.id === chosen) ?? null); }
}

/** The buttons of the tools. @type {Map<string, HTMLElement>} */
let buttonOf = new Map();

/** @param {string} id */
function chooseTool(id) {
  if (chosen === "part" && id !== "part") { part.select({ spots: [], box: [] }); }
  chosen = id;
  for (const [tool, element] of buttonOf) { element.setAttribute("aria-checked", String(tool === id)); }
  byId("map").classList.toggle("pans", id === "select");
  takeAway(false);
  inspector.choose(tools.find((tool) => tool.id === id) ?? null);
  if (id === "select") { inspect(); }
  trace.choose(id === "trace");
  versions.choose(id === "versions");
  input.toolChanged();
}

/** Make strokes remove things, for pointers without a right button. @param {boolean} takes */
function takeAway(takes) { byId("take").setAttribute("aria-pressed", String(takes)); }

const HIDEABLE = { numbers: "Numbers", furniture: "Furniture", names: "Names", zones: "Zones", objectives: "Objectives" };
const hidden = new Set(/** @type {string[]} */ ([]));

/** @param {Message} message */
function showLayers(message) {
  const names = new Set(message.order.map((/** @type {string} */ name) => name.split(".")[0]));
  const wanted = Object.entries(HIDEABLE).filter(([name]) => names.has(name));
  const box = byId("shown");
  if (box.dataset.names === wanted.map(([name]) => name).join(" ")) { return; }
  box.dataset.names = wanted.map(([name]) => name).join(" ");
  box.replaceChildren(...wanted.map(([name, title]) => {
    const check = /** @type {HTMLInputElement} */ (make("input", { type: "checkbox" }));
    check.checked = !hidden.has(name);
    check.addEventListener("change", () => {
      if (check.checked) { hidden.delete(name); hidden.delete(`${name.replace(/s$/, "")}-names`); }
      else { hidden.add(name); hidden.add(`${name.replace(/s$/, "")}-names`); }
      view.hide(hidden);
    });
    return make("label", { class: "check" }, check, title);
  }));
}

/** Send operations as one step. @param {Message[]} ops @param {string} title */
function apply(ops, title) {
  connection.edit({ type: "do", ops, title });
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  const inField = event.target instanceof HTMLElement && Boolean(event.target.closest("input, textarea, select, dialog, #text"));
  const withControl = event.ctrlKey || event.metaKey;
  const key = event.key.toLowerCase();
  if (withControl && key === "a" && chosen === "part" && !inField) { event.preventDefault(); part.selectAll(); return; }
  if (withControl && key === "z" && !inField) {
    event.preventDefault();
    connection.edit({ type: event.shiftKey ? "redo" : "undo" });
  } else if (withControl && key === "y" && !inField) {
    event.preventDefault();
    connection.edit({ type: "redo" });
  } else if (!inField && !withControl && !event.altKey) {
    const tool = tools.find((each) => each.key && each.key.toLowerCase() === key);
    if (tool) { chooseTool(tool.id); byId("map").focus(); event.preventDefault(); }
    else if (event.key === "?") { showKeys(tools); }
    else if (event.key === "+" || event.key === "=") { view.zoom(1.25); }
    else if (event.key === "-") { view.zoom(0.8); }
    else if (event.key === "0") { view.fit(); }
    else if (event.key === "PageDown" || event.key === "PageUp") {
      const ids = Object.keys(state.views), at = ids.indexOf(state.view) + (event.key === "PageDown" ? 1 : -1);
      if (ids[at] !== undefined) { chooseView(ids[at]); event.preventDefault(); }
    }
  }
}

/** Show a panel; the map is in that for drawing or in that for playing. @param {string} name */
function showPanel(name) {
  for (const each of ["draw", "kit", "play"]) {
    byId(each).hidden = each !== name;
    byId(`tab-${each}`).setAttribute("aria-selected", String(each === name));
    byId(`tab-${each}`).tabIndex = each === name ? 0 : -1;
  }
  const host = name === "play" ? byId("play-map") : byId("map");
  host.append(view.svg);
  view.host = host;
  view.fit();
  view.over.classList.toggle("plays", name === "play");
  trace.isShown = name === "draw";
  trace.draw();
  kit.isShown = name === "kit";
  kit.ask();
}

for (const name of ["draw", "kit", "play"]) {
  byId(`tab-${name}`).addEventListener("click", () => showPanel(name));
  byId(`tab-${name}`).addEventListener("keydown", (event) => {
    const names = ["draw", "kit", "play"], at = names.indexOf(name);
    const next = names[event.key === "ArrowRight" ? at + 1 : event.key === "ArrowLeft" ? at - 1 : at];
    if (next && next !== name) { showPanel(next); byId(`tab-${next}`).focus(); event.stopPropagation(); }
  });
}
byId("file").addEventListener("change", openFile);
byId("new").addEventListener("click", () => send({ type: "gallery" }));
byId("undo").addEventListener("click", () => connection.edit({ type: "undo" }));
byId("redo").addEventListener("click", () => connection.edit({ type: "redo" }));
byId("keys").addEventListener("click", () => showKeys(tools));
byId("take").addEventListener("click", () => takeAway(byId("take").getAttribute("aria-pressed") !== "true"));
byId("fit").addEventListener("click", () => view.fit());
byId("larger").addEventListener("click", () => view.zoom(1.25));
byId("smaller").addEventListener("click", () => view.zoom(0.8));
/** Show the findings, the text, or neither. @param {string} name */
function showBelow(name) {
  for (const each of ["below", "text"]) {
    byId(each).hidden = each !== name;
    byId(`tab-${each}`).setAttribute("aria-selected", String(each === name));
  }
  byId("fold").textContent = name ? "Hide" : "Show";
  byId("fold").setAttribute("aria-expanded", String(name !== ""));
  send({ type: "text", wanted: name === "text" });
}

for (const name of ["below", "text"]) { byId(`tab-${name}`).addEventListener("click", () => showBelow(name)); }
byId("fix-all").addEventListener("click", () => connection.edit({ type: "fix-all" }));
byId("fold").addEventListener("click", () => showBelow(byId("below").hidden && byId("text").hidden ? "below" : ""));
byId("taller").addEventListener("click", () => byId("text").closest(".below")?.classList.toggle("tall"));
document.addEventListener("keydown", onKey);
byId("map").addEventListener("dragover", (event) => event.preventDefault());
byId("map").addEventListener("drop", (event) => {
  event.preventDefault();
  if (event.dataTransfer?.files.length) { chooseTool("trace"); void trace.add(event.dataTransfer.files[0]); }
});
for (const name of ["copy", "cut", "paste"]) {
  document.addEventListener(name, (event) => {
    const inField = event.target instanceof HTMLElement && Boolean(event.target.closest("input, textarea, select, dialog, #text"));
    if (chosen !== "part" || inField || !document.getSelection()?.isCollapsed) { return; }
    event.preventDefault();
    if (name === "paste") { part.paste(/** @type {ClipboardEvent} */ (event).clipboardData?.getData("text/plain")); } else { part.copy(name === "cut"); }
  });
}
byId("map").classList.add("pans");
