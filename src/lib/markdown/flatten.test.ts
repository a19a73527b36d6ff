import { expect, test } from 'vitest';
import { citationsOf } from './claims.ts';
import { escapeMarkdownText } from './escape-text.ts';
import { type FlatBlock, flattenMarkdown, type Run } from './flatten.ts';
import { parseMarkdown } from './parser.ts';
import { plainLine } from './plain-line.ts';
import { wordsOfMarkdown } from './words.ts';

const runText = ({ text, href, ...look }: Run) =>
  [text, ...Object.keys(look).map((name) => `{${name}}`), ...(href === undefined ? [] : [`{${href}}`])].join('');
const runsText = (runs: Run[]) => runs.map(runText).join('/');

/** Each block in short: its kind, then what it says of itself, then its runs. */
function shortly(block: FlatBlock): string {
  switch (block.type) {
    case 'heading':
      return `h${block.level} ${runsText(block.runs)}`;
    case 'paragraph':
      return `${block.quoted ? '>' : 'p'} ${runsText(block.runs)}`;
    case 'item':
      return `${'-'.repeat(block.depth + 1)}${block.number ?? ''}${{ true: 'x', false: 'o', null: '' }[`${block.checked}`]} ${runsText(block.runs)}`;
    case 'code':
      return `code ${block.text}`;
    case 'table':
      return block.rows.map((row) => `|${row.map(runsText).join('|')}`).join(' ');
    case 'rule':
      return 'rule';
  }
}
const link = (href: string) => (href.startsWith('https:') ? href : href.startsWith('#t') ? `time ${href}` : null);
const flat = (markdown: string) => flattenMarkdown(markdown, link).map(shortly);

test('the words of a note have their look and their links', () => {
  expect(
    flat(
      '# A *b*\n\n> q **c** ~~d~~\n\ntext\nsoft  \nhard `code` [l](https://a.example) [t](#t=5) [no](#p1) x\n\n***b _i_*** ![pic](https://a.example/p)',
    ),
  ).toEqual([
    'h1 A /b{italic}',
    '> q /c{bold}/ /d{strike}',
    'p text/ /soft/\n/hard /code{code}/ /l{https://a.example}/ /t{time #t=5}/ /no/ x',
    'p b {bold}{italic}/i{bold}{italic}/ /pic',
  ]);
});

test('the items of lists have their depth, their number and their box', () => {
  expect(
    flat(
      '- i\n  1. j\n  2. k\n\n     more\n- [ ] open\n- [x] done\n- [X] **also**\n- [ ]\n- \n- [x]y\n\n3. three\n4. four\n\npara\n\n- > quoted\n- \n\n  under\n\n> - a\n>\n> b\n\n- # head',
    ),
  ).toEqual(
    [
      '- i',
      '--1 j',
      '--2 k',
      '--- more',
      '-o open',
      '-x done',
      '-x also{bold}',
      '- [x]y',
      '-3 three',
      '-4 four',
      'p para',
      '- quoted',
      '- ',
      'p under',
      '- a',
      '> b',
      'h1 head',
    ].filter((line) => line !== '- '),
  );
});

test('rules, code and tables are blocks, and what follows them is itself', () => {
  expect(
    flat('---\n\n```js\ncode\n\n```\n\n    indented\n\n| a | b |\n|---|---|\n| c *d* | |\n\nend\n\n###### six\nlast'),
  ).toEqual(['rule', 'code code\n', 'code indented', '|a|b |c /d{italic}|', 'p end', 'h6 six', 'p last']);
});

const cited = (markdown: string) =>
  citationsOf(parseMarkdown(markdown)).map(({ anchor, claim }) => [
    anchor.kind === 'time' ? `${anchor.ms}` : `p${anchor.id}`,
    `${claim.text}${claim.unverified ? ' ?' : ''}`,
  ]);

test('a reference supports what is said before it, back to the reference before', () => {
  expect(
    cited(
      'A **bold** claim [0:05](#t=5) [0:06](#t=6) [?](#unverified). Next `one`\nhere [¶2](#p1), tail [web](https://x.example) said [0:09](#t=9)\n[?](#unverified)\n\n- Item [x](#t=1) [?](#unverified) more  \nyet [y](#t=2)',
    ),
  ).toEqual([
    ['5000', 'A bold claim ?'],
    ['6000', 'A bold claim ?'],
    ['p1', '. Next one here'],
    ['9000', ', tail web said ?'],
    ['1000', 'Item ?'],
    ['2000', 'more yet'],
  ]);
  expect(cited('[0:05](#t=5) [?](#unverified) A [0:06](#t=6)B [0:07](#t=7) C [?](#unverified)')).toEqual([
    ['5000', ' ?'],
    ['6000', 'A'],
    ['7000', 'B'],
  ]);
  expect(cited('No [web](https://x.example) reference')).toEqual([]);
});

test('the words of a note are without its marks and anchors', () => {
  const words = wordsOfMarkdown(
    '# A *b* [0:05](#t=5) [?](#unverified)\n\n- c\n  d  \n  e\n- [f](https://x.example) g\n\n```\ncode\n```\n\n| a | b |\n|-|-|\n| c | d |',
  );
  expect(words.split('\n').filter(Boolean)).toEqual(['A b', 'c d e', 'f g', 'code', 'a', 'b', 'c', 'd']);
});

test.each([
  ['- a', '\\- a', '- a'],
  ['+a', '\\+a', '+a'],
  ['= a', '\\= a', '= a'],
  ['1. a', '1\\. a', '1. a'],
  ['12) a', '12\\) a', '12) a'],
  ['1.', '1\\.', '1.'],
  ['1.5', '1.5', '1.5'],
  ['a - 1. b', 'a - 1. b', 'a - 1. b'],
  ['  a \n b ', 'a b', 'a b'],
  ['*_`[]<>#|~&\\(', '\\*\\_\\`\\[\\]\\<\\>\\#\\|\\~\\&\\\\(', '\\*\\_\\`\\[\\]\\<\\>\\#\\|\\~\\&\\\\('],
])('the text %j is escaped at the beginning of a paragraph and within it', (text, leading, inside) => {
  expect([escapeMarkdownText(text), escapeMarkdownText(text, true), escapeMarkdownText(text, false)]).toEqual([
    leading,
    leading,
    inside,
  ]);
});

test.each([
  ['1) a', 'a'],
  ['12. b', 'b'],
  ['> > c', 'c'],
  ['   ### c', 'c'],
  ['####### d', '####### d'],
  ['- [X] e', 'e'],
  ['* f', 'f'],
  ['+ g', 'g'],
  ['-h', '-h'],
  ['- - x', '- x'],
  ['a ![p](q) b', 'a b'],
  ['x  [0:05](#t=5)y', 'xy'],
  ['x [a](#p12)', 'x'],
  ['x [a](#px)', 'x a'],
  ['a [?](#unverified) b', 'a b'],
  ['**a** __b__ ~~c~~ `d` *e* f_g', 'a b c d e f_g'],
  ['a&amp;b', 'a&b'],
  ['\\*a\\* \\~ \\! \\a', '*a* ~ ! \\a'],
])('the line %j is shown as %j', (line, plain) => {
  expect(plainLine(line)).toBe(plain);
});
