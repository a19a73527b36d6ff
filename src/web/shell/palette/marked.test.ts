import { expect, test } from 'vitest';
import { hasAllWords, markedParts } from './marked.tsx';

const marked = (text: string, keyword: string) =>
  markedParts(text, keyword)
    .map(({ text: part, hit }) => (hit ? `[${part}]` : part))
    .join('');

test.each([
  ['The stone oven of Lorn', 'OVEN', 'The stone [oven] of Lorn'],
  ['The stone oven of Lorn', 'lorn stone', 'The [stone] oven of [Lorn]'],
  ['機器學習與烤爐', '机器学习', '[機器學習]與烤爐'],
  ['ＡＢＣ and abc', 'abc', '[ＡＢＣ] and [abc]'],
  ['don’t stop', 'dont', '[don’t] stop'],
  ['<b>bold</b>', 'bold', '<b>[bold]</b>'],
  ['a.*b', '.*', 'a.*b'],
  ['nothing here', 'oven', 'nothing here'],
  ['𠮷野家 菜单', '野家', '𠮷[野家] 菜单'],
])('SHL-04 of “%s” the words %s are lit', (text, keyword, expected) => {
  expect(marked(text, keyword)).toBe(expected);
});

test('SHL-04 a command is found by all of its words in any order', () => {
  expect(hasAllWords('Go to My prompts', 'prompts go')).toBe(true);
  expect(hasAllWords('Go to My prompts', 'prompts gone')).toBe(false);
});
