import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { followQuote as placesOf } from './follow-quote.ts';
import { makeChanges } from './note-changes.ts';

function followQuote(note: string, was: { startMs: number; was: string }, now: string): { markdown: string; places: number } {
  const changes = placesOf(note, was, now);
  return { markdown: makeChanges(note, changes), places: changes.length };
}

const line = { startMs: 65_000, was: 'the miller asked Jon Smyth for a tenth of every sack' };
const fixed = 'the miller asked John Smith for a tenth of every sack';

describe('CON-04 a note that quotes a corrected line', () => {
  it('says what the line says, beside a time of the line', () => {
    const note = '## The mill [1:05](#t=65)\n\n- The miller asked Jon Smyth for a tenth of every sack. [1:05](#t=65)\n';
    expect(followQuote(note, line, fixed)).toEqual({ markdown: note.replace('Jon Smyth', 'John Smith'), places: 1 });
  });

  it('in Chinese too, character by character', () => {
    const note = '- 我们昨天去了南精路买书。[0:10](#t=10)';
    expect(followQuote(note, { startMs: 10_000, was: '我们昨天去了南精路买书' }, '我们昨天去了南京路买书')).toEqual({
      markdown: note.replace('精', '京'),
      places: 1,
    });
  });

  it('a rare character beside added words stays whole', () => {
    const note = '- 我们昨天去了那家𠮷野店里面吃饭聊天。[0:10](#t=10)';
    const was = { startMs: 10_000, was: '我们昨天去了那家𠮷野店里面吃饭聊天' };
    const changes = placesOf(note, was, '我们昨天去了那家𠮷野的店里面吃饭聊天');
    expect(changes).toHaveLength(1);
    for (const { was, now } of changes) expect([was.isWellFormed(), now.isWellFormed()]).toEqual([true, true]);
    expect(makeChanges(note, changes)).toBe(note.replace('𠮷野', '𠮷野的'));
  });

  it('words that were added or taken away are found by their neighbours', () => {
    const note = '- A tenth of every sack was too much. [0:30](#t=30)';
    const was = { startMs: 30_000, was: 'a tenth of every sack was too much' };
    expect(followQuote(note, was, 'a tenth of every large sack was too much').markdown).toContain('every large sack was');
    expect(followQuote(note, was, 'a tenth of every sack was much').markdown).toContain('sack was much');
  });

  it('the same word elsewhere stays: far from the line, in other company, inside another word, in a link', () => {
    const notes = [
      '- Jon Smyth sold a horse. [9:00](#t=540)',
      '- Jon Smyth sold a horse. [1:05](#t=65)',
      '- asked Jon Smythe for a tenth [1:05](#t=65)',
      '- [asked Jon Smyth for a tenth](https://example.com/x) [1:05](#t=65)',
      '- a note the reader wrote about nothing',
    ];
    for (const note of notes) expect(followQuote(note, line, fixed)).toEqual({ markdown: note, places: 0 });
  });

  it('never changes an address, and the way back leads back', () => {
    const phrase = fc.array(fc.constantFrom('miller', 'sack', 'barn', 'rye', '磨坊', '，', 'the'), {
      minLength: 1,
      maxLength: 8,
    });
    fc.assert(
      fc.property(phrase, phrase, (a, b) => {
        const [was, now] = [a.join(' '), b.join(' ')];
        const note = `- said ${was} [0:01](#t=1) [source](https://example.com/miller-sack)`;
        const there = followQuote(note, { startMs: 1000, was }, now);
        expect(there.markdown).toContain('[0:01](#t=1) [source](https://example.com/miller-sack)');
        if (there.places === 0) expect(there.markdown).toBe(note);
      }),
    );
  });
});
