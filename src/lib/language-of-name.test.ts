import { expect, test } from 'vitest';
import { splitLanguage } from './language-of-name.ts';

test.each([
  ['talk.en', 'talk', 'en'],
  ['talk.zh-CN', 'talk', 'zh-CN'],
  ['talk.zh_Hans-CN', 'talk', 'zh-Hans-CN'],
  ['talk_fr', 'talk', 'fr'],
  ['a.b-pt-BR', 'a.b', 'pt-BR'],
  ['talk.es-419', 'talk', 'es-419'],
  ['talk.de-AT', 'talk', 'de-AT'],
  ['talk_chs', 'talk', 'zh-Hans'],
  ['let_it_be', 'let_it_be', null],
  ['make_it_so', 'make_it_so', null],
  ['tai-chi', 'tai-chi', null],
  ['day-spa', 'day-spa', null],
  ['talk.en_by', 'talk.en_by', null],
  ['talk.ENG', 'talk', 'en'],
  ['talk.chs', 'talk', 'zh-Hans'],
  ['talk.cht', 'talk', 'zh-Hant'],
  ['.en', '', 'en'],
  ['talk', 'talk', null],
  ['listen', 'listen', null],
  ['talk.one', 'talk.one', null],
  ['talk.en.cut', 'talk.en.cut', null],
  ['talk en', 'talk en', null],
  ['talk.en-GB-US-CA', 'talk.en-GB-US-CA', null],
])('%j is split into a name and a language', (base, rest, language) => {
  expect(splitLanguage(base)).toEqual({ rest, language });
});
