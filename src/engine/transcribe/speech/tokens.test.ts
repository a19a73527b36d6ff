import { expect, test } from 'vitest';
import { tokensOf } from './tokens.ts';

test.each<[text: string, tokens: string[]]>([
  ["Don’t stop, O'Neil’s mill!", ["don't@0-5", 'stop@6-10', "o'neil's@12-20", 'mill@21-25']],
  ['用Vue3写。', ['用@0-1', 'vue3@1-5', '写@5-6']],
  ['Vue很好', ['vue@0-3', '很@3-4', '好@4-5']],
  ['かなカナ', ['か@0-1', 'な@1-2', 'カ@2-3', 'ナ@3-4']],
  ['ไทย ລາວ', ['ไ@0-1', 'ท@1-2', 'ย@2-3', 'ລ@4-5', 'າ@5-6', 'ວ@6-7']],
  ['ខ្មែរ', ['ខ@0-1', '្@1-2', 'ម@2-3', 'ែ@3-4', 'រ@4-5']],
  ['မြန်', ['မ@0-1', 'ြ@1-2', 'န@2-3', '်@3-4']],
  ['한글 e\u0301t', ['한글@0-2', '\u00e9t@3-6']],
  ["'quoted' a’", ['quoted@1-7', 'a@9-10']],
  ['１２ ﬁn', ['12@0-2', 'fin@3-5']],
  ['… —', []],
])('SUM-04 cuts %j into words', (text, tokens) => {
  expect(tokensOf(text).map(({ word, start, end }) => `${word}@${start}-${end}`)).toEqual(tokens);
});
