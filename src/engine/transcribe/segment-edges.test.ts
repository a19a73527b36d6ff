import { expect, test } from 'vitest';
import { cueLines } from '../../../tests/harness/files/cue-lines.ts';
import type { SubtitleCue } from '../raw-content.ts';
import { cuesToSegments } from './segments.ts';

const cue = (start: number, end: number, text: string, more: Partial<SubtitleCue> = {}): SubtitleCue => ({
  startMs: start * 1000,
  endMs: end * 1000,
  text,
  ...more,
});
const lines = (...cues: SubtitleCue[]) =>
  cueLines(cuesToSegments(cues).map((segment) => ({ ...segment, startMs: segment.startMs ?? 0, endMs: segment.endMs })));
/** Cues without words to end a sentence, so that others are not taken for speech without punctuation. */
const stop = cue(900, 901, 'Stop.');

test('CON-04 a line ends at a pause of more than seven tenths of a second', () => {
  expect(lines(cue(0, 1, 'a'), cue(1.7, 2, 'b'), cue(2.701, 3, 'c'))).toEqual(['0-2 a b', '2.701-3 c']);
  expect(lines(cue(0, 5, 'a'), cue(1, 2, 'b'), cue(5.5, 6, 'c'))).toEqual(['0-6 a b c']);
});

test('CON-04 a line has at most two hundred characters and twenty seconds', () => {
  const a = 'a'.repeat(150);
  expect(lines(cue(0, 1, a), cue(1, 2, 'b'.repeat(49)), stop)).toEqual([`0-2 ${a} ${'b'.repeat(49)}`, '900-901 Stop.']);
  expect(lines(cue(0, 1, a), cue(1, 2, 'b'.repeat(50)), stop)).toHaveLength(3);
  expect(lines(cue(0, 7, 'a'), cue(7, 20, 'b'), stop)).toEqual(['0-20 a b', '900-901 Stop.']);
  expect(lines(cue(0, 7, 'a'), cue(7, 20.001, 'b'), stop)).toHaveLength(3);
});

test('CON-04 a sentence ends its line from two and a half seconds or 48 columns on', () => {
  expect(lines(cue(0, 2.4, 'Yes.'), cue(2.4, 3, 'No.'))).toEqual(['0-3 Yes. No.']);
  expect(lines(cue(0, 2.5, 'Yes.'), cue(2.5, 3, 'No.'))).toEqual(['0-2.5 Yes.', '2.5-3 No.']);
  expect(lines(cue(0, 1, `${'a'.repeat(47)}.`), cue(1, 2, 'No.'))).toHaveLength(2);
  expect(lines(cue(0, 1, `${'a'.repeat(46)}.`), cue(1, 2, 'No.'))).toHaveLength(1);
  expect(lines(cue(0, 1, `${'字'.repeat(24)}。`), cue(1, 2, '好。'))).toHaveLength(2);
});

test('CON-04 a line without an end of a sentence ends at eight seconds, in punctuated speech at a comma from twelve on', () => {
  expect(lines(cue(0, 7.9, 'a'), cue(7.9, 9, 'b'))).toHaveLength(1);
  expect(lines(cue(0, 8, 'a'), cue(8, 9, 'b'))).toHaveLength(2);
  expect(lines(cue(0, 8, 'a'), cue(8, 9, 'b'), stop)).toHaveLength(2);
  for (const comma of [',', '，', '、', ';', '；', ':', '：'])
    expect(lines(cue(0, 12, `a${comma}`), cue(12, 13, 'b'), stop)).toHaveLength(3);
  expect(lines(cue(0, 11.9, 'a,'), cue(11.9, 13, 'b'), stop)).toHaveLength(2);
  expect(lines(cue(0, 12, 'a, b'), cue(12, 13, 'b'), stop)).toHaveLength(2);
  // One sentence in ten cues is punctuated speech, in eleven it is not.
  const words = (count: number) => Array.from({ length: count }, (_, index) => cue(100 * index, 100 * index + 1, 'w'));
  expect(lines(cue(900, 908, 'a'), cue(908, 909, 'b'), ...words(7), cue(950, 951, 'Stop.')).at(-2)).toBe('900-909 a b');
  expect(lines(cue(900, 908, 'a'), cue(908, 909, 'b'), ...words(8), cue(950, 951, 'Stop.')).at(-2)).toBe('908-909 b');
});

test('CON-04 voices are kept apart, and those of one cue have its whole time', () => {
  expect(lines(cue(0, 1, 'a', { speaker: 'Ann' }), cue(1, 2, 'b'), cue(2, 3, 'c', { speaker: 'Bo' }))).toEqual([
    '0-1 Ann: a',
    '1-2 b',
    '2-3 Bo: c',
  ]);
  expect(lines(cue(0, 3, 'x', { speaker: 'Zed', turns: [{ text: 'a', speaker: 'Ann' }, { text: 'b' }] }))).toEqual([
    '0-3 Ann: a',
    '0-3 Zed: b',
  ]);
  expect(lines(cue(0, 4, '>> aa >> bb'), cue(4, 5, 'c >>> d'), cue(5, 6, 'e >> >f'), cue(6, 7, 'g>>h'))).toEqual([
    '0-2 aa',
    '2-4.5 bb c',
    '4.5-5.333 d e',
    '5.333-7 >f g>>h',
  ]);
});

test('CON-04 cues without times are left out, others begin at the start at the earliest', () => {
  expect(lines(cue(Number.NaN, 1, 'x'), cue(0, Number.POSITIVE_INFINITY, 'y'), cue(-2, 1, 'a'), cue(3, 2, 'b'))).toEqual([
    '0-1 a',
    '3-3 b',
  ]);
  expect(cuesToSegments([])).toEqual([]);
});

test('CON-04 a cue of more than four hundred characters is cut, with its time shared by length', () => {
  const sentence = `${'a'.repeat(98)}.`;
  const text = (count: number) => Array.from({ length: count }, () => sentence).join(' ');
  expect(lines(cue(0, 40, text(4)))).toHaveLength(1);
  const cut = cuesToSegments([cue(0, 50, text(5))]);
  expect(cut.map((one) => [one.startMs, one.endMs, one.text.length])).toEqual([
    [0, 19_940, 199],
    [19_940, 39_880, 199],
    [39_880, 50_000, 99],
  ]);
});

const spoken = cue(500, 501, 'Words.');
const isSound = (text: string) => lines(cue(0, 1, text), spoken).length === 1;

test.each([
  ...[
    '[music]',
    '(musical)',
    '[applause]',
    '(applauds)',
    '[applaud]',
    '[applauding]',
    '(laugh)',
    '[laughs]',
    '[laughing]',
    '[laughter]',
  ],
  ...[
    '[chuckle]',
    '[chuckles]',
    '[chuckling]',
    '[cheers]',
    '(cheer)',
    '[cheering]',
    '[silence]',
    '[inaudible]',
    '(indistinct)',
    '[BLANK_AUDIO]',
  ],
  ...[
    '[noise]',
    '[noises]',
    '[sigh]',
    '[sighs]',
    '[sighing]',
    '[cough]',
    '(coughs)',
    '[coughing]',
    '[gasp]',
    '[gasps]',
    '[gasping]',
  ],
  ...['（音乐）', '【音樂】', '〔掌声〕', '(掌聲)', '[鼓掌]', '【欢呼】', '【歡呼】', '【片头】', '【片尾】', '【静音】'],
  ...[
    '[foreign]',
    '[foreign languages]',
    '[speaks foreign language]',
    '[in a foreign language]',
    '[in foreign]',
    '（众人笑）',
    '（观众大笑）',
  ],
  ...['（觀眾笑聲）', '（全场笑声）', '（全場笑）', '（大笑）', '[one two three music]', '- [music]. ', '♪', '...'],
])('CON-04 %s is a sound', (text) => {
  expect(isSound(text)).toBe(true);
});

test.each([
  ...[
    '[musicians]',
    '[amusic]',
    '[laughters]',
    '[chuckled]',
    '[sighed]',
    '[noisesome]',
    '[foreigners]',
    '[speaks a language]',
    '（他笑）',
  ],
  ...[
    '（笑着说）',
    '[one two three four music]',
    `[${'m'.repeat(36)} music]`,
    '[music',
    'music',
    '[music] yes',
    'yes [music]',
    '[a] [music]',
  ],
])('CON-04 %s is no sound', (text) => {
  expect(isSound(text)).toBe(false);
});

test('CON-04 signs of songs and line ends of all kinds are left out of the words', () => {
  expect(lines(cue(0, 5, '♪ one ♬\u2028two\r🎵three\u2029♩'))).toEqual(['0-5 one two three']);
  expect(lines(cue(0, 5, '{\\an8}<i>one</i>\n\n中\n文'))).toEqual(['0-5 one中文']);
});
