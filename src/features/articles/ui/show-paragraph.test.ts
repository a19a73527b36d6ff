import { describe, expect, test } from 'vitest';
import { citedPlace } from '#lib/transcripts/cited-place.ts';
import { citedSentence } from './show-paragraph.ts';

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
