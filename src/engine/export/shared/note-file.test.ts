import { expect, test } from 'vitest';
import { linkMarkdown, noteFileMarkdown } from './note-file.ts';

const url = 'https://example.org/v?a=1';

test('CON-09 a link and its comment are one piece of Markdown', () => {
  expect(linkMarkdown({ title: 'A\n talk [1]', url, comment: ' Worth *it*.\n' })).toBe(
    `# A talk \\[1\\]\n\n<${url}>\n\nWorth *it*.\n`,
  );
});

test('CON-09 leaves no gap for missing parts', () => {
  expect(linkMarkdown({ title: null, url, comment: ' ' })).toBe(`<${url}>\n`);
  expect(linkMarkdown({ title: 'A file', url: null, comment: 'Mine' })).toBe('# A file\n\nMine\n');
});

test('CON-09 has a YAML head and absolute links', () => {
  const note = {
    title: 'Ovens: a "history"\nof [fire]',
    sourceUrl: 'https://www.youtube.com/watch?v=abcdefghijk',
    pageUrl: 'http://here/content/1',
    author: 'Ada',
    siteName: null,
    publishedAt: '2026-03-04',
    markdown: 'Heat [0:12](#t=12.5) and [¶3](#p2), perhaps [?](#unverified).\n',
  };
  expect(noteFileMarkdown(note)).toBe(
    [
      '---',
      'title: "Ovens: a \\"history\\" of [fire]"',
      'source: "https://www.youtube.com/watch?v=abcdefghijk"',
      'author: "Ada"',
      'published: "2026-03-04"',
      '---',
      '',
      '# Ovens: a "history" of \\[fire\\]',
      '',
      'Heat [0:12](https://www.youtube.com/watch?v=abcdefghijk&t=12s) and [¶3](http://here/content/1?p=2), perhaps [?].',
      '',
    ].join('\n'),
  );
});

test('CON-09 keeps plain addresses as text and written links as links', () => {
  const note = {
    title: 'Visit www.evil.example now',
    sourceUrl: null,
    pageUrl: 'http://here/content/1',
    author: null,
    siteName: null,
    publishedAt: null,
    markdown: 'See https://evil.example/a\\_b, or [mine](https://mine.example) <https://mine.example/2> [0:12](#t=12.5)\n',
  };
  const file = noteFileMarkdown(note);
  expect(file).toContain('# Visit `www.evil.example` now\n');
  expect(file).toContain(
    'See `https://evil.example/a_b`, or [mine](https://mine.example) <https://mine.example/2> [0:12](http://here/content/1?t=12.5)\n',
  );
  // The user's own comment keeps its links; the title comes from the page.
  expect(linkMarkdown({ title: 'At www.evil.example', url, comment: 'and https://mine.example' })).toBe(
    `# At \`www.evil.example\`\n\n<${url}>\n\nand https://mine.example\n`,
  );
});
