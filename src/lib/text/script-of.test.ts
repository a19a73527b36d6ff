import { expect, test } from 'vitest';
import { scriptOf, settingOf } from './script-of.ts';

test('a text is set as what most of it is', () => {
  expect(scriptOf('The village kept its grain in a stone barn.')).toBe('latin');
  expect(scriptOf('村里把粮食放在河边的石头谷仓里。')).toBe('han');
  expect(scriptOf('用 TypeScript 和 React 写的网页')).toBe('han');
  expect(scriptOf('The word 论语 is the name of a book.')).toBe('latin');
  expect(scriptOf('')).toBe('han');
  expect(settingOf('The keeper didn’t sell it.')).toEqual({ 'data-script': 'latin', lang: 'en' });
  expect(settingOf('看守没有卖掉它。')).toEqual({ 'data-script': 'han', lang: 'zh-CN' });
});
