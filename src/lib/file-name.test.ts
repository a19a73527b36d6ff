import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFileNames } from './file-name.ts';

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
