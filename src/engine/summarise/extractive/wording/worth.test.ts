import { expect, it } from 'vitest';
import type { Language } from '../../../domain.ts';
import { pointersIn, worthOf } from './worth.ts';

it.each<[string, string, string, Language]>([
  ['a definition', '淤泥是一种可以种地的土。', '我当时种地用了一种土。', 'zh'],
  ['advice', '水库应该每年清理淤泥。', '水库怎么清理淤泥大家都知道。', 'zh'],
  ['a comparison', '新水库比旧水库更深。', '这个水库那个水库都很深。', 'zh'],
  ['words said once', '农民用淤泥改良土壤。', '淤泥就是淤泥，农民用淤泥。', 'zh'],
  ['a definition', 'Silt is a fine soil that rivers carry.', 'I had some stuff that I carried there.', 'en'],
  ['advice', 'The town should dredge the lake in spring.', 'You know how the town does things.', 'en'],
  ['a figure', 'The lake holds 140 days of water.', 'It holds a lot of it there.', 'en'],
  ['words said once', 'Farmers spread silt on their fields.', 'Silt is silt, farmers sell silt, silt.', 'en'],
])('SUM-14 values %s: %s', (_what, kept, passing, language) => {
  expect(worthOf(kept, language)).toBeGreaterThan(worthOf(passing, language) + 0.05);
});

it('SUM-14 takes speech that runs on for less than clauses with marks', () => {
  const long = '水库里面的淤泥被农民拿去改良了土壤种出来的粮食全部卖给了城里的粮站和饭店';
  const marked = `${long.slice(0, 20)}，${long.slice(20)}`;
  expect(worthOf(long, 'zh')).toBeLessThan(worthOf(marked, 'zh'));
  // Chinese speech without marks is shown with commas, so it is judged like marked speech.
  expect(worthOf(long, 'zh', false)).toBe(worthOf(long, 'zh'));
  const english =
    'the farmers of the valley took the silt of the lake to their own fields every dry year and sold the corn of those fields to the towns below the wall';
  expect(worthOf(english, 'en')).toBeLessThan(worthOf(english, 'en', false));
});

const letters = 'a b c d e f g h i j k l m n o p q r s t u v w x y z a b c d';

it.each<[text: string, language: Language, worth: string, pointers: number]>([
  ['Silt is a fine soil that rivers carry.', 'en', '-0.035', 1],
  ['The town should dredge the lake because it is cheaper than a wall of 3 million.', 'en', '0.082', 1],
  ['I think this stuff is kind of good, you know.', 'en', '-0.540', 2],
  ['What should we do with it?', 'en', '-0.365', 1],
  ['They sold it there, and it was just like that.', 'en', '-0.420', 7],
  ['As I said, alright.', 'en', '-0.460', 0],
  ['silt silt silt silt', 'en', '-0.225', 0],
  [letters, 'en', '-0.360', 0],
  [`${letters} e`, 'en', '-0.440', 0],
  ['淤泥是一种土，因为水库应该每年清理。', 'zh', '0.120', 0],
  ['我们公司这边大家怎么办，等等。', 'zh', '-0.405', 1],
  ['各位老师，李总说这个那个。', 'zh', '-0.385', 3],
  ['水库不是湖而是坝，一共3万吨。', 'zh', '0.080', 0],
  ['我觉得水库很大', 'zh', '0.000', 0],
  ['淤泥淤泥淤泥', 'zh', '-0.200', 0],
])('SUM-14 gives %s its worth', (text, language, worth, pointers) => {
  expect([worthOf(text, language).toFixed(3), pointersIn(text, language)]).toEqual([worth, pointers]);
});
