import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createFileNames, shortenFileName } from './file-name.ts';

test('LIB-16 files of one folder have names of their own, on Windows too', () => {
  const nameOf = createFileNames();
  const titles = ['The Mill', 'the mill', 'The Mill (2)', 'CON', 'nul.txt', 'a/b: c?', '', '...'];
  expect(titles.map((title) => nameOf(title, 'md'))).toEqual([
    'The Mill.md',
    'the mill (2).md',
    'The Mill (2) (2).md',
    '_CON.md',
    '_nul.txt.md',
    'a b c.md',
    'content.md',
    'content (2).md',
  ]);
});

test('LIB-16 joined emoji and letters stay together in names, and other invisible characters go', () => {
  const family = '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}';
  expect(createFileNames()(`${family} \u202eend\u200b`, 'md')).toBe(`${family} end.md`);
});

test('LIB-16 any titles make names that differ and stay inside the folder', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 20 }), (titles) => {
      const nameOf = createFileNames();
      const names = titles.map((title) => nameOf(title, 'pdf').toLowerCase());
      expect(new Set(names).size).toBe(titles.length);
      for (const name of names) expect(name).not.toMatch(/[\\/:*?"<>|]|^\.|[. ]\.pdf$/);
    }),
  );
});

describe('SUM-07 a long name of a file', () => {
  const most = 24;

  test.each([
    ['a short name is whole', 'report.pdf', 'report.pdf'],
    ['one of just the length is whole', `${'a'.repeat(20)}.pdf`, `${'a'.repeat(20)}.pdf`],
    ['the ending stays', 'Interview with the keeper of the barn 2026-01-17.key', 'Interview wit…-01-17.key'],
    [
      'so does a Chinese name’s',
      '第三季第十二集谷仓看守人的访谈录音整理稿最终版本.pages',
      '第三季第十二集谷仓看守…理稿最终版本.pages',
    ],
    [
      'what looks like no ending is cut as the rest',
      'Letter to Mr. Smith of the old mill by the river',
      'Letter to Mr. Smi…river',
    ],
    ['a name that is all ending is cut too', `.${'hidden'.repeat(6)}`, '.hiddenhiddenhidd…hidden'],
  ])('%s', (_case, name, shown) => {
    expect(shortenFileName(name, most)).toBe(shown);
  });

  test('keeps its characters whole', () => {
    const shown = shortenFileName(`${'🌾'.repeat(20)}.mp3`, 23);
    expect(shown.isWellFormed()).toBe(true);
    expect(shown.endsWith('.mp3')).toBe(true);
    expect(shown.length).toBeLessThanOrEqual(23);
  });
});
