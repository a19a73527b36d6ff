import { expect, it } from 'vitest';
import { hostileLines, run } from '../../../../../tests/harness/files/hostile-text.ts';
import { expectLinearTime } from '../../../../../tests/harness/growth.ts';
import type { Language } from '../../../domain.ts';
import { mendSpeech } from './mend.ts';

it.each<[string, string, Language]>([
  ['水库满了对吧，农民就来了。', '水库满了，农民就来了。', 'zh'],
  ['水库是三月一号对吧三月五号满的。', '水库是三月一号，三月五号满的。', 'zh'],
  ['水位很高，就是说，农民不缺水。', '水位很高，农民不缺水。', 'zh'],
  ['水库本身的话，造价很高。', '水库本身造价很高。', 'zh'],
  ['这是农民的那个水库。', '这是农民的水库。', 'zh'],
  ['淤泥是一个什么样的一个东西。', '淤泥是一个什么样的东西。', 'zh'],
  ['所所以淤泥可以种地。', '所以淤泥可以种地。', 'zh'],
  ['我们发现现在的水库更大。', '我们发现现在的水库更大。', 'zh'],
  ['大多数数据显示水位在涨。', '大多数数据显示水位在涨。', 'zh'],
  ['化学反应应该很快。', '化学反应应该很快。', 'zh'],
  ['他们问问题。', '他们问问题。', 'zh'],
  ['我们发发展得很快。', '我们发展得很快。', 'zh'],
  ['如果下雨的话，水库会满。', '如果下雨的话，水库会满。', 'zh'],
  ['也就是说水库会满。', '也就是说水库会满。', 'zh'],
  ['他说“对吧，水库满了对吧，”。', '他说“对吧，水库满了对吧，”。', 'zh'],
  ['We n need to dre dredge the lake.', 'We need to dredge the lake.', 'en'],
  ["The silt is what's what's sold.", "The silt is what's sold.", 'en'],
  ['It was sold, and then and then it rained, Mm-hmm.', 'It was sold, and then it rained.', 'en'],
  ['Silt, you know, sells well.', 'Silt, sells well.', 'en'],
  ["It's kind of heavy.", "It's heavy.", 'en'],
  ['It is a kind of stone that they had had.', 'It is a kind of stone that they had had.', 'en'],
  ['They sell vitamin c pills and C code.', 'They sell vitamin c pills and C code.', 'en'],
  ['There are areas that flood, and she shed tears.', 'There are areas that flood, and she shed tears.', 'en'],
  ['The loss is zero if x is negative, and s so on.', 'The loss is zero if x is negative, and so on.', 'en'],
  ['He loves silt, silt loves him, I think, I think so.', 'He loves silt, silt loves him, I think so.', 'en'],
  ['I told you, you should dredge it, it is full.', 'I told you, you should dredge it, it is full.', 'en'],
  ['They sell the silt the silt is rich.', 'They sell the silt the silt is rich.', 'en'],
  ['We dug our lake our lake hasn’t silted up.', 'We dug our lake our lake hasn’t silted up.', 'en'],
  ['The old silt the old silt can be sold.', 'The old silt can be sold.', 'en'],
  ['It rained, the silt the silt was wet.', 'It rained, the silt was wet.', 'en'],
  ['They dug because the silt the silt is rich.', 'They dug because the silt is rich.', 'en'],
  ['They sell the silt the silt of the lake.', 'They sell the silt of the lake.', 'en'],
  ['They sell the silt the silt island.', 'They sell the silt island.', 'en'],
  ['They said it was it was full.', 'They said it was full.', 'en'],
  ['She said "we n need silt".', 'She said "we n need silt".', 'en'],
])('SUM-14 mends speech: %s', (text, mended, language) => {
  expect(mendSpeech(text, language)).toBe(mended);
});

it('SUM-14 mends speech of any length in linear time', () => {
  for (const piece of ['对吧', '，对吧', '的这个', '一个', '所', '这个', ' ', '，'])
    expectLinearTime((share) => mendSpeech(`水库${run(piece, 4000 * share)}满了`, 'zh'));
  for (const piece of [' yeah', ', you know', 'the ', 'n ', ' ', ',', 'a', ' kind of'])
    expectLinearTime((share) => mendSpeech(`The barn ${run(piece, 4000 * share)} burnt`, 'en'));
  for (const line of hostileLines)
    for (const language of ['zh', 'en'] as const) expectLinearTime((share) => mendSpeech(line(4000 * share), language));
});
