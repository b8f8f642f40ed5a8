/* The editor of a cell: CodeMirror, with what a short Python program wants and no more. Tab leaves it.

   `open` gives what cells.js asks of any editor: {box, text, focus(), close()}. scripts/fetch_editor.py bundles this file with the
   packages that it names; a page fetches the bundle at the first Edit. The colours of words are those of the page's own
   code, by the same class names; all others are the page's variables, so that both colour schemes hold here too. */
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { pythonLanguage } from "@codemirror/lang-python";
import { bracketMatching, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { EditorState, Prec } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";
import { tagHighlighter, tags as t } from "@lezer/highlight";
import { StyleModule } from "style-mod";

/* CodeMirror's rules become a constructed style sheet, which style-mod makes for shadow roots only: a <style> in the head
   would need leave of the page's policy, and the theme drops what it does not know there when it goes to another page. */
const { mount } = StyleModule;
const sheets = {
  ownerDocument: document,
  get adoptedStyleSheets() { return document.adoptedStyleSheets; },
  set adoptedStyleSheets(all) { document.adoptedStyleSheets = all; },
};
StyleModule.mount = (root, modules) => mount(document.adoptedStyleSheets ? sheets : root, modules);

const words = tagHighlighter([
  { tag: t.keyword, class: "k" },
  { tag: t.operatorKeyword, class: "ow" },
  { tag: [t.operator, t.modifier, t.meta], class: "o" },
  { tag: [t.punctuation, t.derefOperator], class: "p" },
  { tag: t.comment, class: "c1" },
  { tag: t.string, class: "s2" },
  { tag: t.escape, class: "se" },
  { tag: t.number, class: "mi" },
  { tag: [t.bool, t.null], class: "kc" },
  { tag: t.function(t.definition(t.variableName)), class: "nf" },
  { tag: t.definition(t.className), class: "nc" },
]);

const look = EditorView.theme({
  "&": { color: "var(--kv-ink)", background: "var(--kv-paper)", border: "1px solid var(--kv-edge)", borderRadius: "0.3rem 0.3rem 0 0" },
  "&.cm-focused": { outline: "2px solid var(--kv-blue)", outlineOffset: "-2px" },
  ".cm-scroller": { font: "0.72rem/1.5 var(--kv-mono)" },
  ".cm-content": { padding: "0.75em 0", caretColor: "var(--kv-ink)", outline: "none" },
  ".cm-line": { padding: "0 1em", color: "inherit !important" }, // who types over a word would have its colour stay, in the line's own style
  "&.cm-focused .cm-matchingBracket": { background: "var(--kv-blue-tint)", boxShadow: "0 0 0 1px var(--kv-edge)" },
  "&.cm-focused .cm-nonmatchingBracket": { background: "var(--kv-red-tint)", boxShadow: "0 0 0 1px var(--kv-red)" },
});

const always = [
  look,
  pythonLanguage,
  syntaxHighlighting(words),
  bracketMatching(),
  history(),
  indentUnit.of("    "),
  EditorState.tabSize.of(4),
  EditorView.scrollMargins.of(() => ({ left: 16, right: 16 })), // as wide as a line's padding
  keymap.of([...defaultKeymap, ...historyKeymap]), // none of them is Tab
];

export function open({ text, label, changed, run }) {
  const runs = ["Ctrl-Enter", "Meta-Enter"].map((key) => ({ key, run: () => (run(), true) }));
  const view = new EditorView({
    doc: text,
    extensions: [
      always,
      Prec.high(keymap.of(runs)), // the usual keys give a blank line
      EditorView.contentAttributes.of({ "aria-label": label, tabindex: 0 }), // said too, so that axe knows what scrolls is reached
      EditorView.editorAttributes.of({ class: "kv-editor" }),
      EditorView.updateListener.of((update) => update.docChanged && changed(update.state.doc.toString())),
    ],
  });
  return {
    box: view.dom,
    set text(insert) { view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert } }); },
    focus: () => view.focus(),
    close: () => view.destroy(),
  };
}
