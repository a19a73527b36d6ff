import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseMarkdown } from '#lib/markdown/parser.ts';
import { csvCell, type ExportedHighlight, highlightLink, highlightsAsCsv, highlightsAsMarkdown } from './highlight-export.ts';

const origin = 'https://notes.example';
const one: ExportedHighlight = {
  text: 'poor years were followed by better storage',
  comment: 'is that so?',
  colour: 'yellow',
  scope: 'note',
  sectionId: '#t=75.5',
  createdAt: '2026-11-21T10:00:00.000Z',
  contentId: '11111111-1111-4111-8111-111111111111',
  contentTitle: 'The barn',
  sourceUrl: 'https://www.youtube.com/watch?v=abcdefghijk',
};

test('OUT-07 every highlight leads to its second on the site, else to its place here', () => {
  expect(highlightLink(one, origin)).toBe('https://www.youtube.com/watch?v=abcdefghijk&t=75s');
  expect(highlightLink({ ...one, sourceUrl: null }, origin)).toBe(`${origin}/content/${one.contentId}?t=75.5`);
  expect(highlightLink({ ...one, sectionId: '#p3' }, origin)).toBe(`${origin}/content/${one.contentId}?p=3`);
  expect(highlightLink({ ...one, sectionId: null }, origin)).toBe(`${origin}/content/${one.contentId}?tab=highlights`);
});

test.each(['http://localhost:3000', 'http://127.0.0.1:8080', 'http://[::1]:3000', 'http://gleaner.localhost'])(
  'OUT-07 nothing in the file leads to %s, which opens on one machine only',
  (local) => {
    const spoken = { ...one, comment: '' };
    const read = { ...spoken, sourceUrl: 'https://site.example/a', sectionId: '#p3' };
    const own = { ...spoken, contentId: '22222222-2222-4222-8222-222222222222', sourceUrl: null };
    expect(highlightsAsMarkdown([spoken, read, own, { ...own, sectionId: null }], local)).toBe(
      `## [The barn](<https://www.youtube.com/watch?v=abcdefghijk>)

> poor years were followed by better storage [01:15](<https://www.youtube.com/watch?v=abcdefghijk&t=75s>)

> poor years were followed by better storage [¶4](<https://site.example/a>)

## The barn

> poor years were followed by better storage [01:15]

> poor years were followed by better storage
`,
    );
    expect(highlightsAsCsv([own], local).split(',')).toContain('""');
    expect(highlightsAsCsv([one, read, own], local)).not.toContain(new URL(local).host);
  },
);

test('OUT-07 an address with encoded signs is written as it is', () => {
  const episode = 'https://feeds.example/talks?guid=https%3A%2F%2Ftalks.example%2F1&a=[1]';
  const text = highlightsAsMarkdown([{ ...one, sourceUrl: `${episode}#\\*`, sectionId: '#p3' }], 'http://localhost:3000');
  expect(text).toContain(`## [The barn](<${episode}#%5C*>)`);
  expect(text).toContain(`storage [¶4](<${episode}#%5C*>)`);
});

test('OUT-07 Markdown groups highlights under their contents, with quote, link and comment', () => {
  const other = { ...one, contentId: '22222222-2222-4222-8222-222222222222', contentTitle: 'The mill', comment: '' };
  const namesake = { ...one, contentId: '33333333-3333-4333-8333-333333333333', comment: '' };
  const text = highlightsAsMarkdown([one, other, namesake, { ...one, text: 'two\nlines', comment: '' }], origin);
  expect(text).toBe(`## [The barn](<${origin}/content/${one.contentId}>)

> poor years were followed by better storage [01:15](<https://www.youtube.com/watch?v=abcdefghijk&t=75s>)

is that so?

> two
>
> lines [01:15](<https://www.youtube.com/watch?v=abcdefghijk&t=75s>)

## [The mill](<${origin}/content/${other.contentId}>)

> poor years were followed by better storage [01:15](<https://www.youtube.com/watch?v=abcdefghijk&t=75s>)

## [The barn](<${origin}/content/${namesake.contentId}>)

> poor years were followed by better storage [01:15](<https://www.youtube.com/watch?v=abcdefghijk&t=75s>)
`);
});

test.each([
  '![x](https://evil.example/p.png)',
  '[x](https://evil.example)',
  '<https://evil.example>',
  'https://evil.example/?a',
  '<img src=x onerror=alert(1)>',
  '# heading',
  '- item',
  '1. item',
  '```\ncode',
  '| a | b |\n|---|---|',
  '[x]: https://evil.example',
  '&lt;b&gt; *b* _i_ ~~s~~ `c`',
  '---',
])('OUT-07 %s stays text in Markdown', (text) => {
  const links: string[] = [];
  const code: string[] = [];
  const types = new Set<string>();
  const visit = (tokens: ReturnType<typeof parseMarkdown>): void => {
    for (const token of tokens) {
      types.add(token.type);
      if (token.type === 'code_inline') code.push(token.content);
      if (token.type === 'link_open') links.push(new URL(String(token.attrGet('href'))).host);
      visit(token.children ?? []);
    }
  };
  visit(parseMarkdown(highlightsAsMarkdown([{ ...one, text, comment: text, contentTitle: text }], origin)));
  expect([...new Set(links)].sort()).toEqual(['notes.example', 'www.youtube.com']);
  for (const type of [
    'image',
    'html_block',
    'html_inline',
    'fence',
    'table_open',
    'bullet_list_open',
    'ordered_list_open',
    'em_open',
    'hr',
    's_open',
  ])
    expect(types, type).not.toContain(type);
  // Bare addresses became code, complete and without invisible characters.
  for (const each of code) expect(each).toMatch(/^https:\/\/evil\.example(?:\/[\w.?]*)?$/);
});

/** RFC 4180. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [[]];
  const pattern = /"((?:[^"]|"")*)"(,|\r\n)/g;
  for (const [, cell = '', end] of text.slice(1).matchAll(pattern)) {
    rows.at(-1)?.push(cell.replaceAll('""', '"'));
    if (end === '\r\n') rows.push([]);
  }
  return rows.slice(0, -1);
}

test('OUT-07 any text survives the table, and no cell begins like a formula', () => {
  // The header row has plain names.
  const quoted = (text: string) => text.replace(/^\ufeff[^\r]*\r\n/, '\ufeff');
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('', '=', '+', '-', '@', '\t=', ' =', '\r', '＝', '%'),
      (text, sign) => {
        const words = sign + text;
        const csv = highlightsAsCsv([{ ...one, text: words, comment: words }], origin);
        const [row] = readCsv(quoted(csv));
        expect(row?.[0]?.replace(/^'/, '')).toBe(words.replace(/^'/, ''));
        expect(row).toHaveLength(8);
        for (const cell of row ?? []) expect(cell).not.toMatch(/^\s*[=+\-@%＝＋－＠]/);
      },
    ),
  );
  expect(csvCell('=HYPERLINK("x")')).toBe(`"'=HYPERLINK(""x"")"`);
  expect(csvCell('two - three')).toBe('"two - three"');
});
