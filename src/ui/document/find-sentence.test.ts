import { describe, expect, test } from 'vitest';
import { findSentence } from './find-sentence.ts';

/** The stretches as they read. */
function found(items: readonly string[], sentence: string): string[] {
  return findSentence(items, sentence).map(({ start, end }) =>
    items
      .map((text, item) =>
        item < start.item || item > end.item
          ? ''
          : text.slice(item === start.item ? start.offset : 0, item === end.item ? end.offset : text.length),
      )
      .join(''),
  );
}

describe('CON-08 the cited sentence within its paragraph', () => {
  test.each([
    [
      'with its full stop',
      ['It rains. The kiln burns all night. It cools.'],
      'The kiln burns all night.',
      'The kiln burns all night.',
    ],
    [
      'over links and emphasis, as one stretch',
      ['It rains. The ', 'kiln', ' burns — ', 'all', ' night. It cools.'],
      'The kiln burns — all night.',
      'The kiln burns — all night.',
    ],
    ['with a full stop behind a link', ['See ', 'the kiln', '', '. It cools.'], 'See the kiln.', 'See the kiln.'],
    ['with the quotation marks around it', ['他说：“窑烧一夜。”后来冷了。'], '“窑烧一夜。”', '“窑烧一夜。”'],
    [
      'without the quotation mark of the next one',
      ['窑里的火整整烧了一夜。“后来冷了。”'],
      '窑里的火整整烧了一夜。',
      '窑里的火整整烧了一夜。',
    ],
    [
      'where spaces differ',
      ['The  kiln\nburns all\u00a0night! Then'],
      'The kiln burns all night!',
      'The  kiln\nburns all\u00a0night!',
    ],
    [
      'at the end without a mark',
      ['It rains. The kiln burns all night'],
      'The kiln burns all night.',
      'The kiln burns all night',
    ],
  ])('is found %s', (_case, items, sentence, text) => {
    expect(found(items, sentence)).toEqual([text]);
  });

  test('leaves out what stands within it in the text alone', () => {
    const items = ['The families repair the mill', '17', ' each spring with stones. It turns.'];
    expect(found(items, 'The families repair the mill each spring with stones.')).toEqual([
      'The families repair the mill',
      'each spring with stones.',
    ]);
  });

  test.each([
    ['of nothing', ''],
    ['of marks alone', '…'],
    ['that stands elsewhere', 'The river carries the sand of a hundred valleys to the sea.'],
  ])('is not found %s', (_case, sentence) => {
    expect(found(['The families repair the mill.'], sentence)).toEqual([]);
  });
});

test('CON-08 words that stand between parts of the cited sentence are not lit up, also within one text', () => {
  const [first, second] = ['The quick brown fox jumps', 'over the lazy dog again'];
  const sentence = `${first} ${second}`;
  expect(found([`${first}, so it was told, ${second}.`], sentence)).toEqual([first, second]);
  // What is between them may begin in one text and end in another.
  expect(found([`${first}, so`, ' it was', ` told, ${second}.`], sentence)).toEqual([first, second]);
  expect(found([`${first},`, ' it ', `${second}.`], sentence)).toEqual([first, second]);
  // Without letters between them they are one.
  expect(found([`${first},`, ' — ', `${second}.`], sentence)).toEqual([`${first}, — ${second}`]);
});
