import { EditorView } from '@codemirror/view';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { openPage } from '../../../../../tests/harness/interface/page.tsx';
import { type CodeEditorOptions, createCodeEditor, withPlainBreaks } from './code-editor.ts';
import type { Selection } from './markdown-commands.ts';

/** A browser that lays nothing out, so that nothing is measured. */
function opened(text: string, cursor = text.length, more: Partial<CodeEditorOptions> = {}) {
  const page = openPage({ html: '<div></div>' });
  const { document } = page;
  const noFrame = () => 0;
  Object.assign(page.window, { requestAnimationFrame: noFrame });
  vi.stubGlobal('requestAnimationFrame', noFrame);
  Object.assign(document, {
    hasFocus: () => true,
    createRange: () => ({ setStart: noFrame, setEnd: noFrame, getClientRects: () => [] }),
    getSelection: () => ({
      ...{ rangeCount: 0, anchorNode: null, focusNode: null, anchorOffset: 0, focusOffset: 0 },
      ...{ removeAllRanges: noFrame, addRange: noFrame, collapse: noFrame, extend: noFrame },
    }),
  });
  Object.assign(HTMLInputElement.prototype, { select: noFrame });
  const told: string[] = [];
  const tell = (name: string) => () => void told.push(name);
  const editor = createCodeEditor({
    parent: document.querySelector('div') as HTMLElement,
    text,
    cursor,
    label: 'Note',
    placeholder: 'Write here',
    phrases: { Find: 'Look for' },
    coveredTop: () => 10,
    onChange: (now) => void told.push(`text: ${now}`),
    onComposed: tell('composed'),
    onSave: tell('save'),
    onLeave: tell('leave'),
    ...more,
  });
  const find = (css: string) => document.querySelector(css) as HTMLElement;
  const content = find('.cm-content');
  return {
    page,
    editor,
    told,
    find,
    content,
    /** Presses a key such as `Ctrl-Shift-8`; gives whether the browser would still act on it. */
    press: (keys: string) => {
      const parts = keys.split('-');
      const key = parts.pop();
      const [ctrlKey, shiftKey, altKey] = ['Ctrl', 'Shift', 'Alt'].map((name) => parts.includes(name));
      return page.dispatch(content, 'keydown', { key, keyCode: 0, ctrlKey, shiftKey, altKey, metaKey: false });
    },
    cursor: () => {
      let seen: Selection | null = null;
      editor.run((_text, selection) => {
        seen = selection;
        return { from: 0, to: 0, insert: '', selection };
      });
      return seen as Selection | null;
    },
  };
}

test('line breaks of other systems become plain ones', () => {
  expect(withPlainBreaks('a\r\nb\rc\nd\r\r\ne')).toBe('a\nb\nc\nd\n\ne');
});

test('the editor is a labelled text with the note, and a placeholder while it is empty', () => {
  const { content, editor, find, told } = opened('one\ntwo');
  expect([...content.querySelectorAll('.cm-line')].map(({ textContent }) => textContent)).toEqual(['one', 'two']);
  expect(['aria-label', 'spellcheck', 'autocapitalize', 'class'].map((name) => content.getAttribute(name))).toEqual([
    'Note',
    'true',
    'sentences',
    'cm-content cm-lineWrapping',
  ]);
  expect([editor.text(), find('.cm-placeholder'), told]).toEqual(['one\ntwo', null, []]);
  const empty = opened('');
  expect(empty.find('.cm-placeholder').textContent).toBe('Write here');
});

test('what is covered at the top of the window stays free of the cursor', () => {
  const { content } = opened('one');
  const view = EditorView.findFromDOM(content);
  if (!view) throw new Error('No editor');
  const margins = view.state.facet(EditorView.scrollMargins).map((of) => of(view));
  expect(margins).toContainEqual({ top: 18, bottom: 64 });
});

test.each([
  ['Ctrl-b', '**word**'],
  ['Ctrl-i', '*word*'],
  ['Ctrl-Shift-x', '~~word~~'],
  ['Ctrl-Alt-2', '## word'],
  ['Ctrl-Shift-8', '- word'],
  ['Ctrl-Shift-7', '1. word'],
  ['Ctrl-Shift-9', '- [ ] word'],
])('%s changes the selected words, tells it and leaves the focus in the text', async (keys, changed) => {
  const { press, editor, told, page, content } = opened('word', 0);
  editor.run(() => ({ from: 0, to: 0, insert: '', selection: { from: 0, to: 4 } }));
  Object.assign(page.document, { activeElement: null });
  const heard: string[] = [];
  page.document.addEventListener('keydown', () => void heard.push(keys));
  expect([press(keys).defaultPrevented, editor.text(), told]).toEqual([true, changed, [`text: ${changed}`]]);
  expect(page.document.activeElement).toBe(content);
  // The page has another use for the key of bold words.
  expect(heard).toEqual(keys === 'Ctrl-b' ? [] : [keys]);
  press(keys);
  expect(editor.text()).toBe('word');
  press('Ctrl-z');
  expect(editor.text()).toBe(changed);
});

test('the selection after a change is what the change says', () => {
  const { press, cursor, editor } = opened('a word', 2);
  expect(cursor()).toEqual({ from: 2, to: 2 });
  press('Ctrl-b');
  expect([editor.text(), cursor()]).toEqual(['a ****word', { from: 4, to: 4 }]);
  editor.run((text) => ({ from: 0, to: text.length, insert: 'other', selection: { from: 1, to: 3 } }));
  expect([editor.text(), cursor()]).toEqual(['other', { from: 1, to: 3 }]);
});

test('keys save and leave; an open search closes before the editor', () => {
  const { press, told, find } = opened('one two');
  expect([press('Ctrl-s').defaultPrevented, told]).toEqual([true, ['save']]);
  press('Ctrl-f');
  expect(find('.cm-panels-top .cm-search input').getAttribute('placeholder')).toBe('Look for');
  press('Escape');
  expect([find('.cm-search'), told]).toEqual([null, ['save']]);
  press('Escape');
  expect(told).toEqual(['save', 'leave']);
});

test('Enter goes on with a list and leaves it at an empty item, but not in a block of code', () => {
  const { press, editor, cursor } = opened('- one');
  press('Enter');
  expect([editor.text(), cursor()]).toEqual(['- one\n- ', { from: 8, to: 8 }]);
  press('Enter');
  expect([editor.text(), cursor()]).toEqual(['- one\n\n', { from: 7, to: 7 }]);
  press('Enter');
  expect(editor.text()).toBe('- one\n\n\n');
  const code = opened('```\n- \n```', 6);
  code.press('Enter');
  expect(code.editor.text()).toBe('```\n- \n\n```');
});

test('places are shown as chips with their label, and only what is a place', () => {
  const places = '[1:05](#t=65) [0:01](#t=1.25) [p.12](#p12) [?](#unverified) [12345678901234567890](#t=1)';
  const others = '[a](#t=x) [b](#p) [c](#t=1.) [d](https://a.b) [](#t=1) [x](#other) [123456789012345678901](#t=1)';
  const { content, editor } = opened(`${others}\n${places}`, 0);
  const chips = () => [...content.querySelectorAll('.cm-anchor')].map(({ textContent }) => textContent);
  expect(chips()).toEqual(['1:05', '0:01', 'p.12', '?', '12345678901234567890']);
  editor.replace(`${others}\nnew ${places.replace('[1:05](#t=65)', '[2:05](#t=65)')}`);
  expect(chips()).toEqual(['2:05', '0:01', 'p.12', '?', '12345678901234567890']);
  editor.replace('none');
  expect(chips()).toEqual([]);
});

test('the cursor skips a chip, and deleting removes it whole', () => {
  const { press, cursor, editor } = opened('a [1:05](#t=65) b', 15);
  press('ArrowLeft');
  expect(cursor()).toEqual({ from: 2, to: 2 });
  press('ArrowRight');
  expect(cursor()).toEqual({ from: 15, to: 15 });
  press('Backspace');
  expect([editor.text(), cursor()]).toEqual(['a  b', { from: 2, to: 2 }]);
});

test('a replaced text is one step to undo, and the cursor keeps its place in it', () => {
  const { editor, cursor, press, told } = opened('one two three', 11);
  editor.run(() => ({ from: 4, to: 4, insert: 'x', selection: { from: 12, to: 12 } }));
  editor.replace('one xy 2\r\nthree');
  expect([editor.text(), told.at(-1), cursor()]).toEqual(['one xy 2\nthree', 'text: one xy 2\nthree', { from: 12, to: 12 }]);
  press('Ctrl-z');
  expect(editor.text()).toBe('one xtwo three');
  press('Ctrl-z');
  expect(editor.text()).toBe('one two three');
  const before = told.length;
  editor.replace('one two three');
  expect(told).toHaveLength(before);
});

test('only what differs is replaced', () => {
  const { editor, cursor } = opened('');
  const put = (text: string, at: number) =>
    editor.run((now) => ({ from: 0, to: now.length, insert: text, selection: { from: at, to: at } }));
  for (const [before, at, after, then] of [
    ['one two', 1, 'one 2', 1],
    ['one two', 7, '1 two', 5],
    ['aa', 2, 'aaa', 2],
    ['aaa', 0, 'aa', 0],
    ['aXb', 1, 'aYYb', 1],
    ['abc', 3, 'abcd', 3],
    ['abc', 0, 'xabc', 0],
  ] as const) {
    put(before, at);
    editor.replace(after);
    expect([editor.text(), cursor()?.from], `${before} → ${after}`).toEqual([after, then]);
  }
  const words = fc.string({ unit: fc.constantFrom('a', 'b', '\n'), maxLength: 6 });
  fc.assert(
    fc.property(words, words, (before, after) => {
      put(before, 0);
      editor.replace(after);
      expect(editor.text()).toBe(after);
    }),
    { numRuns: 50 },
  );
});

test('a composition counts until a tenth of a second after its end', async () => {
  const { page, editor, content, told } = opened('one');
  expect(editor.composing()).toBe(false);
  page.dispatch(content, 'compositionstart');
  expect(editor.composing()).toBe(true);
  page.dispatch(content, 'compositionend');
  await page.settle(90);
  page.dispatch(content, 'compositionstart');
  page.dispatch(content, 'compositionend');
  await page.settle(99);
  expect([editor.composing(), told]).toEqual([true, []]);
  await page.settle(1);
  expect([editor.composing(), told]).toEqual([false, ['composed']]);
  page.dispatch(content, 'compositionstart');
  page.dispatch(content, 'compositionend');
  editor.destroy();
  await page.settle(200);
  expect(told).toEqual(['composed']);
});

test('the text takes the focus, and an ended editor leaves the page', () => {
  const { page, editor, content, find } = opened('one');
  editor.focus();
  expect(page.document.activeElement).toBe(content);
  editor.destroy();
  expect(find('div').innerHTML).toBe('');
});

test('Markdown is set off from the words around it', () => {
  const lines = [
    ...['# one', '## two', '### three', '#### four', '**bold**', '*slanted*', '~~struck~~', '[link](https://a.b)'],
    ...['https://a.b/c', '`code`', '> quote', '---'],
  ];
  const { content } = opened(lines.join('\n\n'), 0);
  const looks = [...content.querySelectorAll('.cm-line')]
    .filter(({ textContent }) => textContent !== '')
    .map((line) => [...line.querySelectorAll('span')].map((part) => part.textContent));
  expect(looks).toMatchInlineSnapshot(`
    [
      [
        "#",
        " one",
      ],
      [
        "##",
        " two",
      ],
      [
        "###",
        " three",
      ],
      [
        "####",
        " four",
      ],
      [
        "**",
        "bold",
        "**",
      ],
      [
        "*",
        "slanted",
        "*",
      ],
      [
        "~~",
        "struck",
        "~~",
      ],
      [
        "[",
        "link",
        "]",
        "(",
        "https://a.b",
        ")",
      ],
      [
        "https://a.b/c",
      ],
      [
        "\`",
        "code",
        "\`",
      ],
      [
        ">",
        " quote",
      ],
      [
        "---",
      ],
    ]
  `);
});

test('each part of the editor has colours and sizes of the page', () => {
  const { page, find } = opened('# one');
  const own = find('.cm-editor').className.split(' ').at(-1) ?? '';
  const css = [...page.document.querySelectorAll('style')].map(({ textContent }) => textContent).join('\n');
  const parts = [...css.matchAll(/([^{}]+)\{([^}]+)\}/g)].flatMap(([, selector = '', look = '']) =>
    selector.includes(own) && look.includes(':') ? [selector.replaceAll(`.${own}`, '&').trim()] : [],
  );
  expect(parts).toMatchInlineSnapshot(`
    [
      "&",
      "&.cm-focused",
      "& .cm-scroller",
      "& .cm-content",
      "& .cm-line",
      "& .cm-cursor",
      "& .cm-placeholder",
      "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, & .cm-selectionBackground, & ::selection",
      "& .cm-anchor",
      "& .cm-panels.cm-panels-top",
      "& .cm-panel.cm-search",
      "& .cm-panel.cm-search br",
      "& .cm-panel.cm-search input, & .cm-panel.cm-search button, & .cm-panel.cm-search label",
      "& .cm-panel.cm-search label",
      "& .cm-panel.cm-search .cm-textfield",
      "& .cm-panel.cm-search .cm-button",
      "& .cm-panel.cm-search .cm-button:hover",
      "& .cm-panel.cm-search [name=close]",
      "& .cm-searchMatch",
      "& .cm-searchMatch.cm-searchMatch-selected",
    ]
  `);
});
