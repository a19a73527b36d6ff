import { expect, test } from 'vitest';
import { searchSuggestions } from './search-suggestions.ts';

test('CON-11 a note suggests what to look up: its headings without number and place, then its tags', () => {
  const note = '## 1. 石头**谷仓** [00:10](#t=10)\n\n- 一点\n\n### 磨坊主的*报酬* [¶4](#p3)\n\n## 石头谷仓\n\n#粮食 #村庄';
  expect(searchSuggestions(note)).toEqual(['石头谷仓', '磨坊主的报酬', '粮食', '村庄']);
});

test('CON-11 nothing is suggested that is no heading, or six at most', () => {
  expect(searchSuggestions('只有一段话。')).toEqual([]);
  expect(searchSuggestions(`## ${'长'.repeat(80)}`)).toEqual([]);
  expect(searchSuggestions(Array.from({ length: 9 }, (_, index) => `## 第${index}章`).join('\n\n'))).toHaveLength(6);
});
