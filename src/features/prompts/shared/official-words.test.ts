import { expect, test } from 'vitest';
import type { InterfaceLanguage } from '#lib/languages.ts';
import { officialWordsIn } from './official-words.ts';

test('official words: gives those of the language, else the English ones', () => {
  const zh = { title: '纪要', summary: '谁定了什么', prompt: '写会议纪要。' };
  const en = { title: 'Minutes', summary: 'Who decided what', prompt: 'Write minutes.' };
  expect(officialWordsIn('zh', { zh, en })).toEqual(zh);
  expect(officialWordsIn('en', { zh, en })).toEqual(en);
  // An interface language without translations of the prompts.
  expect(officialWordsIn('fr' as string as InterfaceLanguage, { zh, en })).toEqual(en);
});
