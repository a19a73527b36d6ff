import { expect, test } from 'vitest';
import { createGrounding } from './check-names-and-numbers.ts';
import { isSaidBy, namesIn } from './names.ts';

test.each<[text: string, names: string[]]>([
  ['Ada met Bo in Paris.', ['Bo', 'Paris']],
  ['The mill of St. Mary was old.', ['St', 'Mary']],
  ['Then Ada Quill of Leeds said so. Today Bob says no.', ['Ada Quill Leeds', 'Bob']],
  ['Jean-Luc Moreau’s NASA and U.S. Node.js team', ['Jean-Luc Moreau NASA', 'U.S', 'Node.js']],
  ['He said it. Ada’s mill', ['Ada']],
  ['Host said it. Judge Roy Bean', ['Roy Bean']],
  ['3 MB and 45 kW of OpenAI', ['OpenAI']],
  ['4 MBit and 5GB', ['MBit']],
  ['In 2019 the EU and AI met on Monday.', []],
  ['I am OK. “Ada told us”', ['Ada']],
  ['Vincent van Gogh and Leonardo da Vinci', ['Gogh', 'Leonardo Vinci']],
  ['the Bank of the West', ['Bank West']],
  ['最后 Ada 用了 OpenAI 的 GPT-4 和 a', ['Ada', 'OpenAI', 'GPT-4']],
  ['张志强表示，马上说《百年孤独》', ['《百年孤独》', '张志强']],
  ['作家加西亚·马尔克斯认为小说很好', ['亚·马尔']],
  ['列夫·尼古拉耶维奇·托尔斯泰说过', ['夫·尼古拉耶维奇·托尔']],
  ['王总说，高层认为，马上说', []],
])('SUM-08 the names in %s', (text, names) => {
  expect(namesIn(text).map(({ words }) => words.join(' '))).toEqual(names);
});

test('SUM-08 a transliterated name is found whatever stands beside it', () => {
  const lines = ['今天讲加西亚·马尔克斯的《百年孤独》。'].map((text, id) => ({ id, startMs: null, endMs: null, text }));
  const facts = { title: null, author: null, description: null, timed: false, chapters: [] };
  const missing = (text: string) => createGrounding(lines, facts).missing({ text, segmentIds: [0] }, [0]);
  expect(missing('作家加西亚·马尔克斯写了《百年孤独》。')).toEqual([]);
  expect(missing('作家加布里·马尔克斯写了它。')).toEqual(['里·马尔']);
});

test.each<[text: string, name: string, isSaid: boolean]>([
  ['Ada says so', 'Ada', true],
  ['Ada also said so', 'Ada', true],
  ['Ada is here, Ada told', 'Ada', true],
  ['Ada sayings', 'Ada', false],
  ['Ada, says Bo', 'Ada', false],
  ['张三表示', '张三', true],
  ['张三先生还指出', '张三', true],
  ['张三来了', '张三', false],
  ['x', 'Ada', false],
])('SUM-08 in %s is %s the one who speaks: %s', (text, name, isSaid) => {
  expect(isSaidBy(text, name)).toBe(isSaid);
});
