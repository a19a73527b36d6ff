import { describe, expect, it } from 'vitest';
import type { Language, Segment } from '../../domain.ts';
import { readDocument } from './document.ts';

type Cue = string | [text: string, pauseMs: number] | [text: string, pauseMs: number, speaker: string];

function read(
  cues: readonly Cue[],
  { language = 'en' as Language, timed = true, treatment = 'speech' as 'speech' | 'article' } = {},
) {
  let at = 0;
  const segments = cues.map((cue, index): Segment => {
    const [text, pause, speaker] = typeof cue === 'string' ? [cue, 0] : cue;
    const startMs = at + pause;
    at = startMs + 1000;
    const times = timed ? { startMs, endMs: at } : { startMs: null, endMs: null };
    return { id: index + 10, text, ...times, ...(speaker ? { speaker } : {}) };
  });
  return readDocument({ segments, timed, language, treatment });
}

const raws = (...given: Parameters<typeof read>) => read(...given).sentences.map(({ raw }) => raw);

describe('SUM-14 the sentences of a talk', () => {
  it('go on over cues, and end at a change of speaker or a pause of two and a half seconds', () => {
    expect(raws(['The mill stands', 'by the river.', 'It is old.'])).toEqual(['The mill stands by the river.', 'It is old.']);
    expect(raws(['The mill stands', ['by the river.', 2499]])).toEqual(['The mill stands by the river.']);
    expect(raws(['The mill stands', ['by the river.', 2500]])).toEqual(['The mill stands', 'by the river.']);
    expect(
      raws([
        ['The mill stands', 0, 'Ann'],
        ['by the river.', 0, 'Ann'],
      ]),
    ).toEqual(['The mill stands by the river.']);
    expect(
      raws([
        ['The mill stands', 0, 'Ann'],
        ['by the river.', 0, 'Bo'],
      ]),
    ).toEqual(['The mill stands', 'by the river.']);
    expect(raws(['The mill  stands ', ' ', '\nby the\triver. '])).toEqual(['The mill stands by the river.']);
    expect(raws([])).toEqual([]);
  });

  it('are broken off where most cues hold sentences and the next begins one', () => {
    const whole = ['The mill is old.', 'It has a wheel.'];
    expect(raws([...whole, 'The wheel is', 'And nobody knows.', ...whole])).toEqual([
      ...whole,
      'The wheel is',
      'And nobody knows.',
      ...whole,
    ]);
    const joined = (next: string, others = whole) => raws([...others, 'The wheel is', next, ...others])[others.length];
    expect(joined('and nobody knows.')).toBe('The wheel is and nobody knows.');
    expect(joined('Oak and iron.')).toBe('The wheel is Oak and iron.');
    expect(joined('Andrew knows.')).toBe('The wheel is Andrew knows.');
    // Two of three cues have to end with a sentence.
    expect(raws(['It is old.', 'The wheel is', 'And it turns.'])).toHaveLength(3);
    expect(raws(['It is old.', 'The wheel is', 'And it turns.', 'of wood'])[1]).toBe('The wheel is And it turns.');
    // Chinese cues have no capitals, and are not looked at.
    expect(raws(['很旧。', '水轮是', 'And很好。', '很旧。'], { language: 'zh' })[1]).toBe('水轮是And很好。');
  });

  it('without marks end at a pause of seven tenths of a second', () => {
    expect(raws(['the mill stands by the river', ['and the wheel turns', 699]])).toEqual([
      'the mill stands by the river and the wheel turns',
    ]);
    expect(raws(['the mill stands by the river', ['and the wheel turns', 700]])).toEqual([
      'the mill stands by the river',
      'and the wheel turns',
    ]);
    expect(raws(['The mill stands by the river', ['and the wheel turns.', 700]])).toEqual([
      'The mill stands by the river and the wheel turns.',
    ]);
  });

  it('have marks from one in 400 characters on', () => {
    const text = (length: number) => `${'mill '.repeat(length)}`.slice(0, length - 1);
    expect(read([`${text(400)}.`]).punctuated).toBe(true);
    expect(read([`${text(401)}.`]).punctuated).toBe(false);
    expect(read([`${text(397)}.”`]).punctuated).toBe(true);
    expect(read([`${text(397)}.x`]).punctuated).toBe(false);
    expect(read(['a.b', 'c']).punctuated).toBe(false);
    expect(read([]).punctuated).toBe(true);
    for (const mark of '.!?。！？') expect(read([`a${mark}`]).punctuated, mark).toBe(true);
    for (const mark of ',;:，') expect(read([`a${mark}`]).punctuated, mark).toBe(false);
  });

  it('in Chinese are joined without a space where they have marks, or where cues cut words', () => {
    expect(raws(['磨坊在河边，', '水轮在转。'], { language: 'zh' })).toEqual(['磨坊在河边，水轮在转。']);
    expect(raws(['磨坊用 iron', 'wheel 磨面。'], { language: 'zh' })).toEqual(['磨坊用 iron wheel 磨面。']);
    expect(raws(['磨坊在河', '边水轮在', '转动着面', '粉很好'], { language: 'zh' }).join('')).toBe(
      '磨坊在河边水轮在转动着面粉很好',
    );
    expect(raws(['磨坊在河边', '水轮在转动', '面粉很好'], { language: 'zh' }).join('|')).toContain('转动 面粉');
    // Up to eight cuts in a hundred are chance.
    const cues = (count: number) => ['转动着面', '粉很好', ...Array.from({ length: count }, () => '转动')];
    expect(raws(cues(11), { language: 'zh' }).join('')).not.toContain(' ');
    expect(raws(cues(12), { language: 'zh' }).join('')).toContain('面 粉');
  });

  it('know their cues, whether they are whole, and whether they ask', () => {
    const { sentences } = read(['The mill is old. Is', 'it? Yes, “it is?”', 'And so the', ['Wheel.', 3000]]);
    expect(
      sentences.map(({ raw, segmentIds, first, last, whole, question, group, ragged }) => [
        raw,
        segmentIds.join(),
        first,
        last,
        whole,
        question,
        group,
        ragged,
      ]),
    ).toEqual([
      ['The mill is old.', '10', 0, 0, true, false, 1, false],
      ['Is it?', '10,11', 0, 1, true, true, 2, false],
      ['Yes, “it is?”', '11', 1, 1, true, true, 3, false],
      ['And so the', '12', 2, 2, false, false, 4, true],
      ['Wheel.', '13', 3, 3, true, false, 5, false],
    ]);
  });

  it('that are long are pieces of one group, all broken off when the last has no end', () => {
    const clause = 'The wheel of the mill turns by day and by night, ';
    const groups = (end: string, treatment: 'speech' | 'article' = 'speech') =>
      read([`It is old. ${clause.repeat(7)}${end}`], { treatment }).sentences.map(
        ({ group, ragged, whole }) => `${group}${ragged ? ' ragged' : ''}${whole ? '' : ' open'}`,
      );
    expect(groups('and it is good.')).toEqual(['1', '2 open', '2']);
    expect(groups('and it is good')).toEqual(['1', '2 ragged open', '2 ragged open']);
    expect(groups('and it is good', 'article')).toEqual(['1', '2 open', '2 open']);
  });

  it('have no stutters in speech, and all of their words in an article', () => {
    const texts = (treatment: 'speech' | 'article') =>
      read(['So, the the mill, um, is old.'], { treatment }).sentences.map(({ text }) => text);
    expect([texts('speech'), texts('article')]).toEqual([['The mill, is old.'], ['The the mill, um, is old.']]);
  });
});

it('SUM-14 a text without times has its lines apart', () => {
  expect(raws(['The mill stands', 'by the river. It is old.'], { timed: false, treatment: 'article' })).toEqual([
    'The mill stands',
    'by the river.',
    'It is old.',
  ]);
});
