import { describe, expect, it } from 'vitest';
import type { Language } from '../../domain.ts';
import { readDocument } from './document.ts';
import { findQuestions, withQuestions } from './interview.ts';
import { makeNoteTitle } from './note-title.ts';

function read(lines: readonly string[], language: Language) {
  const segments = lines.map((text, id) => ({ id, startMs: id * 5000, endMs: (id + 1) * 5000, text }));
  return readDocument({ segments, timed: true, language, treatment: 'speech' });
}

const line = (index: number, text: string) => ({ index, statement: { text, segmentIds: [index], shortened: false } });

describe('SUM-14 interviews', () => {
  const question = 'So how did you dredge the town reservoir in winter?';
  const turns = (asked: string) => [asked, 'We waited for a dry year.', 'The silt was sold to farmers.'];
  const interview = [1, 2, 3, 4].flatMap(() => turns(question));

  it('SUM-14 knows an interview by questions that somebody is asked', () => {
    expect(findQuestions(read(interview, 'en'))).toEqual([0, 3, 6, 9]);
    expect(findQuestions(read(interview.slice(0, 9), 'en'))).toEqual([]);
    expect(
      findQuestions(
        read(
          [1, 2, 3, 4].flatMap(() => turns('Why is the reservoir silt so rich in minerals?')),
          'en',
        ),
      ),
    ).toEqual([]);
    const chinese = [1, 2, 3, 4].flatMap(() => ['您当时为什么要在冬天清理水库的淤泥？', '因为冬天的雨水很少。']);
    expect(findQuestions(read(chinese, 'zh'))).toEqual([0, 2, 4, 6]);
  });

  it('SUM-14 shows answers under their question, of the same chapter and near it', () => {
    const document = read(interview, 'en');
    const lines = [line(1, 'We waited.'), line(2, 'Silt was sold.'), line(4, 'We waited again.')];
    const asked = 'How did you dredge the town reservoir in winter?';
    expect(withQuestions(lines, [0, 3, 6, 9], 0, document)).toEqual([
      {
        text: asked,
        segmentIds: [0],
        shortened: true,
        details: [
          { text: 'We waited.', segmentIds: [1] },
          { text: 'Silt was sold.', segmentIds: [2] },
        ],
      },
      { text: asked, segmentIds: [3], shortened: true, details: [{ text: 'We waited again.', segmentIds: [4] }] },
    ]);
    expect(withQuestions([line(1, 'We waited.')], [0], 1, document)).toEqual([{ text: 'We waited.', segmentIds: [1] }]);
    expect(withQuestions([line(15, 'Late.')], [0], 0, document)).toEqual([{ text: 'Late.', segmentIds: [15] }]);
    expect(withQuestions([line(14, 'In time.')], [0], 0, document)[0]?.details).toHaveLength(1);
  });
});

it('SUM-14 asks an English question without its preamble', () => {
  const asked = 'Just one thing from me, before you close: what do you do with the silt of the reservoir?';
  const document = read([asked, 'The silt was sold to farmers.'], 'en');
  expect(withQuestions([line(1, 'Silt was sold.')], [0], 0, document)).toMatchObject([
    { text: 'What do you do with the silt of the reservoir?', shortened: true },
  ]);
});

it('SUM-14 shows what is said in one breath with the next question as no answer', () => {
  const turn = (said: string) => `${said} So how did you dredge the town reservoir in winter?`;
  const document = read([turn('We waited for a dry year.'), 'The silt was sold to farmers.', turn('The road was dear.')], 'en');
  const lines = [line(2, 'The silt was sold to farmers.'), line(3, 'The road was dear.')];
  expect(withQuestions(lines, [1, 4], 0, document).map(({ text, details }) => [text, details?.length])).toEqual([
    ['How did you dredge the town reservoir in winter?', 1],
    ['The road was dear.', undefined],
  ]);
});

describe('SUM-14 the title of a note', () => {
  const phrase = (text: string) => ({ text, key: text, words: 1, at: [0], quality: 1 });

  it('SUM-14 is what the speaker announces', () => {
    const said = (text: string, language: Language) => makeNoteTitle([line(0, text)], ['Other'], [], language);
    expect(said('本次论坛主题是五育并举，培养全面发展的人。', 'zh')).toBe('五育并举，培养全面发展的人');
    expect(said('Today we talk about the silt of old reservoirs.', 'en')).toBe('Silt of old reservoirs');
    expect(said('Today we talk about it.', 'en')).toBe('Other');
    expect(said("I'm not sure I should talk about the silt of old reservoirs.", 'en')).toBe('Other');
  });

  it('SUM-14 is else the chapters that name most subjects, without a word twice', () => {
    const chapters = ['Part 1', 'Wall', 'Flood wall', 'River gauge', 'Silt'];
    expect(makeNoteTitle([], chapters, [phrase('flood'), phrase('gauge')], 'en')).toBe('Flood wall, River gauge');
    expect(makeNoteTitle([], ['第 1 部分', '水库', '淤泥'], [phrase('淤泥')], 'zh')).toBe('淤泥、水库');
    expect(makeNoteTitle([], ['Part 1'], [], 'en')).toBeNull();
  });

  it('SUM-14 weighs the first of twelve subjects most, and joins two chapters at most', () => {
    const subjects = Array.from({ length: 14 }, (_, at) => phrase(`word${'abcdefghijklmn'[at]}`));
    const of = (...chapters: string[]) => makeNoteTitle([], chapters, subjects, 'en');
    expect(of('Wordb worde', 'Worda')).toBe('Wordb worde, Worda');
    expect(of('Wordl wheel', 'Wordk gate', 'Wordj dam')).toBe('Wordj dam, Wordk gate');
    expect(of('Wheel', 'Gate', 'Wordm', 'Wordl')).toBe('Wordl, Wheel');
    expect(of('Part 12', 'Partly wheel', 'The gate of the part')).toBe('Partly wheel, The gate of the part');
    // Both have a word that counts, and stop words do not.
    expect(of('The gate of Bern', 'The wheel of Thun', 'Gates')).toBe('The gate of Bern, The wheel of Thun');
    expect(makeNoteTitle([], ['第3部分', '第 12 部分', '水库'], [], 'zh')).toBe('水库');
  });

  it('SUM-14 is what the first line that announces something says', () => {
    const lines = [line(0, 'We talk about it.'), line(1, 'We discuss the dams of Bern.'), line(2, 'We discuss the gates.')];
    expect(makeNoteTitle(lines, ['Other'], [], 'en')).toBe('Dams of Bern');
  });
});
