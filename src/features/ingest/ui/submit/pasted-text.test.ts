import { expect, test } from 'vitest';
import { fileOfText, isMeantAsText, isShortText, readPastedText } from './pasted-text.ts';

const words = (count: number) => `${'grain '.repeat(count / 6 + 1).slice(0, count - 1)}.`;
const link = 'https://example.org/a?b=1';

test('SUM-01 takes a text of 200 characters for itself, a shorter one or a list of links not', () => {
  expect(readPastedText(words(199), 0)).toBeNull();
  expect(readPastedText(words(200), 0)).toEqual({ title: expect.any(String), characters: 200, preferred: true });
  expect(readPastedText(`${link}\n`.repeat(500), 500)).toBeNull();
  expect(readPastedText(`${words(199)} ${link}`, 1)).toBeNull();
  expect(readPastedText(`${link.replace('https', 'http')}\n`.repeat(500), 500)).toBeNull();
  expect(readPastedText(`  ${words(200)}\n`, 0)?.characters).toBe(200);
});

test('SUM-01 knows a text that is too short from a word', () => {
  expect([29, 30, 199, 200].map((count) => isShortText(` ${words(count)} `))).toEqual([false, true, true, false]);
});

test('SUM-01 prefers links to a comment, and an article to the links in it', () => {
  expect(readPastedText(`${words(1_499)}\n${link}`, 1)?.preferred).toBe(false);
  expect(readPastedText(`${words(1_500)}\n${link}`, 1)?.preferred).toBe(true);
  expect(readPastedText(words(1_499), 0)?.preferred).toBe(true);
  expect(readPastedText(words(1_499), null)?.preferred).toBe(false);
  expect(readPastedText(words(1_500), null)?.preferred).toBe(true);
});

test('SUM-01 names a text by its first line with words', async () => {
  const titleOf = (first: string) => readPastedText(`${first}\n${words(300)}`, 0)?.title;
  expect(titleOf('\n\n## The  stone barn ')).toBe('The stone barn');
  expect(titleOf('1\n00:00:01,000 --> 00:00:02,000\n河边的粮仓')).toBe('河边的粮仓');
  expect(titleOf('a 1\nb\nThe barn')).toBe('The barn');
  // Cut between words, unless that leaves less than half.
  expect(titleOf(`${'x'.repeat(40)} ${'y'.repeat(60)}`)).toBe(`${'x'.repeat(40)} ${'y'.repeat(39)}…`);
  expect(titleOf(`${'x'.repeat(41)} ${'y'.repeat(60)}`)).toBe(`${'x'.repeat(41)}…`);
  expect(titleOf('a'.repeat(80))).toBe('a'.repeat(80));
  expect(titleOf('粮'.repeat(81))).toBe(`${'粮'.repeat(80)}…`);
  expect(titleOf(`${'word '.repeat(15)}${'x'.repeat(20)}`)).toBe(`${'word '.repeat(15).trim()}…`);
  expect(titleOf('𠀋'.repeat(90))).toBe(`${'𠀋'.repeat(80)}…`);
  const text = ` On a/b\\c\n${words(300)} `;
  const read = readPastedText(text, 0);
  if (!read) throw new Error('no text');
  const file = fileOfText(text, read);
  expect([file.name, file.type]).toEqual(['On a b c.txt', 'text/plain']);
  expect(await file.text()).toBe(text.trim());
  expect(fileOfText(`\n# Barns\n${text}`, read).name).toBe('On a b c.md');
  expect(fileOfText(`###### Barns\n${text}`, read).name).toBe('On a b c.md');
  expect(fileOfText(`${text}\n# Barns`, read).name).toBe('On a b c.txt');
  expect(fileOfText(`#barns\n${text}`, read).name).toBe('On a b c.txt');
});

test('SUM-01 takes cells for text although they bring a picture, and a copied file for a file', () => {
  expect(isMeantAsText('Rye\t30\nOats\t12', ['image.png'])).toBe(true);
  expect(isMeantAsText('words', [])).toBe(true);
  expect(isMeantAsText('', ['image.png'])).toBe(false);
  expect(isMeantAsText('a talk.mp4\r\nnotes.pdf', ['a talk.mp4', 'notes.pdf'])).toBe(false);
});
