import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { draftOf, isChanged, keepLineDraft, movedTo, newText, readLineDraft, rowOf, speakerEdit } from './line-draft.ts';

const lines = [
  { startMs: 0, text: 'The barn.', speaker: 'Ann' },
  { startMs: 3000, text: 'The mill.' },
  { startMs: 3000, text: 'The river.' },
];
const [barn, mill, river] = lines as [(typeof lines)[0], (typeof lines)[0], (typeof lines)[0]];

describe('CON-04 what is typed for a line', () => {
  test('is a change once words or the speaker are others; an emptied line is none', () => {
    const draft = draftOf(barn);
    expect(isChanged(draft)).toBe(false);
    expect(isChanged({ ...draft, text: ' The barn. ' })).toBe(false);
    expect(isChanged({ ...draft, text: '  ' })).toBe(false);
    expect(newText({ ...draft, text: ' The barns. ' })).toBe('The barns.');
    expect(isChanged({ ...draft, speaker: '' })).toBe(true);
  });

  test('names a speaker everywhere, in one line, or nobody', () => {
    const ref = { line: 0, startMs: 0, was: 'The barn.' };
    const draft = draftOf(barn);
    expect(speakerEdit(draft, ref)).toBeNull();
    expect(speakerEdit({ ...draft, speaker: ' Bea ' }, ref)).toEqual({ type: 'rename', from: 'Ann', to: 'Bea' });
    expect(speakerEdit({ ...draft, speaker: 'Bea', everywhere: false }, ref)).toEqual({
      type: 'speaker',
      ...ref,
      speaker: 'Bea',
    });
    expect(speakerEdit({ ...draft, speaker: '' }, ref)).toEqual({ type: 'speaker', ...ref, speaker: null });
  });

  test('belongs to the line that says what it said, else to the one at that moment', () => {
    expect(rowOf(lines, draftOf(mill))).toBe(1);
    expect(rowOf(lines, draftOf(river))).toBe(2);
    expect(rowOf(lines, { startMs: 1500, was: 'gone' })).toBe(0);
  });

  test('goes on to the line in its place: words typed stay, a speaker nobody typed is the line’s', () => {
    const typed = { ...draftOf(barn), text: 'A stone barn.' };
    const moved = movedTo(typed, { ...barn, text: 'The shed.', speaker: 'Cid' });
    expect(moved).toMatchObject({ text: 'A stone barn.', was: 'The shed.', speaker: 'Cid', named: 'Cid' });
    expect(movedTo({ ...typed, speaker: 'Bea' }, { ...barn, speaker: 'Cid' })).toMatchObject({ speaker: 'Bea', named: 'Cid' });
  });
});

describe('CON-04 what is typed and not saved', () => {
  const stored = new Map<string, string>();
  const known = Object.getOwnPropertyDescriptor(globalThis, 'localStorage');
  beforeEach(() => {
    stored.clear();
    const value = {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, text: string) => void stored.set(key, text),
      removeItem: (key: string) => void stored.delete(key),
    };
    Object.defineProperty(globalThis, 'localStorage', { value, configurable: true });
  });
  afterEach(() => {
    if (known) Object.defineProperty(globalThis, 'localStorage', known);
    else Reflect.deleteProperty(globalThis, 'localStorage');
  });

  test('is there again for its content; nothing is kept of a line that was only opened', () => {
    const draft = { ...draftOf(mill), text: 'The windmill.' };
    keepLineDraft('a', draft);
    expect(readLineDraft('a', lines)).toEqual(draft);
    expect(readLineDraft('b', lines)).toBeNull();
    keepLineDraft('a', draftOf(mill));
    expect(stored.size).toBe(0);
  });

  test('is nothing where no line begins then, where the line says it already, or where it is damaged', () => {
    keepLineDraft('a', { ...draftOf({ startMs: 9000, text: 'Later.' }), text: 'x' });
    expect(readLineDraft('a', lines)).toBeNull();
    keepLineDraft('a', { ...draftOf({ startMs: 0, text: 'A barn.', speaker: 'Ann' }), text: 'The barn.' });
    expect(readLineDraft('a', lines)).toBeNull();
    stored.set('gleaner:draft:line:a', '{"startMs":0}');
    expect(readLineDraft('a', lines)).toBeNull();
    stored.set('gleaner:draft:line:a', '{');
    expect(readLineDraft('a', lines)).toBeNull();
  });
});
