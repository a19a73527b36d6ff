import { expect, test } from 'vitest';
import { isDamagedText } from './damage.ts';

/** Letters that carry no sign of damage, a word in ten. */
const letters = (count: number) => 'wer weiss es denn schon '.repeat(count).replaceAll(' ', '').slice(0, count);
const han = (count: number) => '一是不了在有人我他这'.repeat(count).slice(0, count);

test.each<[title: string, text: string, expected: boolean]>([
  ['one lost character of a hundred', `\ufffd${letters(99)}`, false],
  ['more than one lost character of a hundred', `\ufffd${letters(98)}`, true],
  ['control characters', `\u0001\u0002${letters(197)}`, true],
  ['line ends and tabs', `\n\t\r${letters(100)}`, false],
  ['private characters', `\ue000${letters(90)}`, true],
  ['unassigned characters', `\u0378${letters(90)}`, true],
  ['question marks for letters, a tenth', `${'a?b '.repeat(10)}${letters(80)}`, false],
  ['question marks for letters, more than a tenth', `${'a?b '.repeat(10)}${letters(79)}`, true],
  ['question marks in a row, more than a tenth', `${'?'.repeat(11)}${letters(99)}`, true],
  ['question marks in a row, a tenth', `${'?'.repeat(11)}${letters(100)}`, false],
  ['questions', `${'Ja? '.repeat(30)}`, false],
  ['three misread characters of sixty letters', `${'Ã¤'.repeat(3)}${letters(176)}`, true],
  ['three misread characters of more letters', `${'Ã¤'.repeat(3)}${letters(177)}`, false],
  ['two misread characters', `${'Ã¤'.repeat(2)}${letters(20)}`, false],
  ['Â and a space', `${'Â\u00a0'.repeat(3)}${letters(100)}`, true],
  ['Ã and a letter', `${'Ãa'.repeat(3)}${letters(100)}`, false],
  ['three broken Chinese marks', `锟斤拷锟斤拷${letters(100)}`, true],
  ['烫烫烫 thrice', `烫烫烫屯屯屯烫烫烫${letters(100)}`, true],
  ['烫烫 thrice', `烫烫 屯屯 烫烫${letters(100)}`, false],
  ['misread Han', `${'æˆ‘'.repeat(3)}${letters(150)}`, true],
  ['French', 'Où êtes-vous allés à l’été ? Ça va très bien, la forêt est là. '.repeat(5), false],
  ['twenty accented letters among fifty', `${'é'.repeat(20)}${letters(29)}`, true],
  ['nineteen accented letters', `${'é'.repeat(19)}${letters(19)}`, false],
  ['twenty accented letters, two fifths', `${'é'.repeat(20)}${letters(30)}`, false],
  ['a surely misread sign in two hundred letters', `${'ï¿½'.repeat(10)}${letters(1970)}`, true],
  ['halfwidth kana, three tenths', `${'ｶ'.repeat(30)}${letters(70)}`, false],
  ['halfwidth kana, more than three tenths', `${'ｶ'.repeat(31)}${letters(70)}`, true],
  ['everyday Chinese', han(60), false],
  ['rare Chinese, sixty characters', '龘'.repeat(60), true],
  ['rare Chinese, fewer characters', '龘'.repeat(59), false],
  ['rare Chinese with everyday characters, fifteen of a hundred', `${han(15)}${'龘'.repeat(85)}`, false],
  ['rare Chinese with everyday characters, fourteen of a hundred', `${han(14)}${'龘'.repeat(86)}`, true],
  ['rare Chinese with kana, more than a tenth', `${'龘'.repeat(60)}${'のノ한'.repeat(2)}の`, false],
  ['rare Chinese with kana, a tenth', `${'龘'.repeat(60)}${'のノ한'.repeat(2)}`, true],
  ['nothing', '', false],
])('SUM-02 tells a damaged text from a whole one by %s', (_, text, expected) => {
  expect(isDamagedText(text)).toBe(expected);
});

test('SUM-02 looks at both ends of a long text', () => {
  const whole = letters(200_001);
  const damage = '\ufffd'.repeat(3000);
  expect(isDamagedText(`${damage}${whole}`)).toBe(true);
  expect(isDamagedText(`${whole}${damage}`)).toBe(true);
  expect(isDamagedText(`${letters(150_000)}${damage}${letters(150_000)}`)).toBe(false);
  expect(isDamagedText(`${letters(95_000)}${damage}${letters(95_000)}`)).toBe(true);
});
