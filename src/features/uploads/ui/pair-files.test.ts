import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pairFiles } from './pair-files.ts';

const named = (names: readonly string[]) => names.map((name) => ({ name, size: 1 }));

const paired = (names: readonly string[], language = 'en') =>
  pairFiles(named(names), language).map(({ file, words }) => (words === null ? file.name : `${file.name} + ${words.name}`));

test.each([
  [['talk.mp3', 'talk.srt'], ['talk.mp3 + talk.srt']],
  [
    ['talk.srt', 'other.pdf', 'Talk.MP4'],
    ['other.pdf', 'Talk.MP4 + talk.srt'],
  ],
  [['a.b.mkv', 'a.b.VTT'], ['a.b.mkv + a.b.VTT']],
  [['talk.mp3', 'talk.zh.srt'], ['talk.mp3 + talk.zh.srt']],
  [['talk.mp3', 'talk.zh_Hans-CN.vtt'], ['talk.mp3 + talk.zh_Hans-CN.vtt']],
  [['talk.mp3', 'talk.txt'], ['talk.mp3 + talk.txt']],
  [['talk.mp3', 'talk.mp3.srt'], ['talk.mp3 + talk.mp3.srt']],
  [
    ['talk.mp3', 'talk.mp4', 'talk.mp4.en.vtt'],
    ['talk.mp3', 'talk.mp4 + talk.mp4.en.vtt'],
  ],
  [['caf\u00e9.mp3', 'cafe\u0301.srt'], ['caf\u00e9.mp3 + cafe\u0301.srt']],
  [
    ['one.mp3', 'two.mp3', 'two.srt', 'one.srt'],
    ['one.mp3 + one.srt', 'two.mp3 + two.srt'],
  ],
  // The recording of the very name comes first.
  [
    ['talk.mp3', 'talk.en.mp3', 'talk.en.srt'],
    ['talk.mp3', 'talk.en.mp3 + talk.en.srt'],
  ],
])('SUM-04 recordings take the words of their own name: %j', (names, expected) => {
  expect(paired(names)).toEqual(expected);
});

test.each([
  [['talk.mp3', 'talk.mp4', 'talk.srt']],
  [['talk.mp3', 'talk.mp4', 'talk.en.srt']],
  [['talk.mp3', 'other.mp3', 'talk two.srt']],
  [['talk.mp3', 'other.mp3', 'talk.part one.srt']],
  [['talk.mp3', 'other.mp3', 'talk.mov.srt']],
  [['talk.mp3', 'one.srt', 'two.srt']],
  [['talk.mp3', 'talk.md', 'talk.pdf', 'talk.html', 'talk.docx', 'talk.json']],
  [['talk.srt', 'talk.vtt']],
  [['talk.pdf', 'talk.srt']],
  [['notes.txt']],
  [['.mp3', '.srt', 'mp3', 'srt']],
  [[]],
])('SUM-04 files stay apart where no single recording fits: %j', (names) => {
  expect(paired(names)).toEqual(names);
});

test.each([
  [['VID_0042.mp4', 'interview.srt'], ['VID_0042.mp4 + interview.srt']],
  [
    ['slides.pdf', 'words.txt', 'VID_0042.mp4'],
    ['slides.pdf', 'VID_0042.mp4 + words.txt'],
  ],
])('SUM-04 a single recording and a single file of words belong together whatever their names: %j', (names, expected) => {
  expect(paired(names)).toEqual(expected);
});

test('SUM-04 of several files one is used, the others are left out: subtitles, the wanted language, none, the first', () => {
  const names = ['talk.txt', 'talk.fr.srt', 'talk.srt', 'talk.en.srt', 'talk.zh-CN.vtt', 'other.pdf', 'talk.mp3'];
  for (const [language, words, ...leftOut] of [
    ['zh', 'talk.zh-CN.vtt', 'talk.srt', 'talk.fr.srt', 'talk.en.srt', 'talk.txt'],
    ['en', 'talk.en.srt', 'talk.srt', 'talk.fr.srt', 'talk.zh-CN.vtt', 'talk.txt'],
    ['de', 'talk.srt', 'talk.fr.srt', 'talk.en.srt', 'talk.zh-CN.vtt', 'talk.txt'],
  ] as const) {
    const [pdf, talk, ...more] = pairFiles(named(names), language);
    expect(pdf).toEqual({ file: { name: 'other.pdf', size: 1 }, words: null, leftOut: [] });
    expect(talk).toEqual({ file: { name: 'talk.mp3', size: 1 }, words: { name: words, size: 1 }, leftOut: named(leftOut) });
    expect(more).toEqual([]);
  }
});

test('SUM-04 files too large for words stay apart', () => {
  const files = [
    { name: 'talk.mp3', size: 1 },
    { name: 'talk.srt', size: 20 * 1024 * 1024 + 1 },
  ];
  expect(pairFiles(files, 'en').map(({ words }) => words)).toEqual([null, null]);
});

test('SUM-04 every file is kept once and in its order, and only recordings have words', () => {
  const part = fc.constantFrom('talk', 'Talk', 'b', 'zh', 'en-US', 'x y');
  const ending = fc.constantFrom('mp3', 'MKV', 'srt', 'vtt', 'txt', 'pdf', '');
  const name = fc
    .tuple(fc.array(part, { minLength: 1, maxLength: 3 }), ending)
    .map(([parts, end]) => [...parts, ...(end === '' ? [] : [end])].join('.'));
  fc.assert(
    fc.property(fc.array(name, { maxLength: 8 }), fc.constantFrom('zh', 'en'), (names, language) => {
      const files = named(names);
      const pairs = pairFiles(files, language);
      const at = (file: { name: string; size: number }) => files.indexOf(file);
      const shown = pairs.map(({ file }) => at(file));
      expect(shown).toEqual(shown.toSorted((a, b) => a - b));
      const all = pairs.flatMap(({ file, words, leftOut }) => [file, ...(words === null ? [] : [words]), ...leftOut]);
      expect(all.map(at).sort((a, b) => a - b)).toEqual(files.map((_, index) => index));
      for (const { file, words } of pairs) {
        if (words === null) continue;
        expect(file.name).toMatch(/\.(?:mp3|mkv)$/i);
        expect(words.name).toMatch(/\.(?:srt|vtt|txt)$/);
        const base = file.name.slice(0, file.name.lastIndexOf('.')).toLowerCase();
        const isOnly = files.filter(({ name: one }) => /\.(?:mp3|mkv)$/i.test(one)).length === 1;
        if (!isOnly) expect(words.name.toLowerCase().startsWith(`${base}.`)).toBe(true);
      }
    }),
  );
});
