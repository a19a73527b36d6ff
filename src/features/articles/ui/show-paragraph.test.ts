import { describe, expect, test, vi } from 'vitest';
import { citedPlace } from '#lib/transcripts/cited-place.ts';
import { openPage } from '../../../../tests/harness/interface/page.tsx';
import { citedSentence, showParagraph } from './show-paragraph.ts';

const paragraphs = ['It begins here.', 'The barn was stone. The miller asked a tenth. Nobody agreed.', ' It goes on. '].map(
  (text, id) => ({ id, text, startMs: null, endMs: null }),
);
const paragraph = (id: number) => ({ kind: 'paragraph', id }) as const;

describe('CON-02 the sentence that a reference lights in the text', () => {
  test('is the one that its card shows', () => {
    const claim = 'The miller wanted a tenth';
    expect(citedSentence(paragraphs, paragraph(1), claim)).toBe('The miller asked a tenth.');
    expect(citedPlace(paragraphs, paragraph(1), claim)?.text).toBe('The miller asked a tenth.');
  });

  test.each([
    ['a link without a claim', 1, undefined],
    ['a claim without words', 1, ''],
    ['a claim of which no sentence has two words', 1, 'Bread became cheap'],
    ['a paragraph of one sentence', 0, 'It begins here'],
    ['a paragraph that the source does not have', 9, 'The miller wanted a tenth'],
  ])('is none for %s', (_case, id, claim) => {
    expect(citedSentence(paragraphs, paragraph(id), claim)).toBeNull();
  });
});

const html = `<article><h1>Title</h1><p data-paragraphs="2 3">First words. The <b>miller</b> asked a tenth. Nobody agreed.</p>
<p data-paragraphs="5">Second words.</p></article>`;

type Box = { top: number; height: number };

/** A browser that paints ranges, with places as high and as far as the test says. */
function opened({ box = { top: 0, height: 100 } as Box, sentenceTop = 0, still = false, paints = true, text = html } = {}) {
  const page = openPage({ html: text });
  class Range {
    readonly ends: unknown[] = [];
    setStart(node: Text, at: number) {
      this.ends.push(node.data, at);
    }
    setEnd(node: Text, at: number) {
      this.ends.push(node.data, at);
    }
    getBoundingClientRect = () => ({ top: sentenceTop });
  }
  const kept = new Map<string, { ranges: Range[]; priority: number }>();
  if (paints) {
    vi.stubGlobal('CSS', { highlights: kept });
    vi.stubGlobal(
      'Highlight',
      class {
        priority = 0;
        readonly ranges: Range[];
        constructor(...ranges: Range[]) {
          this.ranges = ranges;
        }
      },
    );
  } else {
    vi.stubGlobal('CSS', { highlights: { delete: () => undefined } });
    vi.stubGlobal('Highlight', undefined);
  }
  vi.stubGlobal('NodeFilter', { SHOW_TEXT: 4 });
  Object.assign(page.document, { createRange: () => new Range() });
  const scrolls: unknown[] = [];
  Object.assign(page.window, {
    matchMedia: (query: string) => ({ matches: still && query === '(prefers-reduced-motion: reduce)' }),
    scrollTo: (to: unknown) => void scrolls.push(to),
    scrollY: 50,
  });
  const body = page.document.querySelector('article') as HTMLElement;
  const focused: unknown[] = [];
  for (const element of [body, ...body.querySelectorAll<HTMLElement>('*')]) {
    element.getBoundingClientRect = () => ({ ...box }) as DOMRect;
    element.scrollIntoView = (options) => void scrolls.push({ element, options });
    element.focus = (options) => void focused.push([element.textContent?.slice(0, 6), options]);
  }
  const [first, second] = body.querySelectorAll<HTMLElement>('p') as unknown as [HTMLElement, HTMLElement];
  const lit = () => kept.get('gleaner-cited')?.ranges.map(({ ends }) => ends);
  return { page, body, first, second, lit, kept, scrolls, focused };
}

const sentence = 'The miller asked a tenth.';

test('a paragraph is scrolled to, focused and lit for four seconds', async () => {
  const { page, body, first, scrolls, focused, lit } = opened();
  showParagraph(body, { id: 3, sentence: null, scroller: null });
  expect(scrolls).toEqual([{ element: first, options: { block: 'center', behavior: 'smooth' } }]);
  expect([first.dataset.shown, first.tabIndex, focused, lit()]).toEqual([
    'whole',
    -1,
    [['First ', { preventScroll: true }]],
    undefined,
  ]);
  await page.settle(3990);
  expect(first.dataset.shown).toBe('whole');
  await page.settle(10);
  expect(first.dataset.shown).toBeUndefined();
});

test('a cited sentence is lit alone, above highlights, and put out with its paragraph', async () => {
  const { page, body, first, kept, lit } = opened();
  showParagraph(body, { id: 2, sentence, scroller: null });
  expect(lit()).toEqual([['First words. The ', 13, ' asked a tenth. Nobody agreed.', 15]]);
  expect([kept.get('gleaner-cited')?.priority, first.dataset.shown]).toEqual([2, 'sentence']);
  await page.settle(4000);
  expect([kept.size, first.dataset.shown]).toEqual([0, undefined]);
});

test('one place is lit at a time, for its own four seconds', async () => {
  const { page, body, first, second, lit } = opened();
  showParagraph(body, { id: 2, sentence, scroller: null });
  await page.settle(3000);
  showParagraph(body, { id: 5, sentence: null, scroller: null });
  expect([first.dataset.shown, second.dataset.shown, lit()]).toEqual([undefined, 'whole', undefined]);
  await page.settle(3990);
  expect(second.dataset.shown).toBe('whole');
  await page.settle(10);
  expect(second.dataset.shown).toBeUndefined();
});

test.each([
  ['a sentence that is not in the text', 'Bread became cheap in summer.', true],
  ['a browser that cannot paint ranges', sentence, false],
])('%s: the whole paragraph is lit', (_case, wanted, paints) => {
  const { body, first } = opened({ paints });
  showParagraph(body, { id: 2, sentence: wanted, scroller: null });
  expect(first.dataset.shown).toBe('whole');
});

test.each([
  [1, 'First '],
  [2, 'First '],
  [4, 'First '],
  [5, 'Second'],
  [9, 'Second'],
])('paragraph %i is shown at the nearest place before it, or at the start', (id, place) => {
  const { body, focused } = opened();
  showParagraph(body, { id, sentence: null, scroller: null });
  expect(focused).toEqual([[place, { preventScroll: true }]]);
});

test('a text without places is shown from its start', () => {
  const plain = opened({ text: '<article><h1>Title</h1></article>' });
  showParagraph(plain.body, { id: 1, sentence: null, scroller: null });
  expect(plain.focused).toEqual([['Title', { preventScroll: true }]]);
  const empty = opened({ text: '<article></article>' });
  showParagraph(empty.body, { id: 1, sentence: null, scroller: null });
  expect(empty.body.dataset.shown).toBe('whole');
});

test.each([
  [2400, false, 'smooth'],
  [2401, false, 'auto'],
  [-2401, false, 'auto'],
  [0, true, 'auto'],
])('a place at %i px moves into view at once where it is far or motion is unwanted', (top, still, behavior) => {
  const { body, scrolls } = opened({ box: { top, height: 100 }, still });
  showParagraph(body, { id: 2, sentence: null, scroller: null });
  expect(scrolls).toMatchObject([{ options: { block: 'center', behavior } }]);
});

test('a paragraph that fills more than half of the page is scrolled to its sentence', () => {
  const at = (height: number, wanted: string | null) => {
    const { body, scrolls } = opened({ box: { top: 0, height }, sentenceTop: 700 });
    showParagraph(body, { id: 2, sentence: wanted, scroller: null });
    return scrolls.slice(1);
  };
  expect(at(401, sentence)).toEqual([{ top: 50 + 700 - 800 / 3, behavior: 'instant' }]);
  expect([at(400, sentence), at(401, null)]).toEqual([[], []]);
});

test('in a part of the page that scrolls alone, only this is moved', () => {
  const at = (height: number, sentenceTop: number, wanted: string | null = sentence) => {
    const { page, body, scrolls } = opened({ box: { top: 40, height }, sentenceTop });
    const scroller = page.document.createElement('div');
    Object.defineProperty(scroller, 'clientHeight', { value: 300 });
    Object.assign(scroller, { scrollTop: 1000, getBoundingClientRect: () => ({ top: 10 }) });
    vi.stubGlobal('requestAnimationFrame', () => 0);
    showParagraph(body, { id: 2, sentence: wanted, scroller });
    expect(scrolls).toEqual([]);
    return scroller.scrollTop - 1000;
  };
  // Centred where it fits: its top 100 px below that of the view.
  expect(at(100, 0)).toBe(40 - 10 - 100);
  // Higher than the view: to its top, or as far as its sentence needs.
  expect([at(300, 60), at(300, 640, null)]).toEqual([30, 30]);
  expect(at(300, 640)).toBe(30 + (640 - 40 - 100));
});
