import { expect, test } from 'vitest';
import { withNamedSpeakers } from './named-speakers.ts';
import { parseSubtitles } from './parse-subtitles.ts';
import { cuesToSegments } from './segments.ts';

/** The lines of a WebVTT or SubRip file with a cue each second. */
function linesOf(texts: readonly string[], isVtt = true): string[] {
  const blocks = texts.map((text, i) => `00:00:1${i}.000 --> 00:00:1${i + 1}.000\n${text}\n`);
  const { cues } = parseSubtitles(Buffer.from(`${isVtt ? 'WEBVTT\n\n' : ''}${blocks.join('\n')}`));
  return cuesToSegments(cues).map(({ speaker, text }) => `[${speaker ?? ''}] ${text}`);
}

test('SUM-05 tells speakers apart whose names stand before the words', () => {
  for (const isVtt of [true, false]) {
    expect(linesOf(['John Smith: Hello all.', 'Mary Wu: Hi.'], isVtt)).toEqual(['[John Smith] Hello all.', '[Mary Wu] Hi.']);
    expect(linesOf(['张三：大家好。', '李四: 你好。', '张三：开始吧。', '李四: 好的，我先说。', '第一项。'], isVtt)).toEqual([
      '[张三] 大家好。',
      '[李四] 你好。',
      '[张三] 开始吧。',
      '[李四] 好的，我先说。',
      '[] 第一项。',
    ]);
  }
  expect(linesOf(['ANN: Hi.\nBOB: Hello.', 'BOB: And you?\nNote: it rains.', 'ANN: Fine.'])).toEqual([
    '[ANN] Hi.',
    '[BOB] Hello. And you? Note: it rains.',
    '[ANN] Fine.',
  ]);
  expect(linesOf(['[SPEAKER_01]: Yes.', '[SPEAKER_00]: No.'])).toEqual(['[SPEAKER_01] Yes.', '[SPEAKER_00] No.']);
});

test('SUM-05 takes words before a colon for no names where they differ or are few', () => {
  for (const texts of [
    ['First: we mix', 'Then: we wait', 'and at last', 'Now: we bake'],
    ['Ann: Hi', 'what', 'is', 'that'],
    ['Only: one'],
  ])
    expect(linesOf(texts).join(' ')).toContain(texts[0]);
});

test('SUM-05 makes a line of each voice of a WebVTT cue', () => {
  expect(
    linesOf(['<v Fred>Hi\n<v Bill>Hi &amp; there', '<v Bill>One <b>more</b></v>', '<v Fred>A</v> (both) <v Bill>B']),
  ).toEqual(['[Fred] Hi', '[Bill] Hi & there One more', '[Fred] A', '[] (both)', '[Bill] B']);
});

const named = (...texts: string[]) =>
  withNamedSpeakers(texts.map((text, index) => ({ startMs: index * 1000, endMs: index * 1000 + 900, text }))).map(
    ({ speaker, text, turns }) => turns ?? (speaker === undefined ? text : `[${speaker}] ${text}`),
  );

test.each<[text: string, said: string]>([
  ['Ann: a', '[Ann] a'],
  ['[Ann] : a', '[Ann] a'],
  ['[Ann]: a', '[Ann] a'],
  ['Ann   : a', '[Ann] a'],
  ['Ann:         a', '[Ann] a'],
  ['Ann：a', '[Ann] a'],
  ['王芳：a', '[王芳] a'],
  ['Dr. Ann B-C 2: a', '[Dr. Ann B-C 2] a'],
  [`A${'n'.repeat(40)}: a`, `[A${'n'.repeat(40)}] a`],
  [`A${'n'.repeat(41)}: a`, `A${'n'.repeat(41)}: a`],
  ['ann: a', 'ann: a'],
  ['Ann:a', 'Ann:a'],
  ['Ann: ', 'Ann: '],
  [' Ann: a', ' Ann: a'],
  ['1: a', '1: a'],
  ['A[n]n: a', 'A[n]n: a'],
  ['and Ann: a', 'and Ann: a'],
])('SUM-05 reads the name in %j', (text, said) => {
  expect(named(text, text)).toEqual([said, said]);
});

test('SUM-05 takes names as such from half of the cues on, where they repeat or stand everywhere', () => {
  expect(named('Ann: a', 'Ann: b', 'c', 'd')).toEqual(['[Ann] a', '[Ann] b', 'c', 'd']);
  expect(named('Ann: a', 'Ann: b', 'c', 'd', 'e')).toEqual(['Ann: a', 'Ann: b', 'c', 'd', 'e']);
  expect(named('Ann: a', 'Ann: b', '', '', '')).toEqual(['[Ann] a', '[Ann] b', '', '', '']);
  expect(named('Ann: a', 'Bo: b', 'c')).toEqual(['Ann: a', 'Bo: b', 'c']);
  expect(named('Ann: a', 'Bo: b')).toEqual(['[Ann] a', '[Bo] b']);
  expect(named('Ann: a')).toEqual(['Ann: a']);
  const many = (count: number) => Array.from({ length: count }, (_, index) => `N${index}: a`);
  expect(named(...many(20))[0]).toBe('[N0] a');
  expect(named(...many(21))[0]).toBe('N0: a');
});

test('SUM-05 keeps the speakers that a format names itself', () => {
  const cue = { startMs: 0, endMs: 1, text: 'Ann: a' };
  for (const other of [{ speaker: 'Bo' }, { turns: [{ text: 'x' }] }]) {
    const cues = [cue, cue, { ...cue, ...other }];
    expect(withNamedSpeakers(cues)).toBe(cues);
  }
});

test('SUM-05 parts the voices of one cue', () => {
  expect(named('Ann: a\nBo: b\nmore', 'Bo: c\nNote: d', 'Ann: e')).toEqual([
    [
      { text: 'a', speaker: 'Ann' },
      { text: 'b\nmore', speaker: 'Bo' },
    ],
    '[Bo] c\nNote: d',
    '[Ann] e',
  ]);
  expect(named('so\nAnn: a', 'Ann: b', 'Ann: c')[0]).toEqual([{ text: 'so' }, { text: 'a', speaker: 'Ann' }]);
});
