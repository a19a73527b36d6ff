import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyEdit, applyEdits, type EditableLine, joinWords, speakersOf, type TranscriptEdit } from './transcript-edits.ts';

function lines(...texts: string[]): EditableLine[] {
  return texts.map((text, id) => ({ id, startMs: id * 1000, endMs: id * 1000 + 900, text }));
}

function refOf(list: readonly EditableLine[], line: number) {
  return { line, startMs: list[line]?.startMs ?? 0, was: list[line]?.text ?? '' };
}

const words = (list: readonly EditableLine[]) => list.map(({ text }) => text.replace(/\s+/gu, '')).join('');

const word = fc.string({ unit: fc.constantFrom('a', 'b', '字', '文', ' ', '😀', '.', '，'), minLength: 1, maxLength: 12 });
const script = fc
  .array(fc.record({ text: word, gap: fc.nat(2000), length: fc.nat(5000), speaker: fc.option(fc.constantFrom('S1', 'S2')) }), {
    minLength: 1,
    maxLength: 12,
  })
  .map((parts) => {
    let at = 0;
    return parts.map(({ text, gap, length, speaker }, id): EditableLine => {
      at += gap;
      return { id, startMs: at, endMs: at + length, text, ...(speaker === null ? {} : { speaker }) };
    });
  });

/** Positions are relative, so that a step can be applied whatever the transcript has become. */
const steps = fc.array(
  fc.record({
    type: fc.constantFrom('merge' as const, 'split' as const, 'text' as const, 'speaker' as const, 'rename' as const),
    where: fc.nat(1000),
    at: fc.nat(1000),
    text: word,
  }),
  { maxLength: 15 },
);

function editOf(list: readonly EditableLine[], step: { type: TranscriptEdit['type']; where: number; at: number; text: string }) {
  const ref = refOf(list, step.where % list.length);
  switch (step.type) {
    case 'text':
      return { type: 'text', ...ref, text: step.text } as const;
    case 'merge':
      return { type: 'merge', ...ref, next: list[ref.line + 1]?.text ?? '' } as const;
    case 'split':
      return { type: 'split', ...ref, at: step.at % (ref.was.length + 1) } as const;
    case 'speaker':
      return { type: 'speaker', ...ref, speaker: step.at % 2 === 0 ? null : 'Ann' } as const;
    case 'rename':
      return { type: 'rename', from: 'S1', to: 'Bob' } as const;
  }
}

describe('CON-04 applyEdit', () => {
  it('changes one line only and keeps its times', () => {
    const before = lines('one', 'too', 'three');
    const after = applyEdit(before, { type: 'text', ...refOf(before, 1), text: 'two' });
    expect(after).toEqual([before[0], { ...before[1], text: 'two' }, before[2]]);
    expect(before[1]?.text).toBe('too');
  });

  it('merges two lines into one that covers both, and splits one into two adjacent lines', () => {
    const before = lines('how are', 'you today', 'well');
    const merged = applyEdit(before, { type: 'merge', ...refOf(before, 0), next: 'you today' }) ?? [];
    expect(merged.map(({ id, startMs, endMs, text }) => [id, startMs, endMs, text])).toEqual([
      [0, 0, 1900, 'how are you today'],
      [1, 2000, 2900, 'well'],
    ]);
    const split = applyEdit(merged, { type: 'split', ...refOf(merged, 0), at: 8 }) ?? [];
    expect(split.map(({ id, startMs, endMs, text }) => [id, startMs, endMs, text])).toEqual([
      [0, 0, 831, 'how are'],
      [1, 831, 1900, 'you today'],
      [2, 2000, 2900, 'well'],
    ]);
    expect(joinWords('你好，', '世界')).toBe('你好，世界');
  });

  it('ignores edits without a next line, with an empty half, half a character or an old text', () => {
    const before = lines('ab', 'c😀d');
    expect(applyEdit(before, { type: 'merge', ...refOf(before, 1), next: '' })).toBeNull();
    expect(applyEdit(before, { type: 'split', ...refOf(before, 0), at: 0 })).toBeNull();
    expect(applyEdit(before, { type: 'split', ...refOf(before, 0), at: 2 })).toBeNull();
    expect(applyEdit(before, { type: 'split', ...refOf(before, 1), at: 2 })).toBeNull();
    expect(applyEdit(before, { type: 'text', line: 0, startMs: 0, was: 'other', text: 'x' })).toBeNull();
    expect(applyEdit(before, { type: 'rename', from: 'nobody', to: 'x' })).toBeNull();
  });

  it('names a speaker in one line or everywhere', () => {
    const before = lines('a', 'b', 'c').map((line, index) => (index === 1 ? line : { ...line, speaker: 'S1' }));
    const renamed = applyEdit(before, { type: 'rename', from: 'S1', to: 'Ann' }) ?? [];
    expect(renamed.map(({ speaker }) => speaker)).toEqual(['Ann', undefined, 'Ann']);
    const named = applyEdit(renamed, { type: 'speaker', ...refOf(renamed, 1), speaker: 'Bo' }) ?? [];
    expect(speakersOf(named)).toEqual(['Ann', 'Bo']);
    const unnamed = applyEdit(named, { type: 'speaker', ...refOf(named, 0), speaker: null }) ?? [];
    expect(unnamed[0]).toEqual({ id: 0, startMs: 0, endMs: 900, text: 'a' });
  });

  it('finds its line in a transcript that was made again', () => {
    const before = lines('one', 'too', 'three');
    const edit: TranscriptEdit = { type: 'text', ...refOf(before, 1), text: 'two' };
    const anew = [{ id: 0, startMs: 1000, endMs: 1900, text: 'too' }, ...lines('x')].map((line, id) => ({ ...line, id }));
    expect(applyEdits(anew, [edit]).map(({ text }) => text)).toEqual(['two', 'x']);
    expect(applyEdits(lines('quite', 'other'), [edit])).toEqual(lines('quite', 'other'));
  });

  it('keeps order, covered time and every word of merges and splits, for any sequence', () => {
    fc.assert(
      fc.property(script, steps, (original, sequence) => {
        const copy = structuredClone(original);
        let now: EditableLine[] = original;
        const done: TranscriptEdit[] = [];
        const states: EditableLine[][] = [original];
        for (const step of sequence) {
          const edit = editOf(now, step);
          const next = applyEdit(now, edit);
          if (next === null) continue;
          if (edit.type !== 'text') expect(words(next)).toBe(words(now));
          done.push(edit);
          states.push(next);
          now = next;
        }
        expect(original).toEqual(copy);
        for (const [index, line] of now.entries()) {
          expect(line.id).toBe(index);
          expect(line.startMs ?? -1).toBeGreaterThanOrEqual(now[index - 1]?.startMs ?? 0);
          expect(line.endMs ?? -1).toBeGreaterThanOrEqual(line.startMs ?? 0);
        }
        expect(now[0]?.startMs).toBe(original[0]?.startMs);
        expect(Math.max(...now.map(({ endMs }) => endMs ?? 0))).toBe(Math.max(...original.map(({ endMs }) => endMs ?? 0)));
        // Undoing the edits one by one, the last first, passes through every earlier state.
        for (let kept = done.length; kept >= 0; kept -= 1)
          expect(applyEdits(original, done.slice(0, kept))).toEqual(states[kept]);
      }),
    );
  });
});

it.each([
  ['a', 'b', 'a b'],
  ['字', 'b', '字b'],
  ['a', '字', 'a字'],
  ['a ', ' b', 'a b'],
  ['', 'b', 'b'],
  ['a', '', 'a'],
  ['😀', 'b', '😀 b'],
  ['a', '😀', 'a 😀'],
  ['a', '。', 'a。'],
  ['か', 'b', 'かb'],
  ['1', '2', '1 2'],
])('CON-04 the words %j and %j are joined', (before, after, joined) => {
  expect(joinWords(before, after)).toBe(joined);
});

describe('CON-04 lines with odd times', () => {
  const line = (startMs: number | null, endMs: number | null, text: string, speaker?: string): EditableLine => ({
    ...{ id: 0, startMs, endMs, text },
    ...(speaker === undefined ? {} : { speaker }),
  });
  const times = (list: readonly EditableLine[] | null) => list?.map(({ startMs, endMs }) => `${startMs}-${endMs}`) ?? null;
  const split = (list: EditableLine[], at = 2) =>
    times(applyEdit(list, { type: 'split', line: 0, startMs: 0, was: 'ab cd', at }));

  it('are split in proportion, but not behind the start of the next line or their own end', () => {
    expect(split([line(0, 1000, 'ab cd')])).toEqual(['0-500', '500-1000']);
    expect(split([line(0, 1000, 'ab cd'), line(300, 2000, 'x')])).toEqual(['0-300', '300-1000', '300-2000']);
    expect(split([line(0, 1000, 'ab cd'), line(700, 2000, 'x')])).toEqual(['0-500', '500-1000', '700-2000']);
    expect(split([line(0, null, 'ab cd')])).toEqual(['0-0', '0-null']);
    expect(split([line(0, -5, 'ab cd')])).toEqual(['0-0', '0--5']);
    const untimed = { type: 'split', line: 0, startMs: null as unknown as number, was: 'ab cd', at: 2 } as const;
    expect(applyEdit([line(null, null, 'ab cd')], untimed)).toBeNull();
  });

  it('are merged to the later end and the first known speaker', () => {
    const merge = (...list: EditableLine[]) =>
      applyEdit(list, { type: 'merge', line: 0, startMs: 0, was: 'a', next: 'b' })?.map(
        ({ startMs, endMs, text, speaker }) => `${startMs}-${endMs} ${text} ${speaker}`,
      );
    expect(merge(line(0, 900, 'a', 'A'), line(500, 700, 'b', 'B'))).toEqual(['0-900 a b A']);
    expect(merge(line(0, null, 'a'), line(500, 700, 'b', 'B'))).toEqual(['0-700 a b B']);
    expect(merge(line(0, 900, 'a'), line(500, null, 'b'))).toEqual(['0-900 a b undefined']);
    expect(merge(line(0, null, 'a'), line(500, null, 'b'))).toEqual(['0-null a b undefined']);
    expect(merge(line(0, 900, 'a'), line(500, 700, 'c'))).toBeUndefined();
  });

  it('are found elsewhere by their start and their text', () => {
    const list = [line(0, 1, 'x'), line(5, 6, 'y'), line(5, 7, 'z'), line(9, 9, 'y')].map((one, id) => ({ ...one, id }));
    const edited = (at: number, startMs: number, was: string) =>
      applyEdit(list, { type: 'text', line: at, startMs, was, text: 'new' })?.findIndex(({ text }) => text === 'new');
    expect([edited(2, 5, 'z'), edited(0, 5, 'z'), edited(9, 5, 'y'), edited(0, 9, 'y'), edited(0, 0, 'y')]).toEqual([
      2,
      2,
      1,
      3,
      undefined,
    ]);
    expect(applyEdits(list, [{ type: 'text', line: 0, startMs: 7, was: 'x', text: 'new' }])).toEqual(list);
    expect(speakersOf([line(0, 1, 'a', 'A'), line(0, 1, 'b'), line(0, 1, 'c', 'B'), line(0, 1, 'd', 'A')])).toEqual(['A', 'B']);
  });
});

it('CON-04 edited lines are numbered anew, and what is not edited stays the same', () => {
  const before = lines('one', 'two', 'three', 'four');
  const merged = applyEdits(before, [{ type: 'merge', ...refOf(before, 1), next: 'three' }]);
  expect(merged.map(({ id, text }) => `${id} ${text}`)).toEqual(['0 one', '1 two three', '2 four']);
  expect(merged[0]).toBe(before[0]);
  const [first] = applyEdit(before, { type: 'text', ...refOf(before, 3), text: 'new' }) ?? [];
  expect(first).toBe(before[0]);
  // Of two lines that are alike the one at the place is meant.
  const twins = [before[0], before[0], before[2]].map((line, id) => ({ ...(line as EditableLine), id }));
  const edited = applyEdit(twins, { type: 'text', ...refOf(twins, 1), text: 'new' });
  expect(edited?.map(({ text }) => text)).toEqual(['one', 'new', 'three']);
  const split = applyEdit(before, { type: 'split', ...refOf(before, 2), at: 2 });
  expect(split?.slice(2, 4).map(({ startMs, endMs, text }) => `${startMs}-${endMs} ${text}`)).toEqual([
    '2000-2360 th',
    '2360-2900 ree',
  ]);
  expect(applyEdit(before, { type: 'split', ...refOf(before, 0), at: -1 })).toBeNull();
});
