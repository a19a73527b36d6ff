import fc from 'fast-check';
import { expect, it } from 'vitest';
import { detectLanguage } from './language.ts';
import { stemEnglish } from './stem.ts';
import { words } from './words.ts';

it('returns words in order with their offsets', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 80 }),
      fc.constantFrom('zh' as const, 'en' as const),
      (text, language) => {
        let end = 0;
        for (const word of words(text, language)) {
          expect(text.slice(word.start, word.end)).toBe(word.text);
          expect(word.start).toBeGreaterThanOrEqual(end);
          end = word.end;
        }
      },
    ),
  );
});

it('keeps hyphens and apostrophes, shares keys across forms, and marks stop words', () => {
  const found = words("The state-of-the-art batteries don't charge; a battery charges.", 'en');
  expect(found.map((word) => word.text)).toEqual([
    'The',
    'state-of-the-art',
    'batteries',
    "don't",
    'charge',
    'a',
    'battery',
    'charges',
  ]);
  expect(found[2]?.key).toBe(found[6]?.key);
  expect(found[4]?.key).toBe(found[7]?.key);
  expect(found.filter((word) => word.isStop).map((word) => word.text)).toEqual(['The', "don't", 'a']);
});

it('cuts Chinese text into words', () => {
  const content = words('然后我们的区块链技术改变了供应链。', 'zh').filter((word) => !word.isStop);
  expect(content.map((word) => word.text).join('')).toBe('区块链技术改变供应链');
});

it.each([
  ['stories', 'story'],
  ['planned', 'plan'],
  ['running', 'run'],
  ['boxes', 'box'],
  ['releasing', 'release'],
  ['closely', 'close'],
  ['agreed', 'agree'],
  ['degrees', 'degree'],
  ['exceeded', 'exceed'],
  ['assemblies', 'assembly'],
  ['sizes', 'size'],
])('%s and %s have one stem', (form, base) => {
  expect(stemEnglish(form)).toBe(stemEnglish(base));
});

it.each(['news', 'glass', 'analysis', 'red', 'thing'])('%s is no plural and no past tense', (word) => {
  expect(stemEnglish(word).length).toBeGreaterThanOrEqual(word.length - 1);
});

it('detects Chinese when its characters outnumber other words', () => {
  expect(detectLanguage('我们用 SaaS 平台做 block chain 的生产')).toBe('zh');
  expect(detectLanguage('The word 区块链 means blockchain in this long English text')).toBe('en');
  expect(detectLanguage('')).toBe('en');
});

it('finds each stem exactly', () => {
  const stems =
    "barns:barn the:the cities:city ties:tie boxes:box glass:glass basis:basis status:status bus:bus gas:gas ring:ring string:string running:run sing:sing sings:sing tried:tried tied:tied agreed:agree guaranteed:guarantee decreed:decree refereed:referee seed:seed exceed:exceed baked:baked added:added called:call missed:miss buzzed:buzz puffed:puf rolled:roll friendly:friend likely:likely quickly:quick degree:degree release:release releases:release releasing:release easing:easing house:hous movie:movi mice:mice barn's:barn it's:it planned:plan hopping:hop wishes:wish watches:watch fizzes:fizz surprisingly:surpris buses:buse dies:die carried:carry";
  expect(
    stems
      .split(' ')
      .map((pair) => `${pair.split(':')[0]}:${stemEnglish(pair.split(':')[0] ?? '')}`)
      .join(' '),
  ).toBe(stems);
});

it('finds each word with its key, its place and whether it counts', () => {
  const told = (text: string, language: 'en' | 'zh') =>
    words(text, language).map(
      ({ text: word, key, start, end, isStop }) => `${word} ${key} ${start}-${end}${isStop ? ' stop' : ''}`,
    );
  expect(told("It's C++ and rock’n’roll, 3.5 AT&T e.g. a Node.js x", 'en')).toEqual([
    "It's it 0-4 stop",
    'C++ c++ 5-8',
    'and and 9-12 stop',
    "rock’n’roll rock'n'roll 13-24",
    '3.5 3.5 26-29 stop',
    'AT&T at&t 30-34',
    'e.g e.g 35-38',
    'a a 40-41 stop',
    'Node.js node.j 42-49',
    'x x 50-51 stop',
  ]);
  expect(told('我们用 GPT 和 C 做了 3.5 次 the 测试，谷 A。', 'zh')).toEqual([
    '我们 我们 0-2 stop',
    '用 用 2-3 stop',
    'GPT gpt 4-7',
    '和 和 8-9 stop',
    'C c 10-11 stop',
    '做了 做了 12-14',
    '3.5 3.5 15-18 stop',
    '次 次 19-20 stop',
    'the the 21-24 stop',
    '测试 测试 25-27',
    '谷 谷 28-29',
    'A a 30-31 stop',
  ]);
});

it('marks the stop words that it is given, also before an apostrophe', () => {
  const given = new Set(['la', 'de', 'l', 'aujourd', "aujourd'hui"]);
  const found = words('Aujourd’hui la cour de l’École et d’Arles', 'en', given);
  expect(found.map(({ text, isStop }) => `${text}${isStop ? '*' : ''}`)).toEqual([
    'Aujourd’hui*',
    'la*',
    'cour',
    'de*',
    'École',
    'et',
    'd’Arles',
  ]);
  expect(found[4]).toMatchObject({ start: 25, end: 30 });
  expect(words('la cour de Paris', 'en').some(({ isStop }) => isStop)).toBe(false);
});

it.each<[string, 'zh' | 'en', string[]]>([
  ['पुरानी चक्की नदी', 'en', ['पुरानी', 'चक्की', 'नदी']],
  ['โรงสีเก่า mill 12', 'en', ['โรง', 'สี', 'เก่า', 'mill', '12*']],
  ['1️⃣ open ℹ️ it', 'en', ['1*', 'open', 'ℹ*', 'it*']],
  ['오래된 물레방아의 바퀴를 회의 LG에서', 'en', ['오래된', '물레방아', '바퀴', '회의', 'LG']],
  ['水車は古いので、とても有名です', 'zh', ['水車', 'は*', '古い', 'ので*', 'とても*', '有名', 'です*']],
])('finds the words of %s', (text, language, expected) => {
  const found = words(text, language);
  expect(found.map(({ text: word, isStop }) => `${word}${isStop ? '*' : ''}`)).toEqual(expected);
  for (const word of found) expect(text.slice(word.start, word.end)).toBe(word.text);
});

it('marks the stop words of scripts without spaces', () => {
  const found = words('โรงสีเก่า', 'en', new Set(['เก่า']));
  expect(found.map(({ isStop }) => isStop)).toEqual([false, false, true]);
});
