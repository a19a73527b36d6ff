import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseMarkdown, renderMarkdown } from '#lib/markdown/parser.ts';
import { hostileLines, lineReference, run } from '../../../tests/harness/files/hostile-text.ts';
import { expectLinearTime } from '../../../tests/harness/growth.ts';
import type { Segment } from '../domain.ts';
import { createGrounding } from '../llm/check-names-and-numbers.ts';
import { buildQuoteIndex } from '../llm/check-quotes.ts';
import { cleanAnswer, cleanDraft, escapeMarkup } from './clean-answer.ts';

const said = [
  'The barn was built in 1912 by Ada Quill.',
  'It held nine hundred sacks of rye.',
  'The miller asked for a tenth of every sack as his payment.',
  'Nobody knew who had painted the oak door.',
];
const segments: Segment[] = said.map((text, id) => ({ id, startMs: id * 10_000, endMs: id * 10_000 + 9_000, text }));
const facts = { title: 'Barn', author: null, description: null, timed: true, chapters: [] };
const verify = { grounding: createGrounding(segments, facts), quotes: buildQuoteIndex(segments) };

function cleaned(raw: string) {
  return cleanAnswer(raw, { segments, verify });
}

describe('references', () => {
  it('CON-07 become anchors that are made from segment ids', () => {
    const { markdown, citedIds, checks } = cleaned('- The barn is from 1912. [L0]\n- A tenth was asked. [L2-L3]\n');
    expect(markdown).toBe('- The barn is from 1912. [00:00](#t=0)\n- A tenth was asked. [00:20](#t=20)\n');
    expect(citedIds).toEqual([0, 2, 3]);
    expect(checks).toMatchObject({ cited: 2, unverified: 0, droppedReferences: 0 });
  });

  it('CON-07 in the middle of a line stay there, and several lead to several places', () => {
    expect(cleaned('Rye 【L1】 and a tenth (L2; L3).').markdown).toBe(
      'Rye [00:10](#t=10) and a tenth [00:20](#t=20) [00:30](#t=30).\n',
    );
  });

  it('CON-07 to lines that do not exist are taken out and counted', () => {
    const { markdown, checks } = cleaned('- A tenth. [L2, L99]\n- Invented. [L4]');
    expect(markdown).toBe('- A tenth. [00:20](#t=20)\n- Invented.\n');
    expect(checks).toMatchObject({ cited: 1, droppedReferences: 2 });
  });

  it('CON-07 to several lines without a dash are those lines alone', () => {
    expect(cleaned('Rye. [L0 L3]').citedIds).toEqual([0, 3]);
    expect(cleaned('Rye. [L0 - L2 L3]').citedIds).toEqual([0, 1, 2, 3]);
  });

  it('CON-07 of paragraphs are their numbers', () => {
    const paragraphs = segments.map((segment) => ({ ...segment, startMs: null, endMs: null }));
    expect(cleanAnswer('One. [L1]', { segments: paragraphs }).markdown).toBe('One. [¶2](#p1)\n');
  });

  it('CON-07 of every form that an honest model writes lead to the lines they name', () => {
    const many = Array.from({ length: 60 }, (_, id) => ({ id, startMs: id * 1000, endMs: id * 1000 + 900, text: 'word' }));
    fc.assert(
      fc.property(lineReference, ({ text, ids }) => {
        const { markdown, citedIds } = cleanAnswer(`It fell ${text}.`, { segments: many });
        expect(citedIds).toEqual(ids);
        expect(markdown).toMatch(/^It fell(?: \[00:\d\d\]\(#t=\d+\)){1,6}\.\n$/);
      }),
    );
  });

  it('never a time or an anchor that a model typed', () => {
    const { markdown } = cleanAnswer('As told [00:20](#t=20) and [p](#p3) and [?](#unverified).', { segments });
    expect(markdown).toBe('As told 00:20 and p and ?.\n');
  });
});

describe('checks', () => {
  it('CON-07 mark a line whose numbers are not where it points', () => {
    const { markdown, checks } = cleaned('- It was built in 1913. [L0]\n- It held 900 sacks. [L1]');
    expect(markdown).toBe('- It was built in 1913. [00:00](#t=0) [?](#unverified)\n- It held 900 sacks. [00:10](#t=10)\n');
    expect(checks.unverified).toBe(1);
  });

  it('CON-07 mark figures that stand nowhere, also without a reference', () => {
    expect(cleaned('There were 47 barns.').markdown).toBe('There were 47 barns. [?](#unverified)\n');
  });

  it('CON-07 take the quotation marks from what nobody said', () => {
    const { markdown, checks } = cleaned(
      '- “The miller asked for a tenth of every sack” [L2]\n- “The miller asked for half of the whole village” [L2]',
    );
    expect(markdown).toBe(
      '- “The miller asked for a tenth of every sack” [00:20](#t=20)\n- The miller asked for half of the whole village [00:20](#t=20)\n',
    );
    expect(checks).toMatchObject({ quotesVerified: 1, quotesUnmarked: 1 });
  });

  it('CON-07 lead a quotation to where its words are said', () => {
    const far = Array.from({ length: 60 }, (_, id) => ({
      id,
      startMs: id * 1000,
      endMs: id * 1000 + 900,
      text: id === 50 ? 'The miller asked for 12 sacks of rye.' : `Line ${id} tells of the barn.`,
    }));
    const ground = { grounding: createGrounding(far, facts), quotes: buildQuoteIndex(far) };
    const quote = '“The miller asked for 12 sacks of rye”';
    for (const [raw, shown] of [
      [`- He asked: ${quote} [L3].`, `- He asked: ${quote} [00:50](#t=50).`],
      [`- [L3] ${quote}`, `-  [00:50](#t=50) ${quote}`],
      [`| ${quote} [L3] | rye |`, `| ${quote} [00:50](#t=50) | rye |`],
    ] as const) {
      const { markdown, citedIds, checks } = cleanAnswer(raw, { segments: far, verify: ground });
      expect(markdown).toBe(`${shown}\n`);
      expect(citedIds).toEqual([50]);
      expect(checks).toMatchObject({ cited: 1, unverified: 0, quotesVerified: 1 });
    }
    const both = cleanAnswer(`The barn [L3], and: ${quote}`, { segments: far, verify: ground });
    expect(both.markdown).toBe(`The barn [00:03](#t=3), and: ${quote} [00:50](#t=50)\n`);
    const more = cleanAnswer(`- Line 3 tells of the barn and of its doors, and ${quote} [L3]`, { segments: far, verify: ground });
    expect(more.markdown).toBe(`- Line 3 tells of the barn and of its doors, and ${quote} [00:03](#t=3) [00:50](#t=50)\n`);
    expect(cleanAnswer(`# ${quote}`, { segments: far, verify: ground }).markdown).toBe(`# ${quote}\n`);
  });

  it('CON-07 look at each cell of a table', () => {
    const { markdown } = cleaned('| When | What |\n| --- | --- |\n| 1912 | Barn built [L0] |\n| 1950 | Door painted [L3] |');
    expect(markdown.split('\n')[2]).toBe('| 1912 | Barn built [00:00](#t=0) |');
    expect(markdown.split('\n')[3]).toBe('| 1950 [?](#unverified) | Door painted [00:30](#t=30) |');
  });
});

describe('form', () => {
  it('keeps headings, lists, todo items, tables and code', () => {
    const raw =
      '# Title\n\n1. One\n   - [ ] two\n   - [x] three\n\n> quoted\n\n```py\nprint([1])\n```\n\n**bold** *soft* `code`\n';
    expect(cleanAnswer(raw, { segments }).markdown).toBe(raw);
  });

  it('keeps code within a line as it was written', () => {
    const raw = [
      'Use `List<String>` and `` a[`0`] ``, not a\\[0\\], [`b[1]`](https://e.example).',
      '| `c[L1]` | [L0] |',
      '',
      '`open [x]',
      'and `d[2]`',
    ];
    const { markdown, citedIds } = cleanAnswer(raw.join('\n'), { segments });
    expect(markdown.split('\n')).toEqual([
      'Use `List<String>` and `` a[`0`] ``, not a\\[0\\], `b[1]`.',
      '| `c[L1]` |  [00:00](#t=0) |',
      '',
      '`open \\[x\\]',
      'and `d\\[2\\]`',
      '',
    ]);
    expect(citedIds).toEqual([0]);
    expect(cleaned('It held rye. `[L1]`').markdown).toBe('It held rye. [00:10](#t=10)\n');
  });

  it('leaves out a fence around everything and what nobody sees', () => {
    expect(cleaned('\n```markdown\n- A\u200b b\n```').markdown).toBe('- A b\n');
    expect(cleaned('- 👨‍👩‍👧 می‌رود\u200c').markdown).toBe('- 👨‍👩‍👧 می‌رود\n');
  });

  it('shows nothing of a reference that has not come whole', () => {
    expect(cleanDraft('- It held sacks. [L1-', segments)).toBe('- It held sacks.\n');
  });
});

describe('time', () => {
  it('CON-07 grows with what a model wrote, not with the ways to read it', () => {
    const stretches = Array.from({ length: 13 }, (_, at) => `L${10 + at * 9}-L${14 + at * 9}`).join(', ');
    // The same while the answer is being written, and when its list never ends.
    for (let end = 0; end <= stretches.length; end++) cleanDraft(`- It held sacks. [${stretches.slice(0, end)}`, segments);
    cleaned(`- Sacks. [${stretches} … and others]`);
    for (const line of hostileLines) {
      expectLinearTime((share) => cleanAnswer(line(20_000 * share), { segments }));
      expectLinearTime((share) => cleanDraft(line(20_000 * share), segments));
    }
    for (const piece of ['[L1 ', '[L1', '(L1, ', ' ', '\\', '[']) {
      expectLinearTime((share) => cleanAnswer(`x ${run(piece, 100_000 * share)}x`, { segments }));
      expectLinearTime((share) => cleanDraft(`x ${run(piece, 100_000 * share)}`, segments));
    }
  });

  it('shows nothing of a long reference that has not come whole', () => {
    const open = `[${Array.from({ length: 40 }, (_, at) => `L${at}-L${at + 1}`).join(', ')}`;
    for (let end = 0; end <= open.length; end++)
      expect(cleanDraft(`- It held sacks. ${open.slice(0, end)}`, segments)).toBe('- It held sacks.\n');
  });
});

describe('untrusted text', () => {
  const carriers = [
    '![x](https://evil.example/p?q=1)',
    '[see](https://evil.example)',
    '[![a](https://evil.example/i)](https://evil.example)',
    '<https://evil.example>',
    '<img src=https://evil.example>',
    '[a][b]\n\n[b]: https://evil.example',
    '\\[a](https://evil.example)',
    '\\\\[a](https://evil.example)',
    '\\`[a](https://evil.example)`',
    '`a` [x](<https://evil.example>)',
    '`a\nb` [x](https://evil.example) `c`',
    '`a\n`[x](https://evil.example)`',
    '`a`![](b)``[x](https://evil.example)``',
    '`a`[L99]``[x](https://evil.example)``',
    '\\`[x](https://evil.example)`',
    '| a | b |\n| --- | --- |\nc `d | [x](https://evil.example)` e',
    '| ` | `[x](https://evil.example)` |',
    '| `a`![](b)``c`` | `[x](https://evil.example)` |',
    '[a](https://evil.example "t")',
    '- [ ] [a](https://evil.example)',
    '# [a](https://evil.example)',
    '| [a](https://evil.example) | b |\n| --- | --- |\n| ![c](https://evil.example) | d |',
    '[a\n](https://evil.example)',
    '&#91;a](https://evil.example)',
    '[a](#t=5)',
    '\\```\n```\n[a](https://evil.example)',
    '[L9]~~~\n~~~\n[a](https://evil.example)',
    '~~~\n[a](https://evil.example)\n~~~',
  ];

  it.each(carriers)('CON-07 is no link and no picture: %s', (carrier) => {
    expect(linksIn(cleanAnswer(carrier, { segments }).markdown)).toEqual([]);
  });

  it('CON-07 is no link however its pieces are put together', () => {
    const piece = fc.constantFrom(
      '[',
      ']',
      '(',
      ')',
      '!',
      '<',
      '>',
      '\\',
      '`',
      '&#91;',
      'a',
      ' ',
      '\n',
      '|',
      '- ',
      '> ',
      'https://e.example',
      ':',
      '```',
      '~~~',
      '#t=1',
      '``',
      '[L9]',
      '![](b)',
      '[x](https://e.example)',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 24 }), (pieces) => {
        const { markdown } = cleanAnswer(pieces.join(''), { segments });
        expect(linksIn(markdown)).toEqual([]);
        expect(renderMarkdown(markdown)).not.toMatch(/<(?:a|img)\s/);
      }),
      { numRuns: 3000 },
    );
  });

  it('plain words stay as they are', () => {
    expect(escapeMarkup('a (b) *c* #d `e` 1 < 2')).toBe('a (b) *c* #d `e` 1 \\< 2');
  });
});

function linksIn(markdown: string): string[] {
  return parseMarkdown(markdown).flatMap((token) =>
    (token.children ?? []).filter(({ type }) => type === 'link_open' || type === 'image').map(({ type }) => type),
  );
}

/** References as the tens of their seconds; then the cited lines, how many statements cite, and what was dropped. */
function shortly(raw: string): string {
  const { markdown, citedIds, checks } = cleanAnswer(raw, { segments });
  const words = markdown.replace(/\n$/, '').replaceAll(/ \[00:(\d)0\]\(#t=\d+\)/g, '<$1>');
  return [words, citedIds.join(), checks.cited || '', checks.droppedReferences || ''].join(' / ').replace(/(?: \/ )+$/, '');
}

it.each([
  ['a [L0] b [L1]', 'a<0> b<1> / 0,1 / 1'],
  ['a [L0, L2]', 'a<0><2> / 0,2 / 1'],
  ['a [L0-L99]', 'a<0> / 0,1,2,3 / 1'],
  ['a [L3-L1] b [L1]', 'a b<1> / 1 / 1 / 1'],
  ['a [L9]', 'a /  /  / 1'],
  ['a `[L1]`', 'a<1> / 1 / 1'],
  ['a ``[L1]``', 'a ``[L1]``'],
  ['a [L1', 'a \\[L1'],
  ['- a [L1]\n  - b [L2]', '- a<1>\n  - b<2> / 1,2 / 2'],
  ['> a [L1]', '> a<1> / 1 / 1'],
  ['> 1. [ ] # a [L1]', '> 1. [ ] # a<1> / 1 / 1'],
  ['```\n[L1] <b>\n```\nb', '```\n <b>\n```\nb'],
  ['```py x\na\n```', '```py\na\n```'],
  ['~~~\na [L1]\n```\n~~~\nb [L1]', '~~~\na \n```\n~~~\nb<1> / 1 / 1'],
  ['````\n```\n````', '````\n```\n````'],
  ['```\nopen', 'open'],
  ['x\n```\n<open> [L1]', 'x\n```\n<open>'],
  ['a\n\n\n\nb', 'a\n\nb'],
  ['| a [L0] | b |\n|---|:-:|\n| c | [L1] |', '| a<0> | b |\n|---|:-:|\n| c | <1> | / 0,1 / 2'],
  ['| a \\| b [L1] | c |', '| a \\| b<1> | c | / 1 / 1'],
  ['- |a|', '- | a |'],
  ['a | b', 'a | b'],
  [
    '![x](y) [z](w "t") <https://e.x> <mailto:a@b.c> <b> &amp; &x \\[a\\] [q]',
    'x z https://e.x mailto:a@b.c \\<b> &amp;amp; &x \\[a\\] \\[q\\]',
  ],
  ['```md\na\n```', 'a'],
  ['```md\na\n```\nb', '```md\na\n```\nb'],
  ['```md\na\n```\nb\n```', '```md\na\n```\nb\n```'],
  ['```md\na', 'a'],
  ['a\u200bb\r\nc\rd', 'ab\nc\nd'],
  ['a [L0] [L0, L1, L2, L3] b', 'a<0><0><1><2><3> b / 0,1,2,3 / 1'],
  ['a  [L1]  b', 'a<1>  b / 1 / 1'],
])('CON-07 an answer %j is written as it is meant', (raw, expected) => {
  expect(shortly(raw)).toBe(expected);
});

it('CON-07 a reference shows six places and cites sixty lines behind its first', () => {
  const many = Array.from({ length: 100 }, (_, id) => ({ id, startMs: id * 1000, endMs: id * 1000 + 900, text: 'word' }));
  const { markdown, citedIds } = cleanAnswer('a [L0, L2, L4, L6, L8, L10, L12]', { segments: many });
  expect(markdown.match(/#t=/g)).toHaveLength(6);
  expect(citedIds).toEqual([0, 2, 4, 6, 8, 10, 12]);
  expect(cleanAnswer('a [L1-L99]', { segments: many }).citedIds).toEqual(Array.from({ length: 61 }, (_, at) => at + 1));
});

it.each([
  ['a [L', 'a'],
  ['a (L1, ', 'a'],
  ['a 【L1-', 'a'],
  ['a [abc', 'a'],
  ['a (b', 'a'],
  ['a [abc]', 'a \\[abc\\]'],
  [`a [${'x'.repeat(60)}`, 'a'],
  [`a [${'x'.repeat(61)}`, `a \\[${'x'.repeat(61)}`],
  ['a [b\nc', 'a \\[b\nc'],
])('CON-07 of the draft %j nothing is shown that may become a reference', (raw, shown) => {
  expect(cleanDraft(raw, segments)).toBe(`${shown}\n`);
});
