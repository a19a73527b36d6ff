import { expect, it } from 'vitest';
import { withCommas } from './marks.ts';

it('SUM-14 shows speech without marks with marks where they probably belong', () => {
  expect(withCommas('我觉得效果非常好今天我想跟大家分享三个方面的内容', 'zh')).toBe(
    '我觉得效果非常好，今天我想跟大家分享三个方面的内容',
  );
  expect(withCommas('水库里的淤泥', 'zh')).toBe('水库里的淤泥');
  expect(withCommas('the dam is old now we have to build a new one', 'en')).toBe(
    'the dam is old now. We have to build a new one',
  );
  expect(withCommas('i think i know the farmers', 'en')).toBe('I think I know the farmers');
  expect(withCommas('the farmers of the valley bought silt', 'en')).toBe('the farmers of the valley bought silt');
});

it('SUM-14 leaves the letters of a line and the marks it has', () => {
  const text = '我觉得效果非常好，今天我想跟大家分享三个方面的内容';
  expect(withCommas(text, 'zh')).toBe(text);
  const number = 'there are 630 000 of them';
  expect(withCommas(number, 'en')).toBe(number);
});

it('SUM-14 puts commas into long speech, and no part is too short', () => {
  expect(
    withCommas(
      'the barn was old so we sold it and then the farmers came because they wanted the silt but nobody had told them that the lake was dry and we had to send them home which was a pity because they had come a long way from the valley and the road was bad',
      'en',
    ),
  ).toBe(
    'the barn was old, so we sold it and then the farmers came because they wanted the silt, but nobody had told them that the lake was dry, and we had to send them home which was a pity, because they had come a long way from the valley and the road was bad',
  );
  expect(
    withCommas(
      '大家好今天我们聊一聊水库的淤泥这个淤泥呢其实可以用来种地农民每年冬天都会来拉淤泥因为那个时候水库是干的所以他们不用花钱就能得到很好的土',
      'zh',
    ),
  ).toBe(
    '大家好今天我们聊一聊水库的淤泥这个淤泥呢，其实可以用来种地农民每年冬天都会来拉淤泥，因为那个时候水库是干的，所以他们不用花钱就能得到很好的土',
  );
});
