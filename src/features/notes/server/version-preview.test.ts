import { expect, test } from 'vitest';
import { previewOf } from './version-preview.ts';

test('SUM-10 shows a note’s words without marks of lists, todo items, tables, links and anchors', () => {
  const note = [
    '# The barn',
    '- [ ] ask **the keeper** [00:12](#t=12).',
    '- [x] weigh the sacks',
    '- [ ]',
    '',
    '| Year | Sacks |',
    '| --- | :---: |',
    '| 1801 | nine [¶3](#p2) |',
    '',
    '---',
    '> see [the book](https://example.org/book)[?](#unverified)。',
    '',
    '```',
    'rye = 9',
    '```',
  ].join('\n');
  expect(previewOf(note)).toBe('The barn ask the keeper. weigh the sacks Year Sacks 1801 nine see the book。 rye = 9');
  expect(previewOf('a | b\n--- | ---\nc | d\n')).toBe('a b c d');
  // What is without words leaves no space at the beginning or end.
  expect(previewOf('- [ ]\n\nask the keeper\n\n---\n')).toBe('ask the keeper');
  expect(previewOf('```\n  rye\n\n  oats\n```')).toBe('rye oats');
});

test('SUM-10 ends with an ellipsis exactly when the note continues', () => {
  expect(previewOf('word '.repeat(32))).toBe('word '.repeat(32).trim());
  expect(previewOf('word '.repeat(33))).toBe(`${'word '.repeat(32)}…`);
  expect(previewOf('收'.repeat(161))).toBe(`${'收'.repeat(160)}…`);
  // The beginning that is read has few words, and a link that it cuts is not shown.
  const long = `[the source](https://example.org/${'a'.repeat(1900)})\n\n[another](https://example.org/${'b'.repeat(200)})`;
  expect(previewOf(long)).toBe('the source…');
});

test('SUM-10 is empty for a note without words', () => {
  expect(previewOf('')).toBe('');
  expect(previewOf(' \n\n')).toBe('');
});
