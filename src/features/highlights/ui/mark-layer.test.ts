import { afterEach, expect, test, vi } from 'vitest';
import { createQuoteFinder } from '#lib/text/find-quote.ts';
import { openPage } from '../../../../tests/harness/interface/page.tsx';
import type { Highlight } from '../contract.ts';
import { maxHighlightLength } from '../shared/highlight-kinds.ts';
import { createMarkLayer, type LayerInput } from './mark-layer.ts';
import { readScript } from './text-view.ts';

class Painted {
  priority = 0;
  readonly ranges: Range[];
  constructor(...ranges: Range[]) {
    this.ranges = ranges;
  }
}

const note = 'One two three. Four five six.';
let stop = () => {};
afterEach(() => stop());

const quoteOf = (words: string, from: string) => {
  const start = from.indexOf(words);
  return createQuoteFinder(from).quoteAt(start, start + words.length);
};
const highlight = (id: string, words: string, more: object = {}, from = `${note}\n`) =>
  ({ id, scope: 'note', colour: 'yellow', anchors: quoteOf(words, from), ...more }) as unknown as Highlight;

/** A page with a note of one line, on which marks are painted. */
function opened(html = `<div data-text-scope="note"><article><p>${note}</p></article></div><p id="out">x</p>`) {
  const page = openPage({ html: `<main>${html}</main>` });
  const painted = new Map<string, Painted>();
  vi.stubGlobal('Highlight', Painted);
  vi.stubGlobal('CSS', { highlights: painted });
  const { document } = page;
  const rects = new Map<string, object>();
  const plain = document.createRange.bind(document);
  const wordsOf = ({ startContainer, startOffset, endOffset }: Range) =>
    (startContainer as Text | null)?.data.slice(startOffset, endOffset) ?? '';
  Object.assign(document, {
    createRange: () => {
      const range = plain();
      return Object.assign(range, {
        getClientRects: () => [rects.get(wordsOf(range))].filter((rect) => rect !== undefined),
        getBoundingClientRect: () => rects.get(wordsOf(range)) ?? { top: 300, bottom: 320 },
      });
    },
  });
  const layer = createMarkLayer();
  const told = { moved: [] as unknown[], pressed: [] as unknown[], revealed: [] as string[] };
  const input = (highlights: Highlight[], more: Partial<LayerInput> = {}) =>
    layer.set({
      highlights,
      script: null,
      onMoved: (items) => void told.moved.push(items),
      onPress: (id, rect) => void told.pressed.push([id, rect]),
      onRevealed: (id) => void told.revealed.push(id),
      ...more,
    });
  const root = document.querySelector('main') as Element;
  stop = () => layer.stop();
  const shown = () =>
    Object.fromEntries([...painted].map(([name, { ranges }]) => [name.replace('gleaner-', ''), ranges.map(wordsOf)]));
  const frame = () => page.settle(20);
  return {
    page,
    document,
    layer,
    told,
    input,
    root,
    shown,
    frame,
    rects,
    find: (css: string) => document.querySelector(css) as HTMLElement,
  };
}

test('highlights are painted on their words by colour, in the next frame', async () => {
  const { layer, input, root, shown, frame } = opened();
  layer.start(root);
  input([highlight('a', 'two'), highlight('b', 'Four', { colour: 'green' }), highlight('c', 'six')]);
  expect(shown()).toEqual({});
  await frame();
  expect(shown()).toEqual({ yellow: ['two', 'six'], green: ['Four'] });
  input([highlight('b', 'Four', { colour: 'green' }), highlight('d', 'x', { scope: 'article' }, 'x')]);
  await frame();
  expect(shown()).toEqual({ green: ['Four'] });
  input([]);
  await frame();
  expect(shown()).toEqual({});
  input([highlight('a', 'two')]);
  await frame();
  layer.stop();
  expect(shown()).toEqual({});
  input([highlight('a', 'two')]);
  await frame();
  expect(shown()).toEqual({});
});

test('marks follow their words when the text changes, and a change elsewhere is passed over', async () => {
  const { layer, input, root, shown, frame, find, document } = opened();
  layer.start(root);
  input([highlight('a', 'two')]);
  await frame();
  find('article p').textContent = `Before. ${note}`;
  await frame();
  expect(shown()).toEqual({ yellow: ['two'] });
  const asked = vi.spyOn(document, 'querySelectorAll');
  find('#out').append('more');
  find('#out').append(document.createElement('b'));
  await frame();
  expect(asked).not.toHaveBeenCalled();
  const scope = find('[data-text-scope]');
  const box = document.createElement('div');
  scope.replaceWith(box);
  await frame();
  expect(shown()).toEqual({});
  asked.mockClear();
  box.append(scope);
  await frame();
  expect(shown()).toEqual({ yellow: ['two'] });
  box.remove();
  await frame();
  expect(shown()).toEqual({});
});

test('a text that is being written is not painted', async () => {
  const { layer, input, root, shown, frame, find } = opened();
  const article = Object.assign(find('article'), { ariaBusy: 'true' });
  layer.start(root);
  input([highlight('a', 'two')]);
  await frame();
  expect(shown()).toEqual({});
  article.ariaBusy = 'false';
  article.setAttribute('aria-busy', 'false');
  await frame();
  expect(shown()).toEqual({ yellow: ['two'] });
});

test('a quote whose surroundings changed is told of once', async () => {
  const { layer, input, root, frame, told } = opened();
  const before = highlight('a', 'five', {}, 'One two three. Four five seven.\n');
  layer.start(root);
  input([before, highlight('b', 'two')]);
  await frame();
  expect(told.moved).toEqual([[{ id: 'a', anchors: quoteOf('five', `${note}\n`) }]]);
  input([before]);
  await frame();
  expect(told.moved).toHaveLength(1);
  input([{ ...before, anchors: { ...before.anchors } }]);
  await frame();
  expect(told.moved).toHaveLength(2);
});

test('what is found in another form of the text does not move the quote', async () => {
  const { layer, input, root, frame, told, find, shown } = opened();
  find('article').dataset.textDerived = '';
  layer.start(root);
  input([highlight('a', 'five', {}, 'One two three. Four five seven.\n')]);
  await frame();
  expect([shown(), told.moved]).toEqual([{ yellow: ['five'] }, []]);
});

test('a wanted highlight is scrolled to once its words are there, and emphasised for three seconds', async () => {
  const { layer, input, root, shown, frame, told, page, rects, find, document } = opened();
  const scrolled: unknown[] = [];
  const line = Object.assign(find('article p'), { scrollIntoView: (how: unknown) => void scrolled.push(how) });
  layer.start(root);
  layer.want('a');
  input([]);
  await frame();
  expect([told.revealed, scrolled]).toEqual([[], []]);
  rects.set('two', { top: 900, bottom: 920 });
  input([highlight('a', 'two'), highlight('b', 'six')]);
  await frame();
  expect([told.revealed, scrolled]).toEqual([['a'], [{ block: 'center', behavior: 'smooth' }]]);
  expect(document.activeElement).toBe(line);
  expect([line.tabIndex, line.style.outline]).toEqual([-1, 'none']);
  await frame();
  expect(shown()).toEqual({ yellow: ['two', 'six'], chosen: ['two'] });
  await page.settle(2900);
  expect(shown()).toHaveProperty('chosen');
  await page.settle(120);
  expect([shown(), told.revealed]).toEqual([{ yellow: ['two', 'six'] }, ['a']]);
});

test.each([
  ['in sight', { top: 200, bottom: 720 }, []],
  ['too high', { top: 199, bottom: 210 }, ['smooth']],
  ['too low', { top: 700, bottom: 721 }, ['smooth']],
  ['three screens away', { top: 2400, bottom: 2420 }, ['smooth']],
  ['farther away', { top: 2401, bottom: 2420 }, ['auto']],
  ['farther away above', { top: -2401, bottom: -2380 }, ['auto']],
])('words %s are scrolled to as far as needed', async (_, rect, how) => {
  const { layer, input, root, frame, rects, find } = opened();
  const scrolled: unknown[] = [];
  Object.assign(find('article p'), { scrollIntoView: ({ behavior }: { behavior: string }) => void scrolled.push(behavior) });
  rects.set('two', rect);
  layer.start(root);
  layer.want('a');
  input([highlight('a', 'two')]);
  await frame();
  expect(scrolled).toEqual(how);
});

test('nothing moves smoothly for whoever wants no motion', async () => {
  const { layer, input, root, frame, rects, find, page } = opened();
  const scrolled: unknown[] = [];
  Object.assign(find('article p'), { scrollIntoView: ({ behavior }: { behavior: string }) => void scrolled.push(behavior) });
  Object.assign(page.window, { matchMedia: (query: string) => ({ matches: query.includes('reduce') }) });
  rects.set('two', { top: 900, bottom: 920 });
  layer.start(root);
  layer.want('a');
  input([highlight('a', 'two')]);
  await frame();
  expect(scrolled).toEqual(['auto']);
});

test('a text in a pane of its own is scrolled inside it', async () => {
  const { layer, input, root, frame, find } = opened();
  const pane = find('[data-text-scope]');
  pane.style.overflowY = 'auto';
  Object.assign(pane, { clientHeight: 400, scrollTop: 0, getBoundingClientRect: () => ({ top: 100 }) });
  const line = find('article p');
  Object.assign(line, {
    scrollIntoView: () => expect.unreachable('the page scrolls'),
    getBoundingClientRect: () => ({ top: 1100 - pane.scrollTop, height: 40 }),
  });
  layer.start(root);
  layer.want('a');
  input([highlight('a', 'two')]);
  await frame();
  // In the middle: (400 - 40) / 2 below the upper edge.
  expect(pane.scrollTop).toBe(820);
});

test('a plain press on painted words opens the uppermost highlight, and reaches nothing else', async () => {
  const { page, layer, input, root, frame, told, find, rects, document } = opened();
  rects.set('two', { left: 10, right: 40, top: 100, bottom: 120 });
  rects.set('two three', { left: 10, right: 90, top: 100, bottom: 120 });
  layer.start(root);
  input([highlight('a', 'two'), highlight('b', 'two three')]);
  await frame();
  const press = (clientX: number, clientY: number, more: object = {}, on: unknown = find('article p')) =>
    page.dispatch(on, 'click', { button: 0, clientX, clientY, ...more });
  const event = press(20, 110);
  expect(told.pressed).toEqual([['b', rects.get('two three')]]);
  expect(event.defaultPrevented).toBe(true);
  for (const [x, y] of [
    [10, 100],
    [90, 120],
  ] as const)
    press(x, y);
  expect(told.pressed).toHaveLength(3);
  for (const [x, y] of [
    [9, 110],
    [91, 110],
    [20, 99],
    [20, 121],
  ] as const)
    expect(press(x, y).defaultPrevented).toBe(false);
  press(20, 110, { button: 2 });
  press(20, 110, {}, find('#out'));
  expect(told.pressed).toHaveLength(3);
  for (const name of ['a', 'button', 'input', 'textarea', 'label', 'select']) {
    const own = document.createElement(name);
    find('article p').append(own);
    press(20, 110, {}, own);
    own.remove();
  }
  Object.assign(document, { getSelection: () => ({ isCollapsed: false }) });
  press(20, 110);
  expect(told.pressed).toHaveLength(3);
  Object.assign(document, { getSelection: () => ({ isCollapsed: true }) });
  await frame();
  press(20, 110);
  expect(told.pressed).toHaveLength(4);
  layer.stop();
  press(20, 110);
  expect(told.pressed).toHaveLength(4);
});

test('what is selected is a quote of its text, with its reference', async () => {
  const { layer, input, root, find, document } = opened(
    `<div data-text-scope="note"><article><p>${note} <a data-anchor="#t=5"></a></p></article></div><p id="out">x</p>`,
  );
  layer.start(root);
  input([]);
  const words = find('article p').firstChild as Node;
  const range = (startContainer: Node, startOffset: number, endContainer: Node, endOffset: number) => ({
    ...{ startContainer, startOffset, endContainer, endOffset },
    getBoundingClientRect: () => 'rect',
  });
  const select = (ranges: object[], isCollapsed = false) =>
    Object.assign(document, { getSelection: () => ({ isCollapsed, rangeCount: ranges.length, getRangeAt: () => ranges[0] }) });
  expect(layer.selected()).toBeNull();
  select([range(words, 4, words, 7)]);
  const selected = layer.selected();
  expect(selected).toMatchObject({ scope: 'note', sectionId: '#t=5', tooLong: false, quote: { exact: 'two', start: 4 } });
  expect(selected?.rect()).toBe('rect');
  // From outside into the text, and not at all in it.
  select([range(words, 15, find('#out').firstChild as Node, 1)]);
  expect(layer.selected()?.quote.exact).toBe('Four five six.');
  const out = find('#out').firstChild as Node;
  select([range(out, 0, out, 1)]);
  expect(layer.selected()).toBeNull();
  select([range(words, 4, words, 4)]);
  expect(layer.selected()).toBeNull();
  select([range(words, 4, words, 7)], true);
  expect(layer.selected()).toBeNull();
  select([]);
  expect(layer.selected()).toBeNull();
});

test('a selection may be as long as a highlight, and no longer', () => {
  for (const [length, tooLong] of [
    [maxHighlightLength, false],
    [maxHighlightLength + 1, true],
  ] as const) {
    const words = 'x'.repeat(length);
    const { layer, input, root, find, document } = opened(`<div data-text-scope="note"><article><p>${words}</p></article></div>`);
    layer.start(root);
    input([]);
    const node = find('article p').firstChild as Node;
    const range = { startContainer: node, startOffset: 0, endContainer: node, endOffset: length };
    Object.assign(document, { getSelection: () => ({ isCollapsed: false, rangeCount: 1, getRangeAt: () => range }) });
    expect(layer.selected()?.tooLong).toBe(tooLong);
    layer.stop();
  }
});

test('lines of a script are painted as far as they are drawn', async () => {
  const { layer, input, root, frame, shown } = opened(
    '<ul data-text-scope="subtitle"><li data-segment="2">said more</li></ul><div data-text-scope="nonsense"><article>said</article></div>',
  );
  const script = readScript([
    { id: 1, startMs: 0, text: 'said first' },
    { id: 2, startMs: 9, text: 'said more' },
  ]);
  const own = highlight('a', 'said first\nsaid', { scope: 'subtitle' }, script.text);
  layer.start(root);
  input([own]);
  await frame();
  expect(shown()).toEqual({});
  input([own], { script });
  await frame();
  expect(shown()).toEqual({ yellow: ['said'] });
});
