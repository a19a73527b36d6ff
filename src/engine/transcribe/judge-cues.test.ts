import { expect, test } from 'vitest';
import type { SubtitleCue } from '../raw-content.ts';
import { spokenCues } from './trust/spoken.ts';
import { type CaptionFacts, judgeCues, linesOfTrack } from './trust.ts';

const word = (index: number) =>
  `w${String.fromCharCode(97 + (index % 26))}${String.fromCharCode(97 + (Math.floor(index / 26) % 26))}${index}`;
/** Cues of five words, every `every` seconds, for `seconds`. */
function talk(seconds: number, every = 4, words = 5): SubtitleCue[] {
  return Array.from({ length: Math.floor(seconds / every) }, (_, index) => ({
    startMs: index * every * 1000,
    endMs: index * every * 1000 + 3000,
    text: Array.from({ length: words }, (_, at) => word(index * words + at)).join(' '),
  }));
}
const judge = (cues: readonly SubtitleCue[], seconds: number | null, more: Partial<CaptionFacts> = {}) =>
  judgeCues(cues, { durationMs: seconds === null ? null : seconds * 1000, claimedLanguage: null, ...more });
const at = (seconds: number, text = 'some words here'): SubtitleCue => ({
  startMs: seconds * 1000,
  endMs: seconds * 1000 + 1000,
  text,
});

test('SUM-02 takes a track that fits its media', () => {
  expect(judge(talk(600), 600)).toBeNull();
  expect(judge(talk(600), null)).toBeNull();
});

test('SUM-02 refuses tracks without cues, without times and without words', () => {
  expect(judge([], 600)).toBe('empty');
  expect(judge([...talk(600), { startMs: Number.NaN, endMs: 1, text: 'a' }], 600)).toBe('damaged');
  expect(judge([...talk(600), { startMs: 1, endMs: Number.POSITIVE_INFINITY, text: 'a' }], 600)).toBe('damaged');
  const silent = (text: string) => talk(600).map((cue) => ({ ...cue, text }));
  expect(judge(silent(' '), 600)).toBe('empty');
  expect(judge(silent('...'), 600)).toBe('empty');
  expect(judge(silent('[Music]'), 600)).toBe('mostly_music');
  expect(judge(silent('♪'), 600)).toBe('mostly_music');
});

test('SUM-02 refuses more than twelve cues a second, counted over a minute at least', () => {
  const cues = (count: number) => Array.from({ length: count }, (_, index) => ({ startMs: index, endMs: index, text: '...' }));
  expect(judge(cues(720), 10)).toBe('empty');
  expect(judge(cues(721), 10)).toBe('too_many_words');
  expect(judge(cues(1440), 120)).toBe('empty');
  expect(judge(cues(1441), 120)).toBe('too_many_words');
  const spread = cues(1440).map((cue, index) => ({ ...cue, startMs: index === 0 ? 120_000 : 0 }));
  expect(judge(spread, null)).toBe('empty');
});

test('SUM-02 refuses times past a hundred hours where the length is not known', () => {
  const hours = 3600;
  expect(judge([...talk(600), at(100 * hours)], null)).not.toBe('beyond_media');
  expect(judge([...talk(600), at(100 * hours + 1)], null)).toBe('beyond_media');
});

test('SUM-02 tells cues behind the end from those of another video', () => {
  const late = (count: number, seconds = 603) =>
    Array.from({ length: count }, (_, index) => at(seconds + index, `late ${word(index)}`));
  expect(judge([...talk(600), at(602.5)], 600)).toBeNull();
  expect(judge([...talk(600), ...late(1)], 600)).toBe('beyond_media');
  expect(judge([...talk(600), ...late(7)], 600)).toBe('beyond_media');
  expect(judge([...talk(600), ...late(8)], 600)).toBe('other_video');
  expect(judge([...talk(600, 20), ...late(2)], 600)).toBe('beyond_media');
});

test('SUM-02 refuses a track that ends a fifth, or a minute, before its media', () => {
  const until = (last: number, seconds: number) => judge([...talk(last - 4, 2), at(last)], seconds);
  expect(until(480, 600)).toBeNull();
  expect(until(479, 600)).toBe('cut_short');
  expect(until(140, 200)).toBeNull();
  expect(until(139, 200)).toBe('cut_short');
});

test('SUM-02 judges how much is said', () => {
  // A third of a word a second.
  expect(judge(talk(600, 15, 5), 600)).toBeNull();
  expect(judge(talk(600, 15.5, 5), 600)).toBe('too_few_words');
  expect(judge(talk(180, 30, 5), 180)).toBeNull();
  expect(judge(talk(181, 30, 5), 181)).toBe('too_few_words');
  expect(judge(talk(600, 1, 6), 600)).toBeNull();
  expect(judge(talk(600, 1, 7), 600)).toBe('too_many_words');
  const sounds = talk(600, 4).map((cue) => ({ ...cue, startMs: cue.startMs + 500, text: '[Music]' }));
  expect(judge([...talk(600, 20, 5), ...sounds], 600)).toBe('mostly_music');
  expect(judge([...talk(600, 20, 5), ...sounds.slice(0, 30)], 600)).toBe('too_few_words');
  // Much is said, but in less than half of the media.
  const dense = talk(600, 2, 9).filter(({ startMs }) => startMs < 210_000 || startMs > 590_000);
  expect(judge(dense, 600)).toBe('too_few_words');
});

test('SUM-02 leaves out at most three late cues, a twentieth of all', () => {
  const facts = { durationMs: 600_000, claimedLanguage: null };
  const late = (count: number) => Array.from({ length: count }, (_, index) => at(700 + index));
  const lines = (cues: SubtitleCue[], more: Partial<CaptionFacts> = {}) => linesOfTrack({ cues, facts: { ...facts, ...more } });
  expect(lines([...talk(600), ...late(3)])).toMatchObject({ lateCues: 3, fault: null });
  expect(lines([...talk(600), ...late(4)])).toBe('beyond_media');
  expect(lines([...talk(640, 32).slice(0, 19), ...late(1)], { anyway: true })).toMatchObject({ lateCues: 1 });
  expect(lines([...talk(640, 32).slice(0, 18), ...late(1)], { anyway: true })).toMatchObject({
    lateCues: 0,
    fault: 'beyond_media',
  });
  expect(lines(talk(300), { anyway: true })).toMatchObject({ lateCues: 0, fault: 'cut_short' });
  expect(lines([], { anyway: true })).toBe('empty');
  expect(lines([...talk(600), { startMs: Number.NaN, endMs: 1, text: 'a' }], { anyway: true })).toBe('damaged');
});

test.each<[text: string, kind: 'said' | 'sound' | 'nothing']>([
  ['[Music]', 'sound'],
  [' - (upbeat music) ♪', 'sound'],
  ['【音乐】', 'sound'],
  ['*applause* [laughs]', 'sound'],
  ['♪ ♫', 'sound'],
  ['(a).', 'sound'],
  ['♪ we sing ♪', 'said'],
  ['[Music] and words', 'said'],
  ['words [Music]', 'said'],
  [`[${'x'.repeat(80)}]`, 'sound'],
  [`[${'x'.repeat(81)}]`, 'said'],
  [`*${'x'.repeat(60)}*`, 'sound'],
  [`*${'x'.repeat(61)}*`, 'said'],
  ['\ufffd', 'said'],
  ['<i>[Music]</i>', 'sound'],
  ['<i> </i>', 'nothing'],
  ['…', 'nothing'],
])('SUM-02 tells %j for what is %s', (text, kind) => {
  const { spoken, sounds } = spokenCues([{ startMs: 0, endMs: 1, text }]);
  expect([spoken.length, sounds]).toEqual([kind === 'said' ? 1 : 0, kind === 'sound' ? 1 : 0]);
});
