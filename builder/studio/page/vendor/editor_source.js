// The text pane: CodeMirror 6 with YAML and a client of language servers, as one module.
export { basicSetup } from "codemirror";
export { EditorView, keymap } from "@codemirror/view";
export { EditorState, Annotation, Compartment, Transaction } from "@codemirror/state";
export { yaml } from "@codemirror/lang-yaml";
export { indentWithTab } from "@codemirror/commands";
export { forceLinting, setDiagnostics } from "@codemirror/lint";
export { HighlightStyle, syntaxHighlighting, indentUnit } from "@codemirror/language";
export { tags } from "@lezer/highlight";
export { LSPClient, LSPPlugin, serverCompletion, serverDiagnostics, hoverTooltips, jumpToDefinitionKeymap } from "@codemirror/lsp-client";
