import fc from 'fast-check';
import { expect, it } from 'vitest';
import { clauseSpans } from './clauses.ts';

function cut(text: string, language: 'zh' | 'en'): string[] {
  return clauseSpans(text, language).map((span) => text.slice(span.start, span.end));
}

it('puts every character but white space in one stretch of limited length', () => {
  const piece = fc.constantFrom('so ', 'we have ', 'word ', 'and then ', '然后', '我们', '猫', '😀', ' ', 'x');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 200 }), fc.constantFrom('zh' as const, 'en' as const), (pieces, language) => {
      const text = pieces.join('');
      const stretches = cut(text, language);
      expect(stretches.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
      for (const stretch of stretches) expect(stretch.length).toBeLessThanOrEqual(language === 'zh' ? 64 : 220);
      for (const stretch of stretches) expect(stretch.isWellFormed()).toBe(true);
    }),
  );
});

it.each(['', 'x', 'xy'])('cuts no character in two, also where nothing else says where to cut: after %j', (before) => {
  const text = before + '😀'.repeat(400);
  const stretches = cut(text, 'en');
  expect(stretches.join('')).toBe(text);
  expect(stretches.length).toBeGreaterThan(3);
  expect(stretches.filter((stretch) => !stretch.isWellFormed())).toEqual([]);
});

it('cuts unpunctuated English speech where a clause begins', () => {
  const text =
    'the committee looked at the number of students who train as teachers in every part of the country so we asked the minister for the figures of the last five years and then the minister said that the numbers of new teachers had gone up in the south';
  expect(cut(text, 'en')).toEqual([
    'the committee looked at the number of students who train as teachers in every part of the country',
    'so we asked the minister for the figures of the last five years and then the minister said that the numbers of new teachers had gone up in the south',
  ]);
});

it('cuts unpunctuated English speech where a sentence probably ends, also without a word that opens the next', () => {
  const first = 'the batteries of the remote control have to be changed every two months';
  const second =
    'thank you very much the members of the committee have asked for the figures of the last five years in every part of the country as the numbers of new teachers have gone up in the south of wales';
  expect(cut(`${first} ${second}`, 'en')).toEqual([first, second]);
  const [before] = clauseSpans(`${first} ${second}`, 'en');
  expect(before?.doubts?.after).toBeLessThan(0.1);
});

it('cuts unpunctuated Chinese speech at spaces, else where a clause begins', () => {
  const first = '社区花园的土壤需要先做一次完整的检测才能种植蔬菜和水果给附近的居民';
  const second = '志愿者在夏天帮助每一个家庭给菜地浇水并且记录下每一天的天气和温度变化';
  expect(cut(`${first} ${second}`, 'zh')).toEqual([first, second]);
  expect(cut(`${first}但是${second}`, 'zh')).toEqual([first, `但是${second}`]);
});

it('cuts no Chinese speech at the spaces that set off Latin words and digits', () => {
  expect(cut('我们用 GPT 做 3 天', 'zh')).toEqual(['我们用 GPT 做 3 天']);
  expect(cut('会议在 2024 年 3 月 12 日举行', 'zh')).toEqual(['会议在 2024 年 3 月 12 日举行']);
});

it('cuts Chinese speech where sentences probably end, also without a word that opens the next', () => {
  const first = '这个项目我们已经做了三年了我觉得效果非常好';
  const second = '今天我想跟大家分享三个方面的内容第一个是土壤';
  expect(cut(`${first}${second}`, 'zh')).toEqual([first, second]);
});

it('cuts what has no place for a cut at its limit: at a space in its second half, never through a character', () => {
  const faces = '😀'.repeat(32);
  expect(cut(`${faces}😀`, 'zh')).toEqual([faces, '😀']);
  // The limit falls between the two surrogates.
  expect(cut(`Ａ${faces}`, 'zh')).toEqual([`Ａ${'😀'.repeat(31)}`, '😀']);
  const [x, y] = ['x'.repeat(110), 'y'.repeat(220)];
  expect(cut(`${x} ${y}`, 'en')).toEqual([`${x} ${'y'.repeat(109)}`, 'y'.repeat(111)]);
  expect(cut(`x${x} ${y}`, 'en')).toEqual([`x${x}`, y]);
  expect(cut(`${y} ${x}`, 'en')).toEqual([y, x]);
});
