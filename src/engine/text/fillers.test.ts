import { expect, test } from 'vitest';
import { hostileLines, run } from '../../../tests/harness/files/hostile-text.ts';
import { expectLinearTime } from '../../../tests/harness/growth.ts';
import { clauseSpans } from './clauses.ts';
import { dropStutters, trimFillers } from './fillers.ts';

test.each([
  ['那么我们开始吧，对吧', '我们开始'],
  ['这就是谷仓，对对吧，是不是啊', '这就是谷仓'],
  ['谷仓很大，好吧，然后。', '谷仓很大'],
  ['今天哈哈哈哈', '今天'],
  ['他说对吧才行', '他说对吧才行'],
  ['嗯，石头是湿的，嗯嗯', '石头是湿的'],
  ['石头是湿的。”', '石头是湿的。'],
])('%s', (text, trimmed) => {
  expect(trimFillers(text, 'zh')).toBe(trimmed);
});

test.each([
  ['So, the barn is old, you know, right?', 'The barn is old'],
  ['Um, I mean, it held rye and stuff, okay.', 'It held rye'],
  ['The the barn was sold.', 'The barn was sold.'],
])('%s', (text, trimmed) => {
  expect(trimFillers(dropStutters(text, 'en'), 'en')).toBe(trimmed);
});

test('trims an end of fillers of any length', () => {
  expect(trimFillers(`谷仓${'哈'.repeat(1000)}`, 'zh')).toBe('谷仓');
  expect(trimFillers(`The barn${', you know'.repeat(300)}.`, 'en')).toBe('The barn');
});

test('reads laughter and other runs in linear time', () => {
  for (const piece of ['哈', '呃', '嗯', '是不是啊', '，对吧', '，好吧', '，对对', '啊', '我', '这个', '然后', '，', ' ', '。'])
    for (const length of [60, 40_000])
      expectLinearTime((share) => {
        const text = `今天${run(piece, length * share)}真好笑”`;
        expect(trimFillers(text, 'zh').endsWith('真好笑')).toBe(true);
        dropStutters(text, 'zh');
        clauseSpans(text, 'zh');
      });
  for (const piece of [', you know', ' uh', ' um,', ' so', ' okay', 'the ', ' ', ',', ' ,', '.', '-', 'a', 'i mean ', 'that’s '])
    for (const length of [200, 40_000])
      expectLinearTime((share) => {
        const text = `The barn${run(piece, length * share)} burnt"`;
        expect(trimFillers(text, 'en').endsWith('burnt')).toBe(true);
        dropStutters(text, 'en');
        clauseSpans(text, 'en');
      });
  for (const line of hostileLines)
    for (const language of ['zh', 'en'] as const)
      expectLinearTime((share) => trimFillers(dropStutters(line(10_000 * share), language), language));
});

test.each([
  ['“The barn burnt.', 'The barn burnt'],
  ['The barn burnt.”', 'The barn burnt'],
  ['"The barn burnt.', 'The barn burnt'],
  ['The barn burnt"', 'The barn burnt'],
  ['“The barn” burnt', '“The barn” burnt'],
  ['"The barn" burnt', '"The barn" burnt'],
])('trims the mark of a quotation that goes on elsewhere: %s', (text, trimmed) => {
  expect(trimFillers(text, 'en').replace(/\.$/, '')).toBe(trimmed);
});
