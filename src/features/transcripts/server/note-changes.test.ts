import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { followQuote } from './follow-quote.ts';
import { keepChanges, makeChanges, type NoteChange, undoChanges } from './note-changes.ts';

const back = (changed: string, changes: readonly NoteChange[], today = changed) =>
  makeChanges(today, undoChanges(today, keepChanges(changed, changes) ?? []));

describe('CON-04 what a note changed with a correction', () => {
  const note = '- 他谈到了人工智能的发展说苹果苹果。[0:10](#t=10)';
  const changes = followQuote(
    note,
    { startMs: 10_000, was: '他谈到了人工智能的发展说苹果苹果' },
    '他谈到了人工智能的发展说苹果苹果苹果',
  );

  it('is taken back where the new words overlap themselves', () => {
    const changed = makeChanges(note, changes);
    expect(changed).toContain('苹果苹果苹果');
    expect(back(changed, changes)).toBe(note);
    expect(back(changed, changes, `# 我的\n\n${changed}`)).toBe(`# 我的\n\n${note}`);
  });

  it('is taken back wherever it stands', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(fc.array(fc.record({ between: word, was: word, now: word }), { maxLength: 6 }), (parts) => {
        const before = parts.map(({ between, was }) => between + was).join('');
        let at = 0;
        const made = parts.map(({ between, was, now }) => {
          at += between.length;
          const change = { at, was, now };
          at += now.length;
          return change;
        });
        expect(back(makeChanges(before, made), made)).toBe(before);
      }),
    );
  });

  it('is kept whole where the same words stand everywhere, and not more of the others than are ever compared', () => {
    const long = `${'哈'.repeat(50_000)}呵。`;
    const [at, was, now] = [50_000, '呵', '哈哈'];
    const changed = makeChanges(long, [{ at, was, now }]);
    const kept = keepChanges(changed, [{ at, was, now }]) ?? [];
    expect(kept.filter((change) => change.was !== null)).toHaveLength(1);
    expect(kept.length).toBeLessThan(1000);
    expect(makeChanges(changed, undoChanges(changed, kept))).toBe(long);
  });
});
