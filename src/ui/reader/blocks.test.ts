import { expect, test } from 'vitest';
import { markdownBlocks, noteSections } from './blocks.ts';

const time = (ms: number) => ({ kind: 'time', ms });

test('a heading has the last of its references, another block the first', () => {
  const blocks = markdownBlocks(
    '## Part [0:01](#t=1) [0:02](#t=2)\n\nOne [0:03](#t=3) two [0:04](#t=4)\n\n- a **[p](#p5)**\n\n[out](https://a)',
  );
  expect(blocks.map(({ source, headingLevel, anchor }) => [source.slice(0, 5), headingLevel, anchor])).toEqual([
    ['## Pa', 2, time(2000)],
    ['One [', 0, time(3000)],
    ['- a *', 0, { kind: 'paragraph', id: 5 }],
    ['[out]', 0, null],
  ]);
});

test('a note has a part for each heading of the first two levels, and what stands before them', () => {
  const sections = noteSections(
    markdownBlocks('lead\n\nmore\n\n# One [x](#t=1)\n\ntext\n\n### deep\n\n## Two [p](#p3)\n\n#### deeper\n\n## Three'),
  );
  expect(
    sections.map(({ heading, body, startMs }) => [
      heading?.source.slice(0, 7) ?? null,
      body.map(({ source }) => source),
      startMs,
    ]),
  ).toEqual([
    [null, ['lead', 'more'], null],
    ['# One [', ['text', '### deep'], 1000],
    ['## Two ', ['#### deeper'], null],
    ['## Three'.slice(0, 7), [], null],
  ]);
  expect(noteSections([])).toEqual([]);
});
