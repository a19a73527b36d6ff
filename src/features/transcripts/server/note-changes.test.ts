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

  it.each([
    ['fourteen letters', 'abcdefg new hijklmn', true],
    ['thirteen', 'abcdef new hijklmn', false],
    ['five Chinese characters', '人工智new能力', true],
    ['four', '人工new能力', false],
    ['none but signs', '…… — new — ……', false],
  ])('is found again in another line by %s around it', (_name, around, isFound) => {
    const changed = `zzzz ${around} yyyy`;
    const change = { at: changed.indexOf('new'), was: 'old', now: 'new' };
    const today = `QQQQ ${around} RRRR`;
    expect(back(changed, [change], today)).toBe(isFound ? today.replace('new', 'old') : today);
  });

  it('is found again by all of a short line, however short', () => {
    const changed = 'new\nother words';
    expect(back(changed, [{ at: 0, was: 'old', now: 'new' }], `# Head\n${changed}`)).toBe('# Head\nold\nother words');
  });

  it('cannot be kept where words were taken away', () => {
    expect(keepChanges('a b', [{ at: 2, was: 'c ', now: '' }])).toBeNull();
    expect(keepChanges('a b', [])).toEqual([]);
  });

  it('is kept with what stands around it in its line, and with the same words elsewhere', () => {
    const left = 'x'.repeat(40);
    const changed = `line\n${left}new${left}\nnew`;
    expect(keepChanges(changed, [{ at: 45, was: 'old', now: 'new' }])).toEqual([
      { at: 45, was: 'old', now: 'new', left: left.slice(8), right: left.slice(8) },
      { at: 89, was: null, now: 'new', left: '', right: '' },
    ]);
  });

  it('is taken back in its order, each place by where it is then', () => {
    const changed = 'one new two newer three new';
    const changes = [
      { at: 4, was: 'longer', now: 'new' },
      { at: 12, was: 'x', now: 'newer' },
    ];
    expect(undoChanges(changed, keepChanges(changed, changes) ?? [])).toEqual([
      { at: 4, was: 'new', now: 'longer' },
      { at: 15, was: 'newer', now: 'x' },
    ]);
    expect(undoChanges('nothing of it', keepChanges(changed, changes) ?? [])).toEqual([]);
  });

  it('among very many of the same words goes by its place', () => {
    const many = 'new '.repeat(601);
    const changed = `${many}end`;
    const change = { at: 8, was: 'old', now: 'new' };
    const kept = keepChanges(changed, [change]) ?? [];
    expect(makeChanges(`${changed} more`, undoChanges(`${changed} more`, kept))).toBe(
      `new new old ${'new '.repeat(598)}end more`,
    );
    expect(undoChanges(`- ${changed}`, kept)).toEqual([]);
  });
});
