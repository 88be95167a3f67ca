// @ts-check
/** The pages of a kit, which are loaded again when they change. */
import { byId } from "./elements.js";
import { findingItems, stateOf } from "./finding_list.js";
import { KitPages } from "./kit_pages.js";

/**
 * @typedef {{revision: number, file: string, title: string, game: string, pages: import("./kit_pages.js").Page[],
 *   changed: string[], isCurrent: boolean, problem: string,
 *   findings: import("./finding_list.js").Findings}} State
 */

let revision = -1;
const kit = new KitPages(byId("pages"), byId("contents"), /** @type {HTMLInputElement} */ (byId("zoom")));

/** @param {State} state */
function show(state) {
  const isFirst = revision <= 0;
  revision = state.revision;
  document.title = `${state.title} – brainbug watch`;
  byId("title").textContent = state.title;
  byId("about").textContent = [state.file, state.game].filter(Boolean).join(" · ");
  const pill = byId("state");
  pill.textContent = revision ? state.findings.summary || "cannot be read" : "drawing …";
  pill.dataset.state = state.problem ? "error" : stateOf(state.findings);
  const notice = byId("notice");
  notice.hidden = revision === 0 || state.isCurrent;
  notice.textContent = state.problem || "The file has errors: this is the last kit without any.";
  document.body.classList.toggle("stale", revision > 0 && !state.isCurrent);
  byId("findings").replaceChildren(...findingItems(state.findings));
  byId("notes").hidden = state.findings.list.length === 0;
  const changed = new Set(isFirst ? [] : state.changed);
  if (state.isCurrent) { kit.show(state.pages, changed); }
  document.body.dataset.rev = String(revision);
}

/** Connect, and connect again whenever the connection ends. */
function connect() {
  const socket = new WebSocket(`ws://${location.host}/live`);
  socket.onmessage = (event) => show(JSON.parse(event.data));
  socket.onclose = () => {
    byId("state").textContent = "not connected";
    byId("state").dataset.state = "error";
    setTimeout(connect, 1000);
  };
}

connect();
