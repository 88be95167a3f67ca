// @ts-check
/** The text of the file, with the language server: input is sent, and changes by others are merged in. */

import { button, make } from "./elements.js";

/** @typedef {Record<string, any>} Message */

const PAUSE = 200;

export class TextPane {
  /** @param {HTMLElement} host @param {(message: Message) => void} edit sends an edit @param {HTMLElement} fixes shows the findings of the line with their fixes */
  constructor(host, edit, fixes) {
    this.host = host;
    this.fixes = fixes;
    /** @type {import("./finding_list.js").Finding[]} */
    this.findings = [];
    this.edit = edit;
    /** @type {any} */
    this.view = null;
    /** @type {any} */
    this.cm = null;
    /** The text that page and file have in common, with its revision. */
    this.base = "";
    this.revision = 0;
    this.lineEnd = "\n";
    /** Changes since `base` that were sent, and later ones. @type {any} */
    this.sent = null;
    this.sentText = "";
    /** @type {any} */
    this.local = null;
    this.timer = 0;
    this.uri = "";
    this.isMixed = false;
  }

  /** Take over a text from the server. @param {Message} message */
  async show(message) {
    if (!this.cm) { this.cm = await import("./vendor/editor.js"); }
    const raw = message.text, text = raw.replaceAll("\r\n", "\n").replaceAll("\r", "\n");
    this.lineEnd = raw.includes("\r\n") ? "\r\n" : "\n";
    this.isMixed = text.replaceAll("\n", this.lineEnd) !== raw;
    if (!this.view || message.uri !== this.uri) {
      this.uri = message.uri;
      this.make(text);
    } else { this.merge(text); }
    this.base = text;
    this.revision = message.rev;
    this.host.dataset.rev = message.rev;
    this.showFixes();
    if (this.local) { this.later(); }
  }

  /** @param {string} text */
  make(text) {
    const { EditorView, EditorState, basicSetup, keymap, yaml, indentWithTab, indentUnit, HighlightStyle, syntaxHighlighting, tags } = this.cm;
    this.view?.destroy();
    this.socket?.close();
    this.sent = this.local = null;
    const root = this.host.shadowRoot ?? this.host.attachShadow({ mode: "open" });
    const look = EditorView.theme({
      "&": { height: "100%", fontSize: "13px", color: "var(--ink)", backgroundColor: "var(--card)" },
      ".cm-scroller": { fontFamily: "ui-monospace, 'SFMono-Regular', Menlo, Consolas, monospace", lineHeight: "1.5" },
      ".cm-gutters": { backgroundColor: "var(--ground)", color: "var(--quiet)", border: "0" },
      ".cm-content": { caretColor: "var(--ink)" },
      ".cm-cursor": { borderLeftColor: "var(--ink)" },
      ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "color-mix(in srgb, var(--chosen) 55%, transparent)" },
      ".cm-tooltip": { maxWidth: "520px", maxHeight: "260px", overflow: "auto", padding: "2px 8px", backgroundColor: "var(--card)", color: "var(--ink)", border: "1px solid var(--edge)", borderRadius: "8px" },
    });
    const colors = HighlightStyle.define([
      { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: "var(--link)" },
      { tag: tags.comment, color: "var(--quiet)", fontStyle: "italic" },
      { tag: [tags.string, tags.special(tags.string)], color: "var(--good)" },
      { tag: [tags.number, tags.bool, tags.keyword, tags.atom], color: "var(--warning)" },
    ]);
    const extensions = [
      basicSetup, yaml(), indentUnit.of("  "), keymap.of([indentWithTab, { key: "Mod-.", run: () => this.fix() }]), look, syntaxHighlighting(colors),
      EditorState.readOnly.of(this.isMixed),
      EditorView.contentAttributes.of({ "aria-label": "Text of the file", tabindex: "0" }),
      EditorView.updateListener.of((/** @type {any} */ update) => this.changed(update)),
      this.languageServer(),
    ];
    this.view = new EditorView({ state: EditorState.create({ doc: text, extensions }), parent: root, root });
  }

  /** The findings, completion and help of the language server. */
  languageServer() {
    const { LSPClient, serverCompletion, hoverTooltips, keymap, jumpToDefinitionKeymap } = this.cm;
    /** @type {((text: string) => void)[]} */
    const handlers = [];
    const socket = new WebSocket(`ws://${location.host}/language`);
    /** @type {string[]} */
    const early = [];
    socket.onopen = () => { early.splice(0).forEach((text) => socket.send(text)); };
    socket.onmessage = (event) => handlers.forEach((handler) => handler(event.data));
    this.socket = socket;
    const client = new LSPClient({ sanitizeHTML, timeout: 15000, extensions: [serverCompletion(), hoverTooltips(), keymap.of(jumpToDefinitionKeymap), this.cm.serverDiagnostics()] });
    client.connect({
      send: (/** @type {string} */ text) => { if (socket.readyState === WebSocket.OPEN) { socket.send(text); } else { early.push(text); } },
      subscribe: (/** @type {any} */ handler) => { handlers.push(handler); },
      unsubscribe: (/** @type {any} */ handler) => { handlers.splice(handlers.indexOf(handler), 1); },
    });
    return client.plugin(this.uri, "yaml");
  }

  /** @param {any} update */
  changed(update) {
    if (update.selectionSet || update.docChanged) { this.showFixes(); }
    if (!update.docChanged || update.transactions.some((/** @type {any} */ each) => each.annotation(this.cm.Transaction.remote))) { return; }
    this.local = this.local ? this.local.compose(update.changes) : update.changes;
    this.later();
  }

  later() {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.send(), PAUSE);
  }

  /** Send the input, unless an earlier message is still being sent. */
  send() {
    if (!this.local || this.sent) { return; }
    this.sent = this.local;
    this.local = null;
    this.sentText = this.view.state.doc.toString();
    this.edit({ type: "type", text: this.sentText.replaceAll("\n", this.lineEnd), base: this.revision });
  }

  /** An edit was refused: its text is only in this pane. */
  refused() {
    if (!this.sent) { return; }
    this.local = this.local ? this.sent.compose(this.local) : this.sent;
    this.sent = null;
    this.later();
  }

  /** Merge a text into that of the pane, and keep input that it does not contain yet. @param {string} text */
  merge(text) {
    const { Transaction } = this.cm;
    if (this.sent && text === this.sentText) { this.sent = null; return; }
    if (this.sent) {
      this.local = this.local ? this.sent.compose(this.local) : this.sent;
      this.sent = null;
    }
    const remote = this.view.state.changes([]).constructor.of(difference(this.base, text), this.base.length);
    if (remote.empty) { return; }
    const mapped = this.local ? remote.map(this.local) : remote;
    if (this.local) { this.local = this.local.map(remote, true); }
    this.view.dispatch({ changes: mapped, annotations: [Transaction.remote.of(true), Transaction.addToHistory.of(false)] });
  }

  /** The findings of a revision. @param {import("./finding_list.js").Finding[]} findings @param {number} revision */
  context(findings, revision) {
    this.findings = findings;
    this.findingsRevision = revision;
    this.showFixes();
  }

  findingsRevision = 0;

  /** The findings with fixes at the cursor's line, with their numbers. */
  get fixable() {
    if (!this.view || this.host.hidden || this.local || this.sent || this.findingsRevision < this.revision) { return []; }
    const line = this.view.state.doc.lineAt(this.view.state.selection.main.head).number;
    return [...this.findings.entries()].filter(([, { fixes, span }]) => fixes.length && span[0] <= line && line <= span[2]);
  }

  /** Show the fixes for the line of the cursor. */
  showFixes() {
    const findings = this.fixable;
    this.fixes.hidden = findings.length === 0;
    this.fixes.replaceChildren(...findings.flatMap(([index, finding]) => [make("span", {}, `${finding.code} ${finding.message}`),
      ...finding.fixes.map((title, fix) => button(`${title[0].toUpperCase()}${title.slice(1)}`, () => this.apply(index, fix), { "data-act": "fix", "aria-keyshortcuts": "Control+." }))]));
  }

  /** Make the first fix for the line of the cursor. */
  fix() {
    const [first] = this.fixable;
    if (first) { this.apply(first[0], 0); }
    return Boolean(first);
  }

  /** @param {number} finding @param {number} fix */
  apply(finding, fix) { this.edit({ type: "fix", finding, fix }); }

  /** Show and mark a place. @param {number[]} span line and column from 1, of start and end */
  reveal([line, column, endLine, endColumn]) {
    if (!this.view) { return; }
    const doc = this.view.state.doc;
    const at = (/** @type {number} */ row, /** @type {number} */ place) => {
      const docLine = doc.line(Math.max(1, Math.min(doc.lines, row)));
      return Math.min(docLine.to, docLine.from + place - 1);
    };
    const anchor = at(line, column), head = Math.max(anchor, at(endLine, endColumn));
    this.view.dispatch({ selection: { anchor, head }, effects: this.cm.EditorView.scrollIntoView(anchor, { y: "center" }) });
  }
}

/** The change from one text to another, between what they have in common. @param {string} before @param {string} after */
function difference(before, after) {
  let from = 0, end = before.length, newEnd = after.length;
  while (from < end && from < newEnd && before[from] === after[from]) { from += 1; }
  while (end > from && newEnd > from && before[end - 1] === after[newEnd - 1]) { end -= 1; newEnd -= 1; }
  return from === end && from === newEnd ? [] : [{ from, to: end, insert: after.slice(from, newEnd) }];
}

const ALLOWED = ["P", "EM", "STRONG", "CODE", "PRE", "UL", "OL", "LI", "BR", "A", "TABLE", "THEAD", "TBODY", "TR", "TD", "TH", "BLOCKQUOTE", "HR", "DIV", "SPAN"];

/** The help of the language server, reduced to text and its formatting. @param {string} html */
function sanitizeHTML(html) {
  const body = new DOMParser().parseFromString(html, "text/html").body;
  for (const element of [...body.querySelectorAll("*")]) {
    if (!ALLOWED.includes(element.tagName)) { element.replaceWith(element.textContent ?? ""); continue; }
    for (const { name } of [...element.attributes]) { element.removeAttribute(name); }
  }
  return body.innerHTML;
}
