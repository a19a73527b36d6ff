import { expect, test } from 'vitest';
import { composePages } from './pdf-blocks.ts';
import type { Line } from './pdf-lines.ts';

type Told = string | { text: string; size: number };

/** Pages of lines from the top down, far enough apart that each is a paragraph. */
const compose = (pages: readonly (readonly Told[])[]) =>
  composePages(
    pages.map((lines, index) =>
      lines.map((told, at): Line => {
        const { text, size } = typeof told === 'string' ? { text: told, size: 11 } : told;
        return { text, size, left: 60, right: 60 + text.length * size * 0.5, y: 790 - at * 60, page: index + 1 };
      }),
    ),
    [],
  ).blocks;

const large = (text: string): Told => ({ text, size: 24 });

test('SUM-05 the points of a slide are no headings, however large; a numbered heading over its text is one', () => {
  const words = 'Words below that are long enough to be most of this document, and then as many words again, until it is.';
  const blocks = compose([
    [
      large('Kilns'),
      large('• Heat lasts'),
      large('• Smoke rises'),
      large('1. Stack wood'),
      large('2. Light it'),
      words,
      large('3. Results'),
      words,
      words,
    ],
  ]);
  expect(blocks.map((block) => `${block.type} ${'text' in block ? block.text : ''}`.slice(0, 23))).toEqual([
    'heading Kilns',
    'item Heat lasts',
    'item Smoke rises',
    'paragraph 1. Stack wood',
    'paragraph 2. Light it',
    'paragraph Words below t',
    'heading 3. Results',
    'paragraph Words below t',
    'paragraph Words below t',
  ]);
});

test('SUM-05 running heads repeat over pages or count them; other numbers at the edge of pages are text', () => {
  const own = (page: number): string[] =>
    ['kiln', 'ash', 'smoke'].map((word) => `Words of page ${'abcdef'[page]} about ${word}, long enough.`);
  const pages = (edge: (page: number) => Told, below: (page: number) => Told) =>
    Array.from({ length: 6 }, (_, page) => [edge(page), ...own(page), below(page)]);
  const kept = (blocks: ReturnType<typeof compose>): string[] =>
    blocks.flatMap((block) => ('text' in block && !block.text.startsWith('Words of') ? [block.text] : []));
  const footer = (page: number): string => `Annual report 2023 · ${page + 11} / 60`;
  expect(kept(compose(pages((page) => `Chapter ${1 + Math.floor(page / 3)} of kilns`, footer)))).toEqual([]);
  const numbers = [1, 5, 9, 14, 22, 30];
  for (const head of [
    (page: number) => `Chapter ${numbers[page]}`,
    (page: number) => `第${page + 1}章`,
    (page: number) => `Question ${page + 1}`,
    (page: number) => `Closing balance 1,2${numbers[page]}.50`,
  ])
    expect(kept(compose(pages(head, footer)))).toEqual([0, 1, 2, 3, 4, 5].map(head));
  expect(kept(compose(pages((page) => large(`Kiln ${page + 1}`), footer)))).toEqual(
    [1, 2, 3, 4, 5, 6].map((page) => `Kiln ${page}`),
  );
  expect(kept(compose(pages(() => large('Kilns of the valley'), footer)))).toEqual([]);
});
