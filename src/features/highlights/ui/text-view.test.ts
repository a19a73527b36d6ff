import { expect, test } from 'vitest';
import { openPage } from '../../../../tests/harness/interface/page.tsx';
import { lineAt, readFlow, readScript, viewScript } from './text-view.ts';

function flow(html: string) {
  const { document } = openPage({ html: `<main>${html}</main>` });
  const root = document.querySelector('main') as HTMLElement;
  const find = (selector: string) => root.querySelector(selector) as HTMLElement;
  const text = (selector: string) => find(selector).firstChild as Node;
  return { root, view: readFlow(root), find, text };
}

/** The words of a range within one node. */
const wordsOf = (ranges: Range[]) =>
  ranges.map(({ startContainer, startOffset, endContainer, endOffset }) =>
    startContainer === endContainer
      ? (startContainer as Text).data.slice(startOffset, endOffset)
      : `${(startContainer as Text).data.slice(startOffset)}…${(endContainer as Text).data.slice(0, endOffset)}`,
  );

test('blocks are apart by one line break, words inside a line are not', () => {
  expect(flow('<p>One <b>two</b></p><p>three</p>').view.text).toBe('One two\nthree\n');
  expect(flow('lead<ul><li>a</li><li><div>b</div></li></ul>tail').view.text).toBe('lead\na\nb\ntail');
  expect(flow('<p></p><p>x</p><hr><hr><p>y<br>z</p>').view.text).toBe('x\ny\nz\n');
  const names =
    'p li ul ol h1 h2 h3 h4 h5 h6 blockquote pre table tr td th div section article header footer figure figcaption dl dt dd';
  for (const name of names.split(' ')) expect(flow(`a<${name}>b</${name}>c`).view.text, name).toBe('a\nb\nc');
  for (const name of ['span', 'em', 'code', 'tbody', 'address'])
    expect(flow(`a<${name}>b</${name}>c`).view.text, name).toBe('abc');
});

test('buttons, marks and what is hidden are no words', () => {
  const hidden = [
    '<button>x</button>',
    '<textarea>x</textarea>',
    '<svg>x</svg>',
    '<i aria-hidden="true">x</i>',
    '<i role="img">x</i>',
    '<i role="status">x</i>',
    '<i role="note">x</i>',
    '<i contenteditable="true">x</i>',
    '<i class="sr-only">x</i>',
    '<i data-not-text>x</i>',
  ];
  for (const each of hidden) expect(flow(`a${each}b<!-- c -->`).view.text, each).toBe('ab');
  expect(flow('a<i aria-hidden="false">x</i>b').view.text).toBe('axb');
});

test('a place in a node has an offset, and one outside of all words that of the next ones', () => {
  const { view, text, find, root } = flow('<p id="a">One <b>two</b></p><p id="e"></p><p id="c">three</p><p id="z"></p>');
  expect([view.offsetOf(text('#a'), 0), view.offsetOf(text('#a'), 3), view.offsetOf(text('b'), 1)]).toEqual([0, 3, 5]);
  expect(view.offsetOf(text('#c'), 2)).toBe(10);
  expect(view.offsetOf(find('#a'), 1)).toBe(4);
  expect(view.offsetOf(find('#e'), 0)).toBe(8);
  expect(view.offsetOf(find('#z'), 0)).toBe(view.text.length);
  expect(view.offsetOf(root, 0)).toBe(0);
});

test('a stretch of the text is a range from its first to its last character', () => {
  const { view } = flow('<p>One <b>two</b></p><p>three</p>');
  expect(wordsOf(view.rangesOf(0, 3))).toEqual(['One']);
  expect(wordsOf(view.rangesOf(4, 7))).toEqual(['two']);
  expect(wordsOf(view.rangesOf(1, 6))).toEqual(['ne …tw']);
  expect(wordsOf(view.rangesOf(8, 9))).toEqual(['t']);
  expect(wordsOf(view.rangesOf(5, 13))).toEqual(['wo…three']);
  // Nothing at a line break, and none beyond the end.
  expect(wordsOf(view.rangesOf(7, 8))).toEqual(['']);
  expect(wordsOf(view.rangesOf(12, 99))).toEqual(['e']);
  expect(flow('<p></p>').view.rangesOf(0, 1)).toEqual([]);
  for (let start = 0; start < view.text.length; start++) {
    if (view.text[start] === '\n') continue;
    expect(wordsOf(view.rangesOf(start, start + 1)), String(start)).toEqual([view.text[start]]);
  }
});

function sections(html: string) {
  const { view } = flow(html);
  return (words: string) => view.sectionOf(view.text.indexOf(words), view.text.indexOf(words) + words.length);
}

test('words belong to the reference behind them, else to the last one of their block', () => {
  const of = sections('<ul><li>one <a data-anchor="#t=1"></a> two <a data-anchor="#t=2"></a> three</li></ul>');
  expect([of('one'), of('two'), of('three'), of('one  two')]).toEqual(['#t=1', '#t=2', '#t=2', '#t=2']);
});

test('words without a reference belong to the last paragraph that begins before them', () => {
  const of = sections(
    '<section><h2 class="note-heading">head <a data-anchor="#t=9"></a></h2><p data-paragraphs="4 5">one</p><p>two</p><p data-paragraphs="x6">three</p></section>',
  );
  expect([of('one'), of('two'), of('three')]).toEqual(['#p4', '#p4', '#t=9']);
  const long = sections('<p data-paragraphs="1234567">one</p><p data-paragraphs="12345678">two</p>');
  expect([long('one'), long('two')]).toEqual(['#p1234567', null]);
});

test('words without any belong to their part’s heading, else to the reference above, unless another heading comes between', () => {
  const of = sections(
    '<p>zero</p><section><p>x <a data-anchor="#t=3"></a></p></section><p>one</p><h3>Next</h3><p>two</p><section><h2 class="note-heading">Part <a data-anchor="#t=7"></a></h2><p>three</p></section>',
  );
  expect([of('zero'), of('one'), of('two'), of('three')]).toEqual([null, '#t=3', null, '#t=7']);
  const under = sections('<h3>Title</h3><p>x <a data-anchor="#t=3"></a></p><div>one</div>');
  expect([under('one'), under('Title')]).toEqual(['#t=3', null]);
  expect(sections('')('a')).toBeNull();
});

const lines = [
  { id: 10, startMs: 0, text: 'One' },
  { id: 11, startMs: 1500.2, text: 'two two' },
  { id: 12, startMs: null, text: 'three' },
];

test('the whole script is its lines, with the beginning of each', () => {
  const script = readScript(lines);
  expect([script.text, script.starts]).toEqual(['One\ntwo two\nthree', [0, 4, 12]]);
  expect([...script.indexOf]).toEqual([
    ['10', 0],
    ['11', 1],
    ['12', 2],
  ]);
  expect([0, 3, 4, 11, 12, 99].map((offset) => lineAt(script, offset)?.id)).toEqual([10, 10, 11, 11, 12, 12]);
  expect(lineAt(script, -1)).toBeUndefined();
});

/** A script of which the list draws two lines, out of order. */
function drawn() {
  const { document } = openPage({
    html: '<ul><li>before</li><li data-segment="12"><span>three</span></li><li data-segment="99">gone</li><li data-segment="11"><button>x</button><span>two <b>two</b></span></li><li id="after">after</li></ul>',
  });
  const root = document.querySelector('ul') as HTMLElement;
  const script = readScript(lines);
  return {
    script,
    root,
    view: viewScript(root, script),
    find: (selector: string) => root.querySelector(selector) as HTMLElement,
  };
}

test('places in drawn lines are places in the whole script', () => {
  const { view, find, root } = drawn();
  expect(view.text).toBe('One\ntwo two\nthree');
  const offset = (selector: string, at: number) => view.offsetOf(find(selector).firstChild as Node, at);
  expect([offset('[data-segment="11"] span', 2), offset('b', 3), offset('[data-segment="12"] span', 1)]).toEqual([6, 11, 13]);
  // Behind all words of the line is its end.
  expect(view.offsetOf(find('[data-segment="12"]'), 1)).toBe(17);
  expect(view.offsetOf(root, 0)).toBe(4);
  expect(view.offsetOf(find('#after').firstChild as Node, 0)).toBe(17);
  const none = openPage({ html: '<ul><li>x</li></ul>' }).document.querySelector('ul') as HTMLElement;
  expect(viewScript(none, readScript(lines)).offsetOf(none, 0)).toBe(0);
});

test('a stretch of the script has a range in each drawn line that it touches', () => {
  const { view } = drawn();
  expect(wordsOf(view.rangesOf(0, 3))).toEqual([]);
  expect(wordsOf(view.rangesOf(0, 6))).toEqual(['tw']);
  expect(wordsOf(view.rangesOf(6, 14))).toEqual(['o …two', 'th']);
  expect(wordsOf(view.rangesOf(11, 12))).toEqual([]);
  expect(wordsOf(view.rangesOf(12, 17))).toEqual(['three']);
});

test('words of a script belong to the moment at which their line begins', () => {
  const { view } = drawn();
  expect([view.sectionOf(0, 1), view.sectionOf(3, 5), view.sectionOf(4, 5), view.sectionOf(13, 14)]).toEqual([
    '#t=0',
    '#t=0',
    '#t=1.501',
    null,
  ]);
});
