import { expect, it } from 'vitest';
import type { Language, Segment } from '../../domain.ts';
import { findPhrases, mainPhrases } from './phrases.ts';
import { prepare } from './prepare.ts';
import { findWordRoles } from './word-roles.ts';

function phrases(lines: readonly string[], language: Language): string[] {
  const segments = lines.map((text, id): Segment => ({ id, startMs: null, endMs: null, text }));
  const { document, foreign } = prepare({ segments, timed: false, language, treatment: 'article' });
  const found = findPhrases(document, foreign, findWordRoles(document, foreign));
  return mainPhrases(found, document.sentences.length, null).map((phrase) => phrase.text);
}

it('SUM-14 finds whole Chinese names without a dictionary', () => {
  const found = phrases(
    [
      '元宇宙正在改变社交。',
      '很多公司投资元宇宙平台。',
      '我们谈谈元宇宙的未来。',
      '志愿者走进社区。',
      '社区需要志愿者的帮助。',
      '年轻的志愿者很多。',
    ],
    'zh',
  );
  expect(found).toContain('元宇宙');
  expect(found).toContain('志愿者');
  expect(found).not.toContain('宇宙');
  expect(found).not.toContain('志愿');
});

it('SUM-14 leaves the measure word before a Chinese name out of it', () => {
  const found = phrases(
    [
      '让远处的船知道，这是哪一座灯塔。',
      '一段海岸上往往有好几座灯塔。',
      '办法是给每座灯塔规定自己的节奏。',
      '船员就知道看到的是哪一座。',
    ],
    'zh',
  );
  expect(found.filter((phrase) => phrase.includes('灯塔'))).toEqual(['灯塔']);
});

it('SUM-14 joins English words of one phrase', () => {
  const found = phrases(
    [
      'The heat pump saves energy.',
      'Every heat pump needs power.',
      'Owners like the heat pump in winter.',
      'A new heat pump costs money.',
    ],
    'en',
  );
  expect(found).toContain('heat pump');
  expect(found).not.toContain('heat');
  expect(found).not.toContain('pump');
});

it('SUM-14 keeps hyphenated names whole', () => {
  const found = phrases(
    ['消费者投诉SK-II产品。', '记者试用SK-II以后过敏。', '商场下架了SK-II面霜。', '公司回应SK-II事件。'],
    'zh',
  );
  expect(found).toContain('SK-II');
  expect(found).not.toContain('SK');
  expect(found).not.toContain('II');
});

const filler = 'abcdefghijklmnopqrstuvwxyz';
/** A sentence of ten words, which no other sentence has. */
const unique = (at: number) =>
  Array.from({ length: 10 }, (_, word) => `q${filler[Math.floor(at / 26)]}${filler[at % 26]}${filler[word]}k`).join(' ');

it.each([
  ['twice in a text of 1,500 words', 2, 148, true],
  ['twice in a longer one', 2, 149, false],
  ['three times in a longer one', 3, 149, true],
  ['once', 1, 10, false],
])('SUM-14 a phrase is said %s: so %i times, with %i other sentences', (_, times, others, found) => {
  const said = Array.from({ length: times }, (_, at) => `${unique(600 + at)} copper kettle ${unique(500 + at)}.`.split(' '));
  const lines = [
    ...said.map((words) => words.slice(6, 16).join(' ')),
    ...Array.from({ length: others }, (_, at) => `${unique(at)}.`),
  ];
  expect(phrases(lines, 'en').includes('copper kettle')).toBe(found);
});

it('SUM-14 a phrase has three words at most, and forty characters', () => {
  const said = (words: string) =>
    phrases(
      ['One', 'Two', 'Old', 'New'].map((first) => `${first} ${words} ${first.toLowerCase()}.`),
      'en',
    );
  expect(said('copper kettle lid')).toEqual(['copper kettle lid']);
  expect(said('copper kettle lid knob')).not.toContain('copper kettle lid knob');
  const [long, longer] = ['copperkettlelids saltpanworkers winters', 'copperkettlelids saltpanworkers wintersun'];
  expect([long.length, longer.length]).toEqual([39, 41]);
  expect([said(long)[0], said(longer).includes(longer)]).toEqual([long, false]);
});

it('SUM-14 a phrase ends and begins at no hyphen, and is not one of passing words', () => {
  const said = (words: string) =>
    phrases(
      ['One', 'Two', 'Old', 'New'].map((first) => `${first} ${words} ${first.toLowerCase()}.`),
      'en',
    );
  expect(said('salt-pan')).toEqual(['salt-pan']);
  expect(said('of course')).toEqual([]);
  expect(said('golf course')).toEqual(['golf course']);
});

it('SUM-14 a phrase is shown in its commonest spelling, with a bonus for a name', () => {
  const lines = [
    'Old Salt Pans here.',
    'New salt pans there.',
    'Big Salt Pans often.',
    'Old copper kettles now.',
    'New copper kettles then.',
    'Big copper kettles never.',
  ];
  const segments = lines.map((text, id): Segment => ({ id, startMs: null, endMs: null, text }));
  const { document, foreign } = prepare({ segments, timed: false, language: 'en', treatment: 'article' });
  const found = findPhrases(document, foreign, () => 1).map(({ text, quality, at, words }) => [text, quality, at.join(), words]);
  expect(found).toEqual([
    ['Salt Pans', 1.5 * 1.3, '0,1,2', 2],
    ['copper kettles', 1.5, '3,4,5', 2],
  ]);
});
