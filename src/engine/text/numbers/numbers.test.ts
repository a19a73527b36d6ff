import fc from 'fast-check';
import { expect, test } from 'vitest';
import { run } from '../../../../tests/harness/files/hostile-text.ts';
import { expectLinearTime } from '../../../../tests/harness/growth.ts';
import { isSaid, numbersIn } from './numbers.ts';

/** The likeliest meaning of each number that is named. */
function values(text: string): (number | undefined)[] {
  return numbersIn(text)
    .filter(({ loose }) => !loose)
    .map(({ values: [first] }) => first);
}

test.each([
  ['1,200 people and 3.5 percent', [1200, 3.5]],
  ['about 1.2 million users', [1_200_000]],
  ['花了3.5万元，共1200亿', [35_000, 120_000_000_000]],
  ['三百二十个样本，二零二四年', [320, 2024]],
  ['百分之三十', [30]],
  ['三百二', [320]],
  ['一百零五', [105]],
  ['2019¹² to 10⁶, 10⁻³', [2019, 10, 10]],
  ['一点五亿', [150_000_000]],
  ['十二万三千', [123_000]],
  ['twenty-three teams, three hundred and five days', [23, 305]],
  ['two thousand four hundred', [2400]],
  ['２０２４年', [2024]],
  ['一亿五千万人，1亿5000万元', [150_000_000, 150_000_000]],
  ['三万五和3万5', [35_000, 35_000]],
  ['兩點五億', [250_000_000]],
  ['壹佰贰拾元', [120]],
  ['九千多万', [90_000_000]],
  ['成本是50，100个人', [50, 100]],
  ['百分之三十五点五，三分之一', [35.5, 33.333333333]],
  ['十点半开始，10:30结束', [1030, 1030]],
  ['十分重要，千万别忘，万一来了百姓', []],
  ['GPT-4和H100', []],
  ['three and a half million crowns, a million and a half', [3_500_000, 1_500_000]],
  ['three point one four, three point five million', [3.14, 3_500_000]],
  ['eleven hundred, a quarter of a million', [1100, 250_000]],
  ['$1.2B and 150M', [1_200_000_000, 150_000_000]],
  ['the twenty-first, the fifteenth', [21, 15]],
  ['增长 3 亿元，用户 45\u00a0万，3 亿 5000 万元', [300_000_000, 450_000, 350_000_000]],
  ['打 8 折，提高了 3 成', [80, 30]],
  ['第 3 十分重要，有 3 千万别忘，跑 9 千米，第 3 成长期', [3, 3, 9, 3]],
  ['10w粉丝', [100_000]],
  ['2½ cups, 1 ¼ spoons, ½ litre', [2.5, 1.25, 0.5]],
  ['1 000 000 euros, 20\u202f250 people, 1,00,000 rupees', [1_000_000, 20_250, 100_000]],
  ['20 250 people in 2020 300', [20, 250, 2020, 300]],
  // A list, or a number: neither is claimed.
  ['rooms 101 102 103', []],
])('%s', (text, expected) => {
  expect(values(text)).toEqual(expected);
});

test.each([
  ['in nineteen eighty-four', 1984],
  ['by twenty twenty-four', 2024],
  ['at ten thirty', 1030],
  ['for twelve fifty', 12.5],
  ['the nineteen eighties', 1980],
  ['back in oh nine', 2009],
  ['两三千人', 3000],
  ['八九十年代', 1990],
  ['从五到十亿', 500_000_000],
  ['5–10 million', 5_000_000],
  ['two to three hundred', 200],
  ['一个半小时', 1.5],
  ['七八成', 80],
  ['打八五折', 85],
  ['24年', 2024],
  ['quarter to seven', 645],
])('%s may mean %d', (text, meaning) => {
  expect(numbersIn(text).flatMap(({ values: all }) => all)).toContain(meaning);
});

test.each([
  ['It was forty percent.', [{ text: 'forty', values: [40, 0.4], unit: 1, hedged: false, share: true }]],
  ['two thirds', [{ text: 'two thirds', values: [66.666666667, 0.666666667], unit: 1e-6, hedged: false, share: true }]],
  ['about forty', [{ text: 'forty', values: [40], unit: 1, hedged: true, share: false }]],
  [
    'two to three hundred',
    [
      { text: 'two', values: [2, 200], hedged: false },
      { text: 'three hundred', values: [300], hedged: false },
    ],
  ],
  ['two to three', [{ values: [2] }, { values: [3] }]],
  ['one hundred twenty-eight k', [{ text: 'one hundred twenty-eight', values: [128, 128_000], share: false }]],
])('%s is found whole, with what it may mean', (text, expected) => {
  expect(numbersIn(text)).toMatchObject(expected);
});

test('takes a number in words as exactly as it is said', () => {
  const isTold = (claim: string, source: string) => numbersIn(claim).every((number) => isSaid(number, numbersIn(source)));
  expect([isTold('forty sacks', '41 sacks'), isTold('about forty sacks', '41 sacks')]).toEqual([false, true]);
  expect(isTold('twenty-three sacks', '24 sacks')).toBe(false);
  expect([isTold('用户达到45万', '用户达到 45 万'), isTold('粉丝10万', '粉丝10w')]).toEqual([true, true]);
  // Three numbers in a row look like one in groups.
  expect(isTold('200 sacks', '100 200 300')).toBe(true);
});

test('accepts a number in a less exact form, and no other', () => {
  const said = numbersIn('It was 31.7 percent of 150,200,000 dollars, half of it in 317 bags.');
  const isTold = (claim: string) => numbersIn(claim).every((number) => isSaid(number, said));
  for (const claim of ['32%', 'almost 32 percent', '150 million', 'over 150 million', 'about 320 bags', '50%'])
    expect([claim, isTold(claim)]).toEqual([claim, true]);
  for (const claim of ['33%', '160 million', '320 bags', '50 bags', '15.2 million'])
    expect([claim, isTold(claim)]).toEqual([claim, false]);
});

test('reads any text in linear time', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.constantFrom(
          'million',
          'and',
          'a',
          'half',
          'twenty',
          'point',
          '亿',
          '五',
          '3',
          ' ',
          '点',
          '.',
          'oh',
          '分之',
          'two',
          'to',
        ),
        { maxLength: 60 },
      ),
      (parts) => {
        for (const { values: all } of numbersIn(parts.join(' ') + parts.join(''))) expect(all.every(Number.isFinite)).toBe(true);
      },
    ),
  );
  expectLinearTime((share) => {
    const times = 20_000 * share;
    expect(numbersIn('one hundred and 三百二十 点 '.repeat(times))).toHaveLength(2 * times);
  });
});

test('reads endless numerals in linear time as finite numbers', () => {
  for (const piece of [
    '万',
    '一万',
    '零',
    '壹',
    '拾',
    '百',
    '1',
    '1万',
    '111,',
    '点一',
    '一点',
    '分之',
    '1至3万',
    '一多万',
    '一半',
    ' ',
    '1.',
    '1 万',
    ' 100',
    '1,00',
  ])
    for (const before of ['', '一', '1 to '])
      expectLinearTime((share) => {
        const found = numbersIn(before + run(piece, 15_000 * share));
        expect(found.every(({ values: all }) => all.every(Number.isFinite))).toBe(true);
      });
});

test('gives a number one value in digits and in Chinese', () => {
  const digits = Array.from('零一二三四五六七八九');
  const inChinese = (value: number): string => {
    const units = ['', '十', '百', '千'];
    let text = '';
    let zero = false;
    const places = Array.from(String(value), Number);
    for (const [index, digit] of places.entries()) {
      const unit = units[places.length - 1 - index] ?? '';
      if (digit === 0) zero = true;
      else {
        text += (zero && text !== '' ? '零' : '') + (digits[digit] ?? '') + unit;
        zero = false;
      }
    }
    return text;
  };
  fc.assert(
    fc.property(fc.integer({ min: 10, max: 9999 }), (value) => {
      expect(values(inChinese(value))).toEqual([value]);
      expect(values(`共 ${value} 个`)).toEqual([value]);
      expect(values(`${value.toLocaleString('en-US')} of them`)).toEqual([value]);
      expect(values(`增长 ${value} 万元`)).toEqual([value * 10_000]);
      for (const locale of ['fr-FR', 'en-IN'])
        expect(values(`${(value * 1009).toLocaleString(locale)} of them`)).toEqual([value * 1009]);
    }),
  );
});

test('a number has the values that it may stand for, and how finely it was said', () => {
  const valuesOf = (text: string) => numbersIn(text).map(({ values, unit, share }) => ({ values, unit, share }));
  expect(valuesOf('320 bags')).toEqual([{ values: [320], unit: 1, share: false }]);
  expect(valuesOf('35.5 percent')).toEqual([{ values: [35.5, 0.355], unit: 0.1, share: true }]);
  expect(valuesOf('百分之三十五点五')).toEqual([{ values: [35.5, 0.355], unit: 0.1, share: true }]);
  expect(valuesOf('百分之三十五')).toEqual([{ values: [35, 0.35], unit: 1, share: true }]);
  expect(valuesOf('四分之三')).toEqual([{ values: [75, 0.75], unit: 1e-6, share: true }]);
});
