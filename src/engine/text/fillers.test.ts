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
  ['谷仓旁边是一家酒吧。', '谷仓旁边是一家酒吧。'],
  ['要看谷仓盖得对不对。', '要看谷仓盖得对不对。'],
  ['谷仓很大，对不对？', '谷仓很大'],
])('%s', (text, trimmed) => {
  expect(trimFillers(text, 'zh')).toBe(trimmed);
});

test.each([
  ['So, the barn is old, you know, right?', 'The barn is old'],
  ['Um, I mean, it held rye and stuff, okay.', 'It held rye'],
  ['The the barn was sold.', 'The barn was sold.'],
  ['Now, the barn was sold.', 'The barn was sold.'],
  ['It is a human right.', 'It is a human right.'],
  ['I don’t think so.', 'I don’t think so.'],
  ['Now that it rained, the barn is wet.', 'Now that it rained, the barn is wet.'],
  ['If the barn burns, you, you call us.', 'If the barn burns, you call us.'],
  ['I told you, you should call.', 'I told you, you should call.'],
  ['When they sold it it rained.', 'When they sold it it rained.'],
  ['They took her to the ER in 35 mm of rain.', 'They took her to the ER in 35 mm of rain.'],
  ['To err is human, um, that is known.', 'To err is human, that is known.'],
  ['Um neun Uhr, wie er sagte.', 'Um neun Uhr, wie er sagte.'],
])('%s', (text, trimmed) => {
  expect(trimFillers(dropStutters(text, 'en'), 'en')).toBe(trimmed);
});

test.each([
  ['那么大的谷仓只住一个人。', 'zh', '那么大的谷仓只住一个人。'],
  ['而立之年的他决定种麦子。', 'zh', '而立之年的他决定种麦子。'],
  ['然后面的章节会讲谷仓。', 'zh', '然后面的章节会讲谷仓。'],
  ['不过三个月时间就完成了。', 'zh', '不过三个月时间就完成了。'],
  ['不过这座谷仓很大。', 'zh', '这座谷仓很大。'],
  ['那么大家看一下谷仓。', 'zh', '大家看一下谷仓。'],
  ['No. 10 Downing Street refused.', 'en', 'No. 10 Downing Street refused.'],
  ['OK Computer was released.', 'en', 'OK Computer was released.'],
  ['Oh Se-hoon won.', 'en', 'Oh Se-hoon won.'],
  ['Oh I see the barn.', 'en', 'I see the barn.'],
] as const)('a word that begins like a filler is kept: %s', (text, language, kept) => {
  expect(trimFillers(text, language)).toBe(kept);
});

test.each([
  ['对，谷仓很大，对吧？', 'zh', '对，谷仓很大，对吧？'],
  ['但是谷仓旁边是一家酒吧。', 'zh', '谷仓旁边是一家酒吧。'],
  ['Right, Said Fred sang, okay.', 'en', 'Right, Said Fred sang, okay.'],
  ['And the barn burnt.”', 'en', 'The barn burnt.'],
] as const)('written text keeps its fillers: %s', (text, language, kept) => {
  expect(trimFillers(text, language, false)).toBe(kept);
});

test.each([
  ['我们有一个谷仓，谷仓里有麦子', '我们有一个谷仓，谷仓里有麦子'],
  ['他们相信我，我很感动', '他们相信我，我很感动'],
  ['他来了，我们，我们开始', '他来了，我们开始'],
  ['他来了，谷仓，谷仓里有麦子', '他来了，谷仓里有麦子'],
  ['没有没有麦子', '没有麦子'],
  ['谷仓用 HMM 做识别', '谷仓用 HMM 做识别'],
  ['谷仓，hmm，很大', '谷仓，很大'],
  ['会议就就业问题和委员会会长的有有效期的证件进行讨论', '会议就就业问题和委员会会长的有有效期的证件进行讨论'],
  ['有目的的学习将在在线平台上来来往往', '有目的的学习将在在线平台上来来往往'],
  ['我们现在在开会，是是非非，的的确确', '我们现在在开会，是是非非，的的确确'],
  ['我们就就是要要卖麦子，然后就就会去去去', '我们就是要卖麦子，然后就会去'],
])('a word that two clauses share is kept: %s', (text, kept) => {
  expect(dropStutters(text, 'zh')).toBe(kept);
});

test('trims an end of fillers of any length', () => {
  expect(trimFillers(`谷仓${'哈'.repeat(1000)}`, 'zh')).toBe('谷仓');
  expect(trimFillers(`The barn${', you know'.repeat(300)}.`, 'en')).toBe('The barn');
});

test('reads laughter and other runs in linear time', () => {
  for (const piece of [
    '哈',
    '呃',
    '嗯',
    '是不是啊',
    '，对吧',
    '，好吧',
    '，对对',
    '啊',
    '我',
    '就就业',
    '这个',
    '然后',
    '，',
    ' ',
    '。',
  ])
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
