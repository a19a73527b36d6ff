import { expect, test } from 'vitest';
import { extractiveBrief } from './gather.ts';

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
