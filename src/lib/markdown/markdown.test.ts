import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatAnchor, parseAnchor } from './anchors.ts';
import { splitBlocks } from './blocks.ts';
import { maxMarkdownLength } from './limits.ts';
import { isSafeLink, renderMarkdown } from './parser.ts';

describe('anchors', () => {
  test('SUM-07 keep every time to the millisecond and every paragraph when written and read', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 359_999_999 }), (ms) => {
        expect(parseAnchor(formatAnchor({ kind: 'time', ms }))).toEqual({ kind: 'time', ms });
      }),
    );
    expect(parseAnchor(formatAnchor({ kind: 'paragraph', id: 41 }))).toEqual({ kind: 'paragraph', id: 41 });
  });
  test.each(['#t=', '#t=1e3', '#t=-1', '#p', '#p1x', '#t=1;x', 'https://example.com/#t=5', '#t=12345678', ' #p1'])(
    '%s is no anchor',
    (href) => {
      expect(parseAnchor(href)).toBeNull();
    },
  );
});

describe('links', () => {
  test.each(['https://example.com/a', 'http://example.com', 'mailto:a@example.com', '#t=12.5', '#p3'])(
    '%s is allowed',
    (href) => {
      expect(isSafeLink(href)).toBe(true);
    },
  );
  test.each([
    'javascript:alert(1)',
    'java\tscript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    '//example.com',
    '/a',
    '#top',
    'ftp://example.com',
    'https:',
    'blob:https://x',
  ])('%s is not', (href) => {
    expect(isSafeLink(href)).toBe(false);
  });
});

describe('blocks', () => {
  test('are the top-level blocks of a note, each with its source', () => {
    const note = '> abstract\n\n## One [00:05](#t=5)\n\n- a\n  - b\n\n- c\n\nlast\n';
    expect(splitBlocks(note).map((block) => block.source)).toEqual([
      '> abstract',
      '## One [00:05](#t=5)',
      '- a\n  - b\n\n- c',
      'last',
    ]);
  });
  test('change only at the end while a note grows', () => {
    const note = '# A\n\nfirst paragraph\n\n- point one\n- point two';
    const before = splitBlocks(note).map((block) => block.source);
    const after = splitBlocks(`${note} grows`).map((block) => block.source);
    expect(after.slice(0, -1)).toEqual(before.slice(0, -1));
    expect(after.at(-1)).not.toBe(before.at(-1));
  });
});

describe('bad input: Markdown bombs', () => {
  const bombs: Record<string, (n: number) => string> = {
    emphasis: (n) => '*a_ '.repeat(n),
    brackets: (n) => '['.repeat(n),
    images: (n) => '!['.repeat(n),
    quotes: (n) => '>'.repeat(n),
    lists: (n) => Array.from({ length: Math.min(n, 2000) }, (_, i) => `${' '.repeat(i)}- x`).join('\n'),
    fences: (n) => '`'.repeat(n),
    links: (n) => '[a](<'.repeat(n),
    entities: (n) => '&#x26;'.repeat(n),
    tables: (n) => `|${'a|'.repeat(Math.min(n, 20_000))}\n|${'-|'.repeat(Math.min(n, 20_000))}`,
  };
  test.each(Object.entries(bombs).flatMap(([name, make]) => [1000, 60_000, 250_000].map((n) => ({ name, n, make }))))(
    '$name × $n ends',
    ({ make, n }) => {
      expect(typeof renderMarkdown(make(n))).toBe('string');
    },
  );
  test('are shown as plain paragraphs past the limit', () => {
    const html = renderMarkdown(`# head\n\n- *item* [a](https://example.com)\n\n${'x'.repeat(maxMarkdownLength)}`);
    expect(html).toContain('<p># head</p>');
    expect(html).toContain('<p>- *item* [a](https://example.com)</p>');
  });
});
