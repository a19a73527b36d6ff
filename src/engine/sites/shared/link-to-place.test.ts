import fc from 'fast-check';
import { expect, test } from 'vitest';
import { flattenMarkdown } from '#lib/markdown/flatten.ts';
import { pageUrlElsewhere } from '#lib/own-page-address.ts';
import { sourceLinkOf } from './link-to-place.ts';

const pageUrl = 'http://localhost:3000/content/0d9c1b2a-1111-4222-8333-444455556666';

test.each([
  ['https://youtu.be/dQw4w9WgXcQ?si=abc', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=725s'],
  ['https://www.bilibili.com/video/BV1xx411c7mD/?p=3&vd_source=1', 'https://www.bilibili.com/video/BV1xx411c7mD?p=3&t=725'],
  ['https://example.com/episode.mp3', `${pageUrl}?t=725.25`],
  [null, `${pageUrl}?t=725.25`],
])('CON-02 %s', (sourceUrl, expected) => {
  const link = new URL(sourceLinkOf({ kind: 'time', ms: 725_250 }, { sourceUrl, pageUrl }));
  expect(link.href.replace(/\/\?/, '?')).toBe(expected);
});

test('CON-05 a paragraph leads to the content’s own page', () => {
  expect(sourceLinkOf({ kind: 'paragraph', id: 12 }, { sourceUrl: 'https://example.com/a', pageUrl })).toBe(`${pageUrl}?p=12`);
});

test.each([
  ['https://youtu.be/dQw4w9WgXcQ', { kind: 'time', ms: 725_250 }, 'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=725s'],
  ['https://example.com/episode.mp3', { kind: 'time', ms: 725_250 }, 'https://example.com/episode.mp3'],
  ['https://example.com/a', { kind: 'paragraph', id: 12 }, 'https://example.com/a'],
  [null, { kind: 'time', ms: 725_250 }, null],
] as const)('CON-09 where only this machine can open the page, %s is linked itself', (sourceUrl, anchor, expected) => {
  expect(sourceLinkOf(anchor, { sourceUrl, pageUrl: pageUrlElsewhere('http://localhost:3000', 'x') })).toBe(expected);
});

test('a note becomes flat blocks with their looks, items numbered and to do', () => {
  const note = [
    '> In *brief*.',
    '',
    '## Kilns [01:02](#t=62)',
    '- [x] **Done** first',
    '- [ ] Still to do',
    '  - detail `x < y`',
    '- [ ]',
    '',
    '3. three',
    '4. four',
    '',
    '| a | b |',
    '|---|---|',
    '| 1 | ~~2~~ |',
    '',
    '---',
    '```',
    'code',
    '```',
  ].join('\n');
  expect(flattenMarkdown(note, (href) => `https://x.test/${href.slice(1)}`)).toEqual([
    { type: 'paragraph', quoted: true, runs: [{ text: 'In ' }, { text: 'brief', italic: true }, { text: '.' }] },
    { type: 'heading', level: 2, runs: [{ text: 'Kilns ' }, { text: '01:02', href: 'https://x.test/t=62' }] },
    {
      type: 'item',
      depth: 0,
      number: null,
      checked: true,
      runs: [{ text: 'Done', bold: true }, { text: ' first' }],
    },
    { type: 'item', depth: 0, number: null, checked: false, runs: [{ text: 'Still to do' }] },
    { type: 'item', depth: 1, number: null, checked: null, runs: [{ text: 'detail ' }, { text: 'x < y', code: true }] },
    { type: 'item', depth: 0, number: 3, checked: null, runs: [{ text: 'three' }] },
    { type: 'item', depth: 0, number: 4, checked: null, runs: [{ text: 'four' }] },
    {
      type: 'table',
      rows: [
        [[{ text: 'a' }], [{ text: 'b' }]],
        [[{ text: '1' }], [{ text: '2', strike: true }]],
      ],
    },
    { type: 'rule' },
    { type: 'code', text: 'code' },
  ]);
});

test('words after an item without words are a paragraph', () => {
  expect(flattenMarkdown('- a\n-\n\nAfter', () => null).at(-1)).toEqual({
    type: 'paragraph',
    quoted: false,
    runs: [{ text: 'After' }],
  });
});

test('no text of a note is lost by flattening', () => {
  const word = fc.stringMatching(/^[a-z]{3,8}$/);
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom('', '# ', '- ', '1. ', '> ', '  - '), word), { maxLength: 30 }), (lines) => {
      const blocks = flattenMarkdown(lines.map(([mark, text]) => mark + text).join('\n\n'), () => null);
      const text = JSON.stringify(blocks);
      for (const [, each] of lines) expect(text).toContain(each);
    }),
  );
});
