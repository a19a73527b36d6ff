import fc from 'fast-check';
import { expect, test } from 'vitest';
import { numbersIn } from './numbers.ts';

function values(text: string): number[] {
  return numbersIn(text).map(({ value }) => value);
}

test.each([
  ['1,200 people and 3.5 percent', [1200, 3.5]],
  ['about 1.2 million users', [1_200_000]],
  ['花了3.5万元，共1200亿', [35_000, 120_000_000_000]],
  ['三百二十个样本，二零二四年', [320, 2024]],
  ['百分之三十', [30]],
  ['三百二', [320]],
  ['一百零五', [105]],
  ['一点五亿', [150_000_000]],
  ['十二万三千', [123_000]],
  ['twenty-three teams, three hundred and five days', [23, 305]],
  ['two thousand four hundred', [2400]],
  ['２０２４年', [2024]],
])('%s', (text, expected) => {
  expect(values(text)).toEqual(expected);
});

test('a year said in two pairs is that year too', () => {
  expect(values('in nineteen eighty-four')).toContain(1984);
  expect(values('by twenty twenty-four')).toContain(2024);
});

test('the same number is the same value in digits and in Chinese', () => {
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
    }),
  );
});
