// @ts-check
/** The linter's findings as a list. */
import { button, make } from "./elements.js";

/**
 * @typedef {{code: string, severity: string, message: string, help: string, rule: string, citation: string,
 *   span: number[], fingerprint: string, fixes: string[], place?: {view: string, spots: string[]} | null}} Finding
 * @typedef {{summary: string, list: Finding[]}} Findings
 */

/** The state of a pill for some findings. @param {Findings} findings */
export function stateOf(findings) {
  const worst = ["error", "warning", "info"].find(
    (severity) => findings.list.some((finding) => finding.severity === severity));
  return worst ?? "good";
}

/**
 * An item for each finding; `show` and `fix` are called with its index if their buttons are pressed.
 * @param {Findings} findings
 * @param {{show?: (index: number) => void, fix?: (index: number, fix: number) => void, rule?: (id: string) => void}} [acts]
 * @returns {HTMLElement[]}
 */
export function findingItems(findings, acts = {}) {
  return findings.list.map((finding, index) => {
    const [line, column] = finding.span;
    const body = make("div", {},
      make("div", {}, finding.message),
      ...(finding.help ? [make("div", { class: "help" }, finding.help)] : []),
      make("div", { class: "rule" }, `line ${line}:${column}`, ...citation(finding, acts.rule)));
    const actions = make("div", { class: "actions" });
    const { show, fix } = acts;
    if (show) { actions.append(button("Show", () => show(index), { "data-act": "show" })); }
    if (fix && finding.fixes.length) {
      finding.fixes.forEach((title, number) => actions.append(
        button(number ? `Fix ${number + 1}` : "Fix", () => fix(index, number), { "data-act": "fix", title })));
    }
    return make("li", { "data-severity": finding.severity },
      make("span", { class: "code" }, finding.code), body, actions);
  });
}

/** The rule of a finding, which opens it. @param {Finding} finding @param {((id: string) => void) | undefined} act @returns {(Node | string)[]} */
function citation(finding, act) {
  if (!finding.citation) { return []; }
  if (!act || !finding.rule) { return [` · ${finding.citation}`]; }
  return [" · ", button(finding.citation, () => act(finding.rule), { class: "link", title: "Show this rule" })];
}
