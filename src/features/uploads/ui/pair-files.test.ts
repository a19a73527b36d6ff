import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pairFiles } from './pair-files.ts';

const paired = (names: readonly string[], language = 'en') =>
  pairFiles(
    names.map((name) => ({ name, size: 1 })),
    language,
  ).map(({ file, words }) => (words === null ? file.name : `${file.name} + ${words.name}`));

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
  [['talk.mp3', 'talk two.srt']],
  [['talk.mp3', 'talk.part one.srt']],
  [['talk.mp3', 'talk.ep-01.srt']],
  [['talk.mp3', 'talk.mov.srt']],
  [['talk.mp3', 'talk.md', 'talk.pdf', 'talk.html']],
  [['talk.srt', 'talk.vtt']],
  [['talk.pdf', 'talk.srt']],
  [['.mp3', '.srt', 'mp3', 'srt']],
  [[]],
])('SUM-04 files stay apart where no single recording fits: %j', (names) => {
  expect(paired(names)).toEqual(names);
});

test('SUM-04 of several files the one in the wanted language is taken, subtitles before a transcript, else the first', () => {
  const names = ['talk.txt', 'talk.srt', 'talk.en.srt', 'talk.zh-CN.vtt', 'talk.mp3'];
  const rest = (taken: string) => names.filter((name) => name !== taken && name !== 'talk.mp3');
  for (const [language, taken] of [
    ['zh', 'talk.zh-CN.vtt'],
    ['en', 'talk.en.srt'],
    ['fr', 'talk.srt'],
  ] as const)
    expect(paired(names, language)).toEqual([...rest(taken), `talk.mp3 + ${taken}`]);
});

test('SUM-04 long codes name the wanted language too', () => {
  for (const [language, code] of [
    ['en', 'eng'],
    ['zh', 'chi'],
    ['zh', 'zho'],
    ['zh', 'cmn'],
  ] as const)
    expect(paired(['talk.fr.srt', `talk.${code}.srt`, 'talk.mp3'], language)).toEqual([
      'talk.fr.srt',
      `talk.mp3 + talk.${code}.srt`,
    ]);
});

test('SUM-04 files too large for words stay apart', () => {
  const files = [
    { name: 'talk.mp3', size: 1 },
    { name: 'talk.srt', size: 20 * 1024 * 1024 + 1 },
  ];
  expect(pairFiles(files, 'en').map(({ words }) => words)).toEqual([null, null]);
});

test('SUM-04 every file is kept once and in its order, and only recordings have words, of their own name', () => {
  const part = fc.constantFrom('talk', 'Talk', 'b', 'zh', 'en-US', 'x y');
  const ending = fc.constantFrom('mp3', 'MKV', 'srt', 'vtt', 'txt', 'pdf', '');
  const name = fc
    .tuple(fc.array(part, { minLength: 1, maxLength: 3 }), ending)
    .map(([parts, end]) => [...parts, ...(end === '' ? [] : [end])].join('.'));
  fc.assert(
    fc.property(fc.array(name, { maxLength: 8 }), fc.constantFrom('zh', 'en'), (names, language) => {
      const files = names.map((one) => ({ name: one, size: 1 }));
      const pairs = pairFiles(files, language);
      const at = (file: { name: string; size: number }) => files.indexOf(file);
      const shown = pairs.map(({ file }) => at(file));
      expect(shown).toEqual(shown.toSorted((a, b) => a - b));
      const all = pairs.flatMap(({ file, words }) => (words === null ? [file] : [file, words]));
      expect(all.map(at).sort((a, b) => a - b)).toEqual(files.map((_, index) => index));
      for (const { file, words } of pairs) {
        if (words === null) continue;
        expect(file.name).toMatch(/\.(?:mp3|mkv)$/i);
        expect(words.name).toMatch(/\.(?:srt|vtt|txt)$/);
        const base = file.name.slice(0, file.name.lastIndexOf('.')).toLowerCase();
        expect(words.name.toLowerCase().startsWith(`${base}.`)).toBe(true);
      }
    }),
  );
});
