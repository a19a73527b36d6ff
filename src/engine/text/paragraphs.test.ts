import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joinLines, paragraphsToSegments, splitLongText, unwrapLines } from './paragraphs.ts';

const unit = fc.constantFrom('word', ' ', ' ', '. ', '。', '，', '字', '🎬', '\n', '3.5', '—');
const prose = fc.array(unit, { maxLength: 400 }).map((parts) => parts.join(''));
const bare = (text: string) => text.replace(/\s+/g, '');

describe('paragraphsToSegments', () => {
  it('SUM-05 makes one untimed segment per paragraph', () => {
    expect(paragraphsToSegments('One  two.\n\n * * *\r\n第二段。\n')).toEqual([
      { id: 0, startMs: null, endMs: null, text: 'One two.' },
      { id: 1, startMs: null, endMs: null, text: '第二段。' },
    ]);
  });

  it('SUM-05 cuts a very long paragraph at sentence ends', () => {
    const sentence = 'This sentence is here for its length, and it has 3.5 clauses. ';
    const segments = paragraphsToSegments(sentence.repeat(30));
    expect(segments.length).toBeGreaterThan(2);
    for (const { text } of segments) {
      expect(text.length).toBeLessThanOrEqual(600);
      expect(text.endsWith('clauses.')).toBe(true);
    }
  });

  it('loses no character but white space, whatever the text', () => {
    fc.assert(
      fc.property(prose, fc.integer({ min: 2, max: 60 }), (text, max) => {
        const pieces = splitLongText(text, max);
        expect(bare(pieces.join(''))).toBe(bare(text));
        for (const piece of pieces) {
          expect(piece.length).toBeLessThanOrEqual(max);
          expect(piece.isWellFormed()).toBe(true);
        }
      }),
    );
  });

  it('cuts a megabyte without a single space in reasonable time', () => {
    expect(paragraphsToSegments('字'.repeat(1_000_000)).length).toBeGreaterThan(1600);
  });
});

describe('unwrapLines', () => {
  it('SUM-05 joins lines that were broken at a fixed width, and only those', () => {
    const wrapped = 'The quick brown fox jumps over the lazy\ndog, and then it goes home again to\nsleep.\n\nNext one.';
    expect(unwrapLines(wrapped)).toBe(
      'The quick brown fox jumps over the lazy dog, and then it goes home again to sleep.\n\nNext one.',
    );
    const list = '- a first item that is fairly long, really\n- a second item that is as long as that';
    expect(unwrapLines(list)).toBe(list);
    const dialogue = 'Hello there, my good old friend from the north.\nYes?\nI said hello.';
    expect(unwrapLines(dialogue)).toBe(dialogue);
  });

  it('joins Chinese lines without a space', () => {
    expect(joinLines(['今天天气', '很好', 'and', 'good'])).toBe('今天天气很好and good');
  });
});
