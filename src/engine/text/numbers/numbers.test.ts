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
  ['2 and a half years, 3 and a quarter million crowns', [2.5, 3_250_000]],
  ['half a trillion crowns', [500_000_000_000]],
  ['十点零五分开始', [1005]],
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
  ['quarter to one', 1245],
  ['5 to 10 million', 5_000_000],
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

/** All that is found: the values, how finely it was said unless by one, and the flags. */
function told(text: string): string[] {
  return numbersIn(text).map(({ text: words, values, unit, ...flags }) => {
    const set = Object.entries(flags).flatMap(([name, value]) => (value ? [name] : []));
    return [`${words} =`, values.join(' | '), ...(unit === 1 ? [] : [`±${unit}`]), ...set].join(' ');
  });
}

test.each<[text: string, found: string[]]>([
  ['zero', ['zero = 0']],
  ['thirteen', ['thirteen = 13']],
  ['fourteen', ['fourteen = 14']],
  ['nineteen', ['nineteen = 19']],
  ['several hundred', ['several hundred = 100']],
  ['a hundred five', ['a hundred five = 105']],
  ['Three Hundred and twenty-one', ['Three Hundred and twenty-one = 321']],
  ['two million three hundred thousand and four', ['two million three hundred thousand and four = 2300004']],
  ['a thousand', ['a thousand = 1000 ±1000']],
  ['several million', ['several million = 1000000 ±1000000']],
  ['hundred', ['hundred = 100']],
  ['thousand', ['thousand = 1000 ±1000']],
  ['a house', []],
  ['seven eight', ['seven = 7', 'eight = 8']],
  ['twenty one', ['twenty one = 21']],
  ['twenty zero', ['twenty = 20', 'zero = 0']],
  ['twenty ten', ['twenty = 20 loose', 'ten = 10 loose', 'twenty ten = 2010 | 20.1']],
  ['twenty  one', ['twenty  one = 21']],
  ['twenty   one', ['twenty = 20', 'one = 1']],
  ['twenty,one', ['twenty = 20', 'one = 1']],
  ['thirty third', ['thirty third = 33']],
  ['the third', []],
  ['the tenth', ['tenth = 10']],
  ['a hundred third', ['a hundred = 100']],
  ['two hundredth', ['two = 2']],
  ['one thousand and fifth', ['one thousand and fifth = 1005']],
  ['a hundred and twenty-second', ['a hundred and twenty-second = 122']],
  ['eighteenth', ['eighteenth = 18']],
  ['fiftieth, ninetieth', ['fiftieth = 50', 'ninetieth = 90']],
  ['two thousand twenty-four', ['two thousand twenty-four = 2024']],
  ['twenty thirty', ['twenty = 20 loose', 'thirty = 30 loose', 'twenty thirty = 2030 | 20.3']],
  ['five thousand six thousand', ['five thousand = 5000 ±1000', 'six thousand = 6000 ±1000']],
  ['five million six thousand', ['five million six thousand = 5006000 ±1000']],
  ['three thousand and', ['three thousand = 3000 ±1000']],
  ['three thousand and more', ['three thousand = 3000 ±1000']],
  ['three point oh five', ['three point oh five = 3.05 ±0.01']],
  ['three point twenty', ['three point twenty = 3.2 ±0.01']],
  ['three point one billion', ['three point one billion = 3100000000 ±100000000']],
  ['three point x', ['three = 3']],
  ['three, point five', ['three = 3', 'five = 5']],
  ['one point five thousand and two', ['one point five thousand = 1500 ±100', 'two = 2']],
  ['two and one half', ['two and one half = 2.5 ±0.1']],
  ['two and a quarter', ['two and a quarter = 2.25 ±0.1']],
  ['two and a quarter million', ['two and a quarter million = 2250000 ±100000']],
  ['a million and a quarter', ['a million and a quarter = 1250000 ±100000']],
  ['two, and a half', ['two = 2', 'half = 50 | 0.5 share loose']],
  ['two and the half', ['two = 2', 'half = 50 | 0.5 share loose']],
  ['two and three quarters', ['two = 2', 'three quarters = 75 | 0.75 ±0.000001 share']],
  ['one half', ['one half = 50 | 0.5 ±0.000001 share']],
  ['two half', ['two = 2', 'half = 50 | 0.5 share loose']],
  ['two third', ['two = 2']],
  ['three thirds', ['three = 3']],
  ['nine tenths', ['nine tenths = 90 | 0.9 ±0.000001 share']],
  ['four fifths of it', ['four fifths = 80 | 0.8 ±0.000001 share']],
  ['two to three thousand', ['two = 2 | 2000', 'three thousand = 3000 ±1000']],
  ['two or three hundred thousand', ['two = 2 | 200000', 'three hundred thousand = 300000 ±1000']],
  ['twelve to fifteen hundred', ['twelve = 12 | 1200', 'fifteen hundred = 1500']],
  ['twenty to thirty million', ['twenty = 20 | 20000000', 'thirty million = 30000000 ±1000000']],
  ['five to two and a half million', ['five = 5 | 5000000', 'two and a half million = 2500000 ±100000']],
  ['seven to nine hundred ninety-nine', ['seven = 7', 'nine hundred ninety-nine = 999']],
  ['seven to ten', ['seven = 7', 'ten = 10']],
  ['a hundred to two hundred', ['a hundred = 100', 'two hundred = 200']],
  ['two and three hundred', ['two = 2', 'three hundred = 300']],
  ['eight k', ['eight = 8 | 8000']],
  ['eight kg', ['eight = 8']],
  ['fifty per cent', ['fifty = 50 | 0.5 share']],
  ['fifty percentage points', ['fifty = 50 | 0.5 share']],
  ['fifty percents', ['fifty = 50']],
  ['the nine percent of two', ['nine = 9 | 0.09 share', 'two = 2']],
  ['nineteen eighty-four', ['nineteen = 19 loose', 'eighty-four = 84 loose', 'nineteen eighty-four = 1984 | 19.84']],
  ['nineteen oh five', ['nineteen = 19 loose', 'five = 5 loose', 'nineteen oh five = 1905']],
  ['twelve o seven', ['twelve = 12 loose', 'seven = 7 loose', 'twelve o seven = 1207']],
  ['twelve oh', ['twelve = 12']],
  ['nineteen oh ten', ['nineteen = 19', 'ten = 10']],
  ['nine ninety', ['nine = 9 loose', 'ninety = 90 loose', 'nine ninety = 990 | 9.9']],
  ['nine nine', ['nine = 9', 'nine = 9']],
  ['nine ten', ['nine = 9 loose', 'ten = 10 loose', 'nine ten = 910 | 9.1']],
  ['twenty-first ten', ['twenty-first = 21', 'ten = 10']],
  ['zero fifty', ['zero = 0', 'fifty = 50']],
  ['one hundred fifty fifty', ['one hundred fifty = 150', 'fifty = 50']],
  ['the twenties', ['twenties = 20 | 1920']],
  ['nineteen twenties', ['nineteen = 19 loose', 'nineteen twenties = 1920 | 20']],
  ['ten nineties', ['ten = 10 loose', 'ten nineties = 1090 | 90']],
  ['five nineties', ['five = 5', 'nineties = 90 | 1990']],
  ['half a million', ['a million = 1000000 ±1000000 loose', 'half a million = 500000']],
  ['a half million', ['million = 1000000 ±1000000 loose', 'a half million = 500000']],
  ['quarter of a billion', ['a billion = 1000000000 ±1000000000 loose', 'quarter of a billion = 250000000']],
  ['quarter-trillion', ['trillion = 1000000000000 ±1000000000000 loose', 'quarter-trillion = 250000000000']],
  ['Half past six', ['six = 6 loose', 'Half past six = 630 loose']],
  ['a quarter past one', ['one = 1 loose', 'a quarter past one = 115 loose']],
  ['quarter to twelve', ['twelve = 12 loose', 'quarter to twelve = 1145 loose']],
  ['half to nine', ['nine = 9 loose', 'half to nine = 830 loose']],
  ['an hour and a half', ['an hour and a half = 1.5 loose']],
  ['two years and a half', ['two = 2 loose', 'two years and a half = 2.5 loose']],
  ['two thousand and a half', ['two thousand and a half = 2500 ±100']],
  ['A Dozen', ['A Dozen = 12 loose']],
  ['six dozen', ['six = 6 loose', 'six dozen = 72 loose']],
  ['in oh nine', ['nine = 9 loose', 'in oh nine = 2009 loose']],
  ['half of it', ['half = 50 | 0.5 share loose']],
  ['a third', ['a third = 33.333333333 | 0.333333333 share loose']],
  ['one quarter', ['one quarter = 25 | 0.25 ±0.000001 share loose', 'one quarter = 25 | 0.25 share loose']],
  ['Doubled', ['Doubled = 100 | 2 | 200 share loose']],
  ['twice', ['twice = 100 | 2 | 200 share loose']],
  ['Tripled', ['Tripled = 200 | 3 | 300 share loose']],
  ['QUADRUPLED', ['QUADRUPLED = 300 | 4 | 400 share loose']],
  ['3 million and 2 dozen', ['3 million = 3000000 ±1000000', '2 dozen = 24 ±12', 'dozen = 12 loose']],
])('in English %s is found exactly', (text, found) => {
  expect(told(text)).toEqual(found);
});

test.each<[text: string, found: string[]]>([
  ['0.5 and 1.25', ['0.5 = 0.5 ±0.1', '1.25 = 1.25 ±0.01']],
  ['1,234,567.25', ['1,234,567.25 = 1234567.25 ±0.01']],
  ['12,34,567', ['12,34,567 = 1234567']],
  ['1,23', ['1 = 1', '23 = 23']],
  ['1234,567', ['1234 = 1234', '567 = 567']],
  ['1.2.3', ['1.2 = 1.2 ±0.1', '3 = 3']],
  ['5m', ['5m = 5000000 | 5 ±1000000']],
  ['5 m', ['5 = 5']],
  ['5M', ['5M = 5000000 | 5 ±1000000']],
  ['5mm', ['5 = 5']],
  ['5k', ['5k = 5000 | 5 ±1000']],
  ['5 K people', ['5 K = 5000 ±1000']],
  ['5km', ['5 = 5']],
  ['7t, 7b', ['7t = 7000000000000 | 7 ±1000000000000', '7b = 7000000000 | 7 ±1000000000']],
  ['3 hundred', ['3 hundred = 300 ±100']],
  ['3 dozen eggs', ['3 dozen = 36 ±12', 'dozen = 12 loose']],
  ['2 thousand', ['2 thousand = 2000 ±1000']],
  ['2 thousands', ['2 = 2']],
  ['1.5bn', ['1.5bn = 1500000000 ±100000000']],
  ['2tn', ['2tn = 2000000000000 ±1000000000000']],
  ['1.5 mio', ['1.5 mio = 1500000 ±100000']],
  ['7 mn', ['7 mn = 7000000 ±1000000']],
  ['1.2 million', ['1.2 million = 1200000 ±100000']],
  ['2 millions', ['2 millions = 2000000 ±1000000']],
  ['5w', ['5 = 5']],
  ['粉丝5w', ['5w = 50000 | 5 ±10000']],
  ['粉丝5wx', ['5 = 5']],
  ['50%', ['50 = 50 | 0.5 share']],
  ['50 %', ['50 = 50 | 0.5 share']],
  ['5‰', ['5 = 0.5 | 0.005 ±0.1 share']],
  ['50 percent', ['50 = 50 | 0.5 share']],
  ['50 pct', ['50 = 50 | 0.5 share']],
  ['1.5 percentage points', ['1.5 = 1.5 | 0.015 ±0.1 share']],
  ['5个百分点', ['5 = 5 | 0.05 share']],
  ['GPT-4 and H100, B 12', ['4 = 4 loose', '100 = 100 loose', '12 = 12']],
  ['10:30', ['10:30 = 1030 | 2230']],
  ['10:305', ['10 = 10', '305 = 305']],
  ['10:30:15', ['10 = 10', '30 = 30', '15 = 15']],
  ['12:15', ['12:15 = 1215']],
  ['13:05', ['13:05 = 1305 | 105']],
  ['24:00', ['24:00 = 2400 | 1200 | 24 | 12']],
  ['25:00', ['25 = 25', '00 = 0']],
  ['80s', ['80 = 80 | 1980']],
  ["1990's", ['1990 = 1990 | 90']],
  ['90sx', ['90 = 90']],
  ['1 000 000', ['1,000,000 = 1000000', '1 = 1 loose', '000 = 0 loose', '000 = 0 loose']],
  ['1\u00a0000', ['1,000 = 1000', '1 = 1 loose', '000 = 0 loose']],
  ['101 102 103', ['101,102,103 = 101102103 loose', '101 = 101 loose', '102 = 102 loose', '103 = 103 loose']],
  ['101\u00a0102', ['101,102 = 101102', '101 = 101 loose', '102 = 102 loose']],
  ['20 250', ['20 = 20', '250 = 250']],
  ['20 250 300', ['20,250,300 = 20250300 loose', '20 = 20 loose', '250 = 250 loose', '300 = 300 loose']],
  ['20 000', ['20,000 = 20000', '20 = 20 loose', '000 = 0 loose']],
  ['1 000.5', ['1,000.5 = 1000.5 ±0.1', '1 = 1 loose', '000 = 0 loose']],
  ['2:1 000', ['2 = 2', '1 = 1', '000 = 0']],
  ['½', ['0.5 = 0.5 ±0.1']],
  ['2½', ['2.5 = 2.5 ±0.1']],
  ['2 ½', ['2.5 = 2.5 ±0.1']],
  ['¾ cup', ['0.75 = 0.75 ±0.01']],
  ['¼', ['0.25 = 0.25 ±0.01']],
  ['10⁶', ['10 = 10']],
  ['10⁻³', ['10 = 10']],
  ['about 5', ['5 = 5 hedged']],
  ['roughly $5', ['5 = 5 hedged']],
  ['US$ 5', ['5 = 5']],
  ['over €5', ['5 = 5 hedged']],
  ['5 or more', ['5 = 5 hedged']],
  ['5 or so', ['5 = 5 hedged']],
  ['5 plus', ['5 = 5 hedged']],
  ['5+', ['5 = 5 hedged']],
  ['5 pluses', ['5 = 5']],
  ['at least 5 of 6', ['5 = 5 hedged', '6 = 6']],
  ['whereabout5', ['5 = 5 loose']],
  ['約5個', ['5 = 5 hedged']],
  ['將近5年', ['5 = 5 hedged']],
  ['超過5，高達6', ['5 = 5 hedged', '6 = 6 hedged']],
  ['5萬餘人，5來個', ['5万 = 50000 ±10000 hedged', '5 = 5 hedged']],
  ['近5年', ['5 = 5 hedged']],
  ['5多', ['5 = 5 hedged']],
  ['5左右', ['5 = 5 hedged']],
  ['5个人', ['5 = 5']],
  ['5来年', ['5 = 5 hedged']],
])('in digits %s is found exactly', (text, found) => {
  expect(told(text)).toEqual(found);
});

test.each<[text: string, found: string[]]>([
  ['3成', ['3成 = 30 | 0.3 share']],
  ['3 成', ['3 成 = 30 | 0.3 share']],
  ['3成5', ['3成5 = 35 | 0.35 share']],
  ['三成五', ['三成五 = 35 | 0.35 share']],
  ['三成半', ['三成半 = 35 | 0.35 share']],
  ['11成', ['11 = 11']],
  ['10成', ['10成 = 100 | 1 share']],
  ['3 成长', ['3 = 3']],
  ['3成员', ['3 = 3']],
  ['3成员工', ['3成 = 30 | 0.3 share']],
  ['3成立', ['3 = 3']],
  ['七八成', ['七八成 = 70 | 0.7 | 80 | 0.8 share']],
  ['十七八成', ['十七八 = 17 | 18']],
  ['8折', ['8折 = 80 | 0.8 | 20 | 0.2 share']],
  ['8 折', ['8 折 = 80 | 0.8 | 20 | 0.2 share']],
  ['85折', ['85折 = 85 | 0.85 | 15 | 0.15 share']],
  ['八五折', ['八五折 = 85 | 0.85 | 15 | 0.15 share']],
  ['1折叠', ['1 = 1']],
  ['10折', ['10折 = 100 | 1 | 0 | 0 share']],
  ['11折', ['11折 = 11 | 0.11 | 89 | 0.89 share']],
  ['80年代', ['80 = 80 | 1980']],
  ['1980年代', ['1980 = 1980 | 80']],
  ['24年', ['24 = 24 | 2024 | 1924']],
  ['9年', ['9 = 9']],
  ['10年', ['10 = 10 | 2010 | 1910']],
  ['99年', ['99 = 99 | 2099 | 1999']],
  ['100年', ['100 = 100']],
  ['10点半', ['10点半 = 1030 | 2230']],
  ['十点半', ['十点半 = 1030 | 2230']],
  ['13点半', ['13点半 = 1330 | 130']],
  ['十二点半', ['十二点半 = 1230']],
  ['十点钟', ['十点钟 = 1000 | 2200 | 10 | 22']],
  ['24点整', ['24点整 = 2400 | 1200 | 24 | 12']],
  ['十点二刻', ['十点二刻 = 1030 | 2230']],
  ['10点三刻', ['10点三刻 = 1045 | 2245']],
  ['十点二十分', ['十点二十分 = 1020 | 2220']],
  ['10点零五分', ['10点零五分 = 1005 | 2205']],
  ['十点二十五', ['十点二十五 = 1025 | 2225']],
  ['0点半', ['0点半 = 30 | 1230']],
  ['二十五点半', ['二十五 = 25 | 25.5']],
  ['十二点', ['十二 = 12']],
  ['一个半小时', ['一 = 1 | 1.5']],
  ['两年半', ['两 = 2 | 2.5']],
  ['3个半径', ['3 = 3']],
  ['两年半导', ['两 = 2']],
  ['三分之二', ['三分之二 = 66.666666667 | 0.666666667 ±0.000001 share']],
  ['四分之一点五', ['四分之一点五 = 37.5 | 0.375 ±0.000001 share']],
  ['百分之三十五点五', ['百分之三十五点五 = 35.5 | 0.355 ±0.1 share']],
  ['100分之5.25', ['100分之5.25 = 5.25 | 0.0525 ±0.01 share']],
  ['千分之三', ['千分之三 = 0.3 | 0.003 ±0.000001 share']],
  ['万分之五', ['万分之五 = 0.05 | 0.0005 ±0.000001 share']],
  ['零分之一', ['零 = 0', '一 = 1']],
  ['百分之', []],
  ['一半', ['一 = 1', '一半 = 50 | 0.5 share loose']],
  ['半数', ['半数 = 50 | 0.5 share loose']],
  ['对半', ['对半 = 50 | 0.5 share loose']],
  ['翻倍', ['翻倍 = 100 | 2 | 200 share loose']],
  ['翻了两番', ['两 = 2', '翻了两番 = 300 | 4 | 400 share loose']],
  ['翻三番', ['三 = 3', '翻三番 = 700 | 8 | 800 share loose']],
  ['十几个', ['十 = 10 loose', '十几 = 10 loose']],
  ['几十万', ['十万 = 100000 ±10000 loose']],
  ['好十万', ['十万 = 100000 ±10000 loose']],
  ['十多万', ['十多万 = 100000 ±10000 hedged']],
  ['三百多人', ['三百 = 300 hedged']],
  ['两千来个', ['两千 = 2000 hedged']],
  ['五到十亿', ['五 = 5 | 500000000', '十亿 = 1000000000 ±100000000']],
  ['五至六百', ['五 = 5 | 500', '六百 = 600']],
  ['五或者六千', ['五 = 5 | 5000', '六千 = 6000']],
  ['5-10万', ['5 = 5 | 50000', '10万 = 100000 ±10000']],
  ['5 – 10万', ['5 = 5 | 50000', '10万 = 100000 ±10000']],
  ['20000到30000万', ['20000 = 20000', '30000万 = 300000000 ±10000']],
  ['5到10 million', ['5 = 5 | 5000000', '10 million = 10000000 ±1000000']],
  ['3或5百万', ['3 = 3 | 3000000', '5百万 = 5000000 ±1000000']],
  ['五六到七', ['五六 = 56 | 5 | 6 loose', '七 = 7']],
  ['一二十', ['一二十 = 10 | 20']],
  ['十七八', ['十七八 = 17 | 18']],
  ['三四百', ['三四百 = 300 | 400']],
  ['三五百', []],
  ['二三', ['二三 = 23 | 2 | 3 loose']],
  ['二四六', ['二四六 = 246']],
  ['二零二四', ['二零二四 = 2024']],
  ['一万二', ['一万二 = 12000']],
  ['一万零二', ['一万零二 = 10002']],
  ['三百二', ['三百二 = 320']],
  ['三百零二', ['三百零二 = 302']],
  ['三十二', ['三十二 = 32']],
  ['一千零二十', ['一千零二十 = 1020']],
  ['二百五十', ['二百五十 = 250']],
  ['一千二', ['一千二 = 1200']],
  ['两亿三', ['两亿三 = 230000000']],
  ['1亿2', ['1亿2 = 120000000']],
  ['1亿5000万', ['1亿5000万 = 150000000']],
  ['1亿5', ['1亿5 = 150000000']],
  ['3万5', ['3万5 = 35000']],
  ['3 万 5', ['3 万 = 30000 ±10000', '5 = 5']],
  ['45 万', ['45 万 = 450000 ±10000']],
  ['45 万一', ['45 = 45']],
  ['3 千万', ['3 千万 = 30000000 ±10000000']],
  ['3 千万别', ['3 = 3']],
  ['9 千米', ['9 = 9']],
  ['9 千元', ['9 千 = 9000 ±1000']],
  ['3 亿 5000 万', ['3 亿 5000 万 = 350000000']],
  ['一百二十万', ['一百二十万 = 1200000 ±10000']],
  ['十', ['十 = 10 loose']],
  ['百', []],
  ['千万', []],
  ['万一', []],
  ['亿', []],
  ['三点一四', ['三点一四 = 3.14 ±0.01']],
  ['三点五亿', ['三点五亿 = 350000000 ±10000000']],
  ['三点五十', ['三点五十 = 350 | 1550']],
  ['三点', ['三 = 3']],
  ['壹佰', ['一百 = 100']],
  ['贰拾万', ['二十万 = 200000 ±10000']],
  ['陆零', ['零 = 0']],
  ['兩點五億', ['两点五亿 = 250000000 ±10000000']],
  ['〇', ['零 = 0']],
  ['幾十萬', ['十万 = 100000 ±10000 loose']],
  ['二一〇', ['二一零 = 210']],
  ['一二百三', ['一二百三 = 130 | 230']],
  ['一九九', ['一九九 = 199']],
  ['五千八百万零三百', ['五千八百万零三百 = 58000300']],
  ['3千5百', ['3千5百 = 3500']],
  ['12万3千4百', ['12万3千4百 = 123400']],
])('in Chinese %s is found exactly', (text, found) => {
  expect(told(text)).toEqual(found);
});
