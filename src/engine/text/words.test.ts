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
