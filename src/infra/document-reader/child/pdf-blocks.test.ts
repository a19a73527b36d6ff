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
