import fc from 'fast-check';
import { expect, test } from 'vitest';
import { characterCounts, wordCounts } from './characters.ts';

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;
const text = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        'me',
        'My ',
        'Ihr',
        '我',
        '您好',
        'コーヒー',
        '2021年',
        '“',
        '»',
        '!',
        '。',
        '·',
        ' ',
        '_',
        'ÀÉ',
        'ß',
        '⺀',
        '𠀀',
        '\ud800',
      ),
      fc.string({ unit: 'grapheme', maxLength: 3 }),
      fc.string({ unit: 'binary', maxLength: 2 }),
    ),
    { maxLength: 20 },
  )
  .map((parts) => parts.join(''));

test('words and characters are those that the patterns find', () => {
  fc.assert(
    fc.property(text, (value) => {
      const spaced = value.replace(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu, ' $& ');
      const words: string[] = spaced.match(/[\p{L}\p{N}_]+/gu) ?? [];
      const cjk = words.filter((word) => /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(word)).length;
      expect(wordCounts(value)).toEqual({ latin: words.length - cjk, cjk });
      expect(characterCounts(value)).toEqual({
        letters: count(value, /\p{L}/gu),
        upper: count(value, /\p{Lu}/gu),
        capitals: count(value, /(?<!\p{L})\p{Lu}/gu),
        sentence: count(value, /[.!?。！？]/g),
        comma: count(value, /[,，、]/g),
        digit: count(value, /\d/g),
        separator: count(value, /[|›»>·•]/g),
        loud: count(value, /[!！?？]/g),
        quote: count(value, /["“”„«»「」『』]/g),
        firstPerson: count(value, /(?<!\p{L})(?:i|me|my|we|our|us|ich|mein|mir|wir|uns|je|mon|nous|yo|mi)(?!\p{L})|我/giu),
        secondPerson: count(value, /(?<!\p{L})(?:you|your|du|dein|sie|ihr|ihre|vous|votre|tu|tus)(?!\p{L})|你|您/giu),
      });
    }),
    { numRuns: 40 },
  );
});
