import { expect, test } from 'vitest';
import { maxMarkdownLength } from './limits.ts';
import { parseMarkdown, renderMarkdown } from './parser.ts';

/** A note of the maximum length. */
const full = (unit: string): string => unit.repeat(Math.floor(maxMarkdownLength / unit.length));

test.each(['![', '[a](<', '*a_', '**a *a ', '`a', '<a ', '&#x26;', '\\'])('a note full of %s ends as text', (unit) => {
  const html = renderMarkdown(full(unit));
  expect(html).not.toMatch(/<(?:a|em|strong|img)\b/);
});

test('shows only a paragraph with too many marks as written', () => {
  const html = renderMarkdown(`*one*\n\n${'*a* '.repeat(501)}\n\n*two*`);
  expect(html.match(/<em>/g)).toHaveLength(2);
  expect(html).toContain('*a* *a* *a*');
});

test('keeps hundreds of links in a paragraph', () => {
  const html = renderMarkdown('[0:05](#t=5) '.repeat(240));
  expect(html.match(/<a /g)).toHaveLength(240);
});

test('reads a table of hundreds of columns, and keeps thousands as text', () => {
  const table = (columns: number): string => `|${'a|'.repeat(columns)}\n|${'-|'.repeat(columns)}`;
  expect(parseMarkdown(table(400)).some(({ type }) => type === 'table_open')).toBe(true);
  expect(parseMarkdown(table(20_000)).some(({ type }) => type === 'table_open')).toBe(false);
});
