/** CodeMirror with Markdown, loaded when editing begins. */
import { defaultKeymap, history, historyKeymap, indentWithTab, isolateHistory } from '@codemirror/commands';
import { markdownKeymap, markdownLanguage } from '@codemirror/lang-markdown';
import { HighlightStyle, syntaxHighlighting, syntaxTree } from '@codemirror/language';
import { search, searchKeymap } from '@codemirror/search';
import { EditorState, type Extension } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  EditorView,
  keymap,
  MatchDecorator,
  placeholder,
  ViewPlugin,
  type ViewUpdate,
  WidgetType,
} from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { type Edit, endList, type LineStyle, type Selection, toggleAround, toggleLines } from './markdown-commands.ts';

export type CodeEditorOptions = {
  parent: HTMLElement;
  text: string;
  cursor: number;
  label: string;
  placeholder: string;
  /** CodeMirror's phrases, by English text. */
  phrases: Readonly<Record<string, string>>;
  /** Height covered at the top of the window, in px; the cursor stays below it. */
  coveredTop: () => number;
  onChange: (text: string) => void;
  /** Called when composition has ended, after `onChange`. */
  onComposed: () => void;
  onSave: () => void;
  onLeave: () => void;
};

export type CodeEditor = {
  text(): string;
  /** Text must not be replaced during composition: the input would be lost. */
  composing(): boolean;
  /** Replaces what differs, as one undo step; the cursor keeps its place in the text. */
  replace(text: string): void;
  run(edit: (text: string, selection: Selection) => Edit): void;
  focus(): void;
  destroy(): void;
};

const composedMs = 100;

export function withPlainBreaks(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}

class AnchorWidget extends WidgetType {
  readonly label: string;
  constructor(label: string) {
    super();
    this.label = label;
  }
  override eq(other: AnchorWidget): boolean {
    return other.label === this.label;
  }
  override toDOM(): HTMLElement {
    const chip = document.createElement('span');
    chip.className = 'cm-anchor';
    chip.textContent = this.label;
    return chip;
  }
}

const anchorMatcher = new MatchDecorator({
  regexp: /\[([^\]\n]{1,20})\]\(#(?:t=\d+(?:\.\d+)?|p\d+|unverified)\)/g,
  decoration: (match) => Decoration.replace({ widget: new AnchorWidget(match[1] ?? '') }),
});

const anchors = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    constructor(view: EditorView) {
      this.decorations = anchorMatcher.createDeco(view);
    }
    update(update: ViewUpdate): void {
      this.decorations = anchorMatcher.updateDeco(update, this.decorations);
    }
  },
  {
    decorations: (plugin) => plugin.decorations,
    // The cursor skips a chip; deleting removes it whole.
    provide: (plugin) => EditorView.atomicRanges.of((view) => view.plugin(plugin)?.decorations ?? Decoration.none),
  },
);

const look = EditorView.theme({
  '&': { fontSize: '1rem', color: 'var(--ink)', backgroundColor: 'transparent' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'inherit', lineHeight: '1.8', overflow: 'visible' },
  '.cm-content': { padding: '0.75rem 1rem 4rem', caretColor: 'var(--accent)' },
  '.cm-line': { padding: '0' },
  '.cm-cursor': { borderLeftColor: 'var(--accent)', borderLeftWidth: '2px' },
  '.cm-placeholder': { color: 'var(--faint)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground, ::selection': {
    backgroundColor: 'var(--accent-soft) !important',
  },
  '.cm-anchor': {
    display: 'inline-block',
    padding: '0 0.4em',
    borderRadius: '4px',
    backgroundColor: 'var(--sunken)',
    color: 'var(--soft)',
    fontSize: '0.8125em',
    fontVariantNumeric: 'tabular-nums',
  },
  '.cm-panels.cm-panels-top': {
    top: 'calc(var(--editor-top) + 2.5625rem) !important',
    zIndex: '4',
    backgroundColor: 'var(--sunken)',
    color: 'var(--ink)',
    borderBottom: '1px solid var(--line)',
  },
  '.cm-panel.cm-search': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '0.375rem',
    padding: '0.5rem 2.75rem 0.5rem 1rem',
  },
  '.cm-panel.cm-search br': { display: 'none' },
  '.cm-panel.cm-search input, .cm-panel.cm-search button, .cm-panel.cm-search label': { margin: '0', fontSize: '0.875rem' },
  '.cm-panel.cm-search label': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '0.375rem',
    minHeight: '2rem',
    color: 'var(--soft)',
  },
  '.cm-panel.cm-search .cm-textfield': {
    flex: '1 1 7rem',
    maxWidth: '16rem',
    height: '2rem',
    padding: '0 0.5rem',
    border: '1px solid var(--line-strong)',
    borderRadius: '8px',
    backgroundColor: 'var(--surface)',
    color: 'var(--ink)',
  },
  '.cm-panel.cm-search .cm-button': {
    height: '2rem',
    padding: '0 0.5rem',
    border: '1px solid var(--line)',
    borderRadius: '8px',
    backgroundColor: 'var(--surface)',
    backgroundImage: 'none',
    color: 'var(--ink)',
  },
  '.cm-panel.cm-search .cm-button:hover': { backgroundColor: 'var(--hover)' },
  '.cm-panel.cm-search [name=close]': {
    top: '0.5rem',
    right: '0.5rem',
    width: '2rem',
    height: '2rem',
    borderRadius: '8px',
    fontSize: '1.25rem',
    color: 'var(--soft)',
  },
  '.cm-searchMatch': { backgroundColor: 'var(--accent-soft)' },
  '.cm-searchMatch.cm-searchMatch-selected': { backgroundColor: 'var(--accent)', color: 'var(--on-accent)' },
});

const marks = HighlightStyle.define([
  { tag: tags.heading1, fontWeight: '600', fontSize: '1.3em' },
  { tag: tags.heading2, fontWeight: '600', fontSize: '1.15em' },
  { tag: [tags.heading3, tags.heading4], fontWeight: '600' },
  { tag: tags.strong, fontWeight: '600' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: tags.strikethrough, textDecoration: 'line-through' },
  { tag: [tags.link, tags.url], color: 'var(--accent-ink)' },
  { tag: tags.monospace, fontFamily: 'ui-monospace, monospace' },
  { tag: [tags.processingInstruction, tags.contentSeparator], color: 'var(--faint)' },
  { tag: tags.quote, color: 'var(--soft)' },
]);

function runEdit(view: EditorView, edit: (text: string, selection: Selection) => Edit): void {
  const { from, to } = view.state.selection.main;
  const { selection, ...change } = edit(view.state.doc.toString(), { from, to });
  view.dispatch({
    changes: change,
    selection: { anchor: selection.from, head: selection.to },
    scrollIntoView: true,
    userEvent: 'input',
  });
  view.focus();
}

/** Checks the syntax tree, because a line of code may look like a list item. */
function leaveList(view: EditorView): boolean {
  const { doc, selection } = view.state;
  const edit = endList(doc.toString(), selection.main);
  if (!edit) return false;
  const inner = syntaxTree(view.state).resolveInner(selection.main.from, -1);
  let node: typeof inner.parent = inner;
  while (node && node.name !== 'ListItem') node = node.parent;
  if (node) runEdit(view, () => edit);
  return node !== null;
}

function keys(options: CodeEditorOptions): Extension {
  const around = (mark: string) => (view: EditorView) => {
    runEdit(view, (text, selection) => toggleAround(text, selection, mark));
    return true;
  };
  const lines = (style: LineStyle) => (view: EditorView) => {
    runEdit(view, (text, selection) => toggleLines(text, selection, style));
    return true;
  };
  const act = (work: () => void) => () => {
    work();
    return true;
  };
  return keymap.of([
    { key: 'Mod-b', run: around('**'), stopPropagation: true },
    { key: 'Mod-i', run: around('*') },
    { key: 'Mod-Shift-x', run: around('~~') },
    { key: 'Mod-Alt-2', run: lines('heading') },
    { key: 'Mod-Shift-8', run: lines('bullet') },
    { key: 'Mod-Shift-7', run: lines('number') },
    { key: 'Mod-Shift-9', run: lines('task') },
    { key: 'Mod-s', run: act(options.onSave), preventDefault: true },
    { key: 'Enter', run: leaveList },
    ...markdownKeymap,
    ...searchKeymap,
    ...historyKeymap,
    ...defaultKeymap,
    indentWithTab,
    // Last, so that open panels close before the editor.
    { key: 'Escape', run: act(options.onLeave) },
  ]);
}

function differenceOf(before: string, after: string): { from: number; to: number; insert: string } {
  const shorter = Math.min(before.length, after.length);
  let from = 0;
  while (from < shorter && before[from] === after[from]) from++;
  let same = 0;
  while (same < shorter - from && before.at(-1 - same) === after.at(-1 - same)) same++;
  return { from, to: before.length - same, insert: after.slice(from, after.length - same) };
}

export function createCodeEditor(options: CodeEditorOptions): CodeEditor {
  let composed: ReturnType<typeof setTimeout> | undefined;
  const view = new EditorView({
    parent: options.parent,
    state: EditorState.create({
      doc: options.text,
      selection: { anchor: options.cursor },
      extensions: [
        history(),
        keys(options),
        search({ top: true }),
        EditorState.phrases.of(options.phrases),
        // Not `markdown()`, which would add parsers for HTML, styles and scripts.
        markdownLanguage,
        syntaxHighlighting(marks),
        anchors,
        look,
        EditorView.lineWrapping,
        EditorView.scrollMargins.of(() => ({ top: options.coveredTop() + 8, bottom: 64 })),
        placeholder(options.placeholder),
        EditorView.contentAttributes.of({ 'aria-label': options.label, spellcheck: 'true', autocapitalize: 'sentences' }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) options.onChange(update.state.doc.toString());
        }),
        EditorView.domEventObservers({
          compositionend: () => {
            clearTimeout(composed);
            composed = setTimeout(() => {
              composed = undefined;
              options.onComposed();
            }, composedMs);
          },
        }),
      ],
    }),
  });
  return {
    text: () => view.state.doc.toString(),
    composing: () => view.composing || view.compositionStarted || composed !== undefined,
    replace: (text) =>
      view.dispatch({
        changes: differenceOf(view.state.doc.toString(), withPlainBreaks(text)),
        annotations: isolateHistory.of('full'),
      }),
    run: (edit) => runEdit(view, edit),
    focus: () => view.focus(),
    destroy() {
      clearTimeout(composed);
      view.destroy();
    },
  };
}
