import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { extractiveBrief, readCounts, sourcesOfNotes } from './gather.ts';

test('a brief says once what several items say in the same words, with a place in each', () => {
  const note = (contentId: string, other: string) => ({
    ...{ contentId, title: contentId, author: null },
    points: [
      { text: 'Granite ovens keep their heat', place: 12_000 },
      { text: other, place: 40_000 },
    ],
  });
  const { markdown, contentIds, sources } = extractiveBrief(
    [note('a', 'Salt comes by river'), note('b', 'Reeds grow tall')],
    'en',
  );
  expect(contentIds).toEqual(['a', 'b']);
  expect(markdown).toContain('- Granite ovens keep their heat [00:12](#t=12&n=1) [00:12](#t=12&n=2)\n');
  expect(markdown.split('Granite ovens')).toHaveLength(2);
  expect(markdown).toContain('- Salt comes by river [00:40](#t=40&n=1)');
  expect(markdown).toContain('- Reeds grow tall [00:40](#t=40&n=2)');
  expect(sources).toHaveLength(4);
});

const noteOf = (contentId: string, points: readonly (readonly [text: string, place: number])[]) => ({
  ...{ contentId, title: `Title ${contentId}`, author: null },
  points: points.map(([text, place]) => ({ text, place })),
});

test('a brief groups what items share, then tells the rest, in either language', async () => {
  const notes = [
    noteOf('a', [
      ['Granite ovens keep their heat for a night', 12_000],
      ['The river brings salt *and* reeds', -1],
      ['The baker lives alone', 0],
    ]),
    noteOf('empty', []),
    noteOf('b', [
      ['Granite ovens need eleven hours of heat', 3_723_000],
      ['The salt of the river is grey', -8],
    ]),
    noteOf('c', [['Nobody counted the sheep', 5000]]),
  ];
  const records = (['en', 'zh'] as const).map((language) => {
    const { markdown, contentIds, sources } = extractiveBrief(notes, language);
    const lines = sources.map(({ contentId, item, text, first, last, startMs, page, marks }) =>
      JSON.stringify({ contentId, item, text, first, last, startMs, page, marks }),
    );
    return `${language}\n${markdown}\n\n${contentIds.join(' ')}\n${lines.join('\n')}`;
  });
  const path = fileURLToPath(new URL('../../../../tests/golden/ask/briefs.record.txt', import.meta.url));
  await expect(`${records.join('\n\n')}\n`).toMatchFileSnapshot(path);
  const alone = extractiveBrief([noteOf('a', [['One thing', 1000]])], 'en');
  expect([alone.markdown, alone.contentIds]).toEqual(['## Also, in single items\n\n- One thing [00:01](#t=1&n=1)', ['a']]);
  expect(extractiveBrief([], 'en')).toEqual({ markdown: '', contentIds: [], sources: [] });
});

test('a model reads the first dozen points of each note, whose number is its place', () => {
  const many = noteOf(
    'a',
    Array.from({ length: 13 }, (_, n) => [`P${n}`, n * 1000] as const),
  );
  const { sources, contentIds } = sourcesOfNotes([many, noteOf('b', []), noteOf('c', [['Q', -5]])]);
  expect(contentIds).toEqual(['a', 'b', 'c']);
  const rest = { page: null, marks: [] };
  expect(sources).toEqual([
    ...Array.from({ length: 12 }, (_, n) => ({
      ...{ contentId: 'a', item: 1, text: `P${n}`, first: 0, last: 0, startMs: n * 1000, ...rest },
    })),
    { contentId: 'c', item: 3, text: 'Q', first: 4, last: 4, startMs: null, ...rest },
  ]);
});

test('a brief is complete when it has read as many items as there are', () => {
  expect([readCounts(2, 3), readCounts(3, 3), readCounts(3, 2)]).toEqual([
    { complete: false, readItems: 2, scopeItems: 3 },
    { complete: true, readItems: 3, scopeItems: 3 },
    { complete: true, readItems: 3, scopeItems: 3 },
  ]);
});
