import { expect, test } from 'vitest';
import { scriptOf, settingOf, settingOfSource } from './script-of.ts';

test('a text is set as what most of it is', () => {
  expect(scriptOf('The village kept its grain in a stone barn.')).toBe('latin');
  expect(scriptOf('村里把粮食放在河边的石头谷仓里。')).toBe('han');
  expect(scriptOf('用 TypeScript 和 React 写的网页')).toBe('han');
  expect(scriptOf('The word 论语 is the name of a book.')).toBe('latin');
  expect(scriptOf('')).toBe('han');
  expect(settingOf('The keeper didn’t sell it.')).toEqual({ 'data-script': 'latin', lang: 'en' });
  expect(settingOf('看守没有卖掉它。')).toEqual({ 'data-script': 'han', lang: 'zh-CN' });
});

test('a source is marked as of its own language, a guess is only made where the letters tell', () => {
  const langOf = (text: string, lang?: string) => settingOfSource(text, lang).lang;
  expect(settingOfSource('Der Müller verkaufte es nicht.', 'de')).toEqual({ 'data-script': 'latin', lang: 'de' });
  expect(langOf('Der Müller verkaufte es nicht.')).toBe('und');
  expect(langOf('粉屋はそれを売らなかった。')).toBe('ja');
  expect(langOf('방앗간 주인은 그것을 팔지 않았다.')).toBe('ko');
  expect(langOf('看守没有卖掉它，店名叫做の字屋。')).toBe('zh-CN');
  expect(langOf('看守沒有賣掉它。', 'zh-TW')).toBe('zh-TW');
});
