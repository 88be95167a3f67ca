// @ts-check
/** Games that a machine plays: how they end, where it happens, and one game step by step. */
import { byId, button, make } from "./elements.js";

/**
 * @typedef {Record<string, any>} Message
 * @typedef {import("./grids.js").Point} Point
 */

const SVG = "http://www.w3.org/2000/svg";
const COLORS = ["#1d4f80", "#b4451f", "#1f6440", "#6a2a5e"];
const EVENTS = /** @type {Record<string, string>} */ ({ moved: "moves", fired: "attacks", died: "losses", stood: "survivors" });

export class PlaytestPanel {
  /** @param {import("./map_view.js").MapView} view @param {(message: Message) => void} send @param {(view: string) => void} chooseView */
  constructor(view, send, chooseView) {
    this.view = view;
    this.send = send;
    this.chooseView = chooseView;
    this.side = byId("play-side");
    /** @type {Message | null} */
    this.report = null;
    /** @type {Message[]} */
    this.lines = [];
    this.at = 0;
    this.heat = "died";
    /** @type {string[]} */
    this.views = [];
    this.isPlaying = false;
    byId("start").addEventListener("click", () => this.start());
    this.empty();
  }

  empty() {
    this.side.replaceChildren(make("h2", {}, "Playtest"), make("p", {}, "A machine plays the scenario with the tables that are printed, and shows how the games end, and where."));
  }

  /** @param {Message} state */
  context(state) {
    this.views = Object.keys(state.views);
    if (this.file !== state.file) { this.file = state.file; this.report = null; this.lines = []; this.empty(); this.marks(); }
    if (this.report && this.report.rev !== state.rev) { byId("play-state").textContent = "the scenario has changed since these games"; }
  }

  start() {
    this.isPlaying = !this.isPlaying;
    const games = this.isPlaying ? Math.max(1, Math.min(1000, Number((/** @type {HTMLInputElement} */ (byId("games"))).value) || 100)) : 0;
    byId("start").textContent = this.isPlaying ? "Stop" : "Play";
    byId("progress").hidden = !this.isPlaying;
    byId("play-state").textContent = this.isPlaying ? "starting …" : "stopped";
    if (this.isPlaying) { this.lines = []; }
    this.send({ type: "playtest", games });
  }

  stopped() {
    this.isPlaying = false;
    byId("start").textContent = "Play";
    byId("progress").hidden = true;
  }

  /** @param {Message} message */
  show(message) {
    if (message.problem) { this.stopped(); byId("play-state").textContent = message.problem; return; }
    this.report = message;
    const progress = /** @type {HTMLProgressElement} */ (byId("progress"));
    progress.max = message.of;
    progress.value = message.games;
    byId("play-state").textContent = `${message.games} of ${message.of} games`;
    if (message.games >= message.of) { this.stopped(); }
    byId("play").dataset.games = message.games;
    this.draw();
    this.marks();
  }

  draw() {
    const report = this.report;
    if (!report) { return; }
    const percent = (/** @type {number} */ share) => `${Math.round(share * 100)} %`;
    const endings = report.endings.map((/** @type {Message} */ ending) => {
      const fill = make("div", { class: "fill" });
      fill.style.width = `${100 * ending.share}%`;
      return make("div", { class: "ending", title: `between ${percent(ending.low)} and ${percent(ending.high)}` },
        make("span", {}, ending.side ? `${ending.side}, ${ending.grade}` : "nobody wins"), make("strong", {}, percent(ending.share)),
        make("div", { class: "track" }, fill));
    });
    const games = make("select", { "aria-label": "Game" }, ...report.list.map((/** @type {Message} */ game) =>
      make("option", { value: game.game }, `game ${game.game + 1}: ${game.side || "nobody"}${game.grade ? `, ${game.grade}` : ""}, turn ${game.turns}`)));
    const heats = make("select", { "aria-label": "On the map" }, make("option", { value: "" }, "nothing"),
      ...Object.keys(report.places).map((name) => make("option", { value: name }, EVENTS[name] ?? name)));
    (/** @type {HTMLSelectElement} */ (heats)).value = this.heat;
    heats.addEventListener("change", () => { this.heat = (/** @type {HTMLSelectElement} */ (heats)).value; this.lines = []; this.draw(); this.marks(); });
    const tally = Object.entries(report.tally).map(([name, mean]) => make("li", {}, `${name}: ${mean}`));
    this.side.replaceChildren(
      make("h2", {}, "Endings"), ...endings,
      make("p", {}, `Turns: ${report.turns.least} to ${report.turns.most}, ${report.turns.mean} on average.`),
      make("h2", {}, "On the map"), heats,
      make("h2", {}, "One game"), make("div", { class: "steps" }, games,
        button("Step through", () => this.send({ type: "record", game: Number((/** @type {HTMLSelectElement} */ (games)).value) }))),
      make("div", { id: "game-log" }),
      make("h2", {}, "On average"), make("ul", {}, ...tally),
      ...(report.not_played.length ? [make("h2", {}, "Not played"), make("ul", {}, ...report.not_played.map((/** @type {string} */ text) => make("li", {}, text)))] : []));
    if (this.lines.length) { this.log(); }
  }

  /** The record of a game. @param {Message} message */
  record(message) {
    this.head = message.lines[0];
    this.lines = message.lines.slice(1);
    this.at = 0;
    this.log();
    this.step(0);
  }

  log() {
    const list = make("ol", { class: "log", "aria-label": "Steps of the game" });
    let turn = -1;
    this.lines.forEach((line, index) => {
      if (line.turn !== turn) { turn = line.turn; list.append(make("li", { class: "turn" }, turn ? `Turn ${turn}` : "Set-up")); }
      const go = make("button", { type: "button" }, wordsOf(line));
      go.addEventListener("click", () => this.step(index));
      list.append(make("li", { "data-step": index }, go));
    });
    const bar = make("div", { class: "steps" }, button("|◀", () => this.step(0), { title: "First" }), button("◀", () => this.step(this.at - 1), { title: "Back" }),
      button("▶", () => this.step(this.at + 1), { title: "Next" }), button("▶|", () => this.step(this.lines.length - 1), { title: "Last" }));
    byId("game-log").replaceChildren(bar, list);
  }

  /** Show the map as it is after a step. @param {number} index */
  step(index) {
    this.at = Math.max(0, Math.min(this.lines.length - 1, index));
    for (const old of this.side.querySelectorAll(".log .now")) { old.classList.remove("now"); }
    const item = this.side.querySelector(`.log [data-step="${this.at}"]`);
    item?.classList.add("now");
    item?.scrollIntoView({ block: "nearest" });
    const last = [...(this.lines[this.at]?.changes ?? [])].pop();
    const view = last && this.viewOf(last.at);
    if (view !== undefined && view !== this.view.view && this.views.includes(view)) { this.chooseView(view); }
    this.marks();
  }

  /** The view of the map where coordinates are. @param {number[]} at */
  viewOf(at) { return this.view.grid?.kind === "hexes" && this.views.length > 1 ? this.views[at[0]] : this.views[0]; }

  /** Where coordinates are on the view that is shown, in mm. @param {number[]} at @returns {Point | null} */
  place(at) {
    const grid = this.view.grid;
    if (!grid || !at.length || (this.viewOf(at) !== this.view.view && this.view.view !== "")) { return null; }
    const pad = (/** @type {number} */ number) => String(number).padStart(grid.first.length / 2, "0");
    if (grid.kind === "hexes") { return grid.center(pad(at[at.length - 2]) + pad(at[at.length - 1])); }
    return grid.kind === "dots" ? grid.center(pad(at[0]) + pad(at[1])) : grid.center(`${at[0]},${at[1]}`);
  }

  /** Draw where units are after the step, or where things happen. */
  marks() {
    this.view.mark("heat", []);
    this.view.mark("unit", []);
    if (this.lines.length) { this.view.mark("unit", this.units()); return; }
    const by = this.report?.places[this.heat];
    if (!by) { return; }
    const rows = Object.values(by).flat(), most = Math.max(...rows.map((/** @type {any} */ row) => row.a_game), 0.001);
    const size = this.spotSize();
    this.view.mark("heat", rows.flatMap((/** @type {any} */ row) => {
      const point = this.place(row.at);
      if (!point) { return []; }
      const circle = shape("circle", { cx: point[0], cy: point[1], r: size * (0.15 + 0.35 * Math.sqrt(row.a_game / most)), class: "heat" });
      circle.setAttribute("fill-opacity", String(0.25 + 0.5 * row.a_game / most));
      return [circle];
    }));
  }

  spotSize() {
    const grid = this.view.grid;
    if (!grid || grid.kind === "plane") { return 10; }
    const box = grid.outline(grid.first);
    return Math.abs(box[3][1] - box[0][1]) || Math.abs(box[2][1] - box[0][1]);
  }

  units() {
    /** @type {Map<number, Message>} */
    const stands = new Map();
    for (const line of this.lines.slice(0, this.at + 1)) {
      for (const change of line.changes ?? []) { stands.set(change.unit, change); }
    }
    const sides = [...new Set((this.head?.pieces ?? []).map((/** @type {any[]} */ piece) => piece[piece.length - 1]))];
    const players = Object.keys(this.head?.players ?? {}), size = this.spotSize() * 0.2;
    /** How many units are in a place already. @type {Map<string, number>} */
    const stacked = new Map();
    return [...stands.values()].flatMap((stand) => {
      const point = stand.strength > 0 ? this.place(stand.at) : null;
      if (!point) { return []; }
      const key = point.join(), before = stacked.get(key) ?? 0;
      stacked.set(key, before + 1);
      const piece = this.head?.pieces?.[stand.unit] ?? [];
      const side = players.findIndex((name) => piece.includes(name));
      const group = shape("g", { class: "unit", transform: `translate(${point[0] + (before % 3 - 1) * size * 1.3} ${point[1] + (Math.floor(before / 3) - 0.5) * size * 1.3})` });
      const title = document.createElementNS(SVG, "title");
      title.textContent = `${piece.filter((/** @type {any} */ part) => typeof part === "string").join(", ")}: ${stand.status}`;
      group.append(title, shape("circle", { r: size * 0.7, fill: COLORS[Math.max(0, side) % COLORS.length] }));
      return sides ? [group] : [];
    });
  }
}

/** @param {string} name @param {Record<string, string | number>} attributes */
function shape(name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) { element.setAttribute(key, String(value)); }
  return element;
}

/** A line of a record in words. @param {Message} line */
function wordsOf(line) {
  if (line.ending) { return `The end: ${line.ending.why}`; }
  if (line.roll) { return `${line.purpose}: ${line.roll} = ${line.total}`; }
  return line.words ?? "";
}
