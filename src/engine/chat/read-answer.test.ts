import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseMarkdown } from '#lib/markdown/parser.ts';
import { hostileLines } from '../../../tests/harness/files/hostile-text.ts';
import { expectLinearTime } from '../../../tests/harness/growth.ts';
import type { Segment } from '../domain.ts';
import { createAnswerReader } from './read-answer.ts';

const lines = [
  'The village kept its grain in a stone barn near the river.',
  'A keeper weighed each of the 240 sacks and wrote its weight into a book.',
  'Then the mill was built and the price of flour began to fall.',
  'The miller asked for a tenth of every sack as his payment.',
  '后来村里人觉得这个价钱太高了。',
];
const segments: Segment[] = lines.map((text, id) => ({ id, startMs: id * 10_000, endMs: id * 10_000 + 9000, text }));
const facts = { title: 'Barn', author: null, description: null, timed: true, chapters: [] };
const reader = (given: (id: number) => boolean = () => true) => createAnswerReader({ segments, facts, given });

const answer = `The keeper weighed 240 sacks [L1]. He wrote "wrote its weight into a book" down. [L1-L2]

- The miller took a tenth. [L3, L4]
1. 村里人觉得价钱太高【L4】。

RELATED
- Why did the price fall? [L2]
2. 谁付钱给磨坊主？
- x
`;

test('CON-11 drops characters that nobody sees and those that turn the direction', () => {
  const answer = createAnswerReader({ segments, facts, given: () => true }).read('The\u200b mill\u202e turns. [L2]', true);
  expect(answer.markdown).toBe('The mill turns. [00:20](#t=20)');
});

test('CON-11 turns cited lines into times and sources, and takes off the related questions', () => {
  const read = reader().read(answer, true);
  expect(read.markdown).toBe(
    'The keeper weighed 240 sacks. [00:10](#t=10) He wrote "wrote its weight into a book" down. [00:10](#t=10)\n\n' +
      '- The miller took a tenth. [00:30](#t=30)\n' +
      '1. 村里人觉得价钱太高。 [00:40](#t=40)',
  );
  expect(read.sources.map(({ first, last, startMs }) => [first, last, startMs])).toEqual([
    [1, 1, 10_000],
    [1, 2, 10_000],
    [3, 4, 30_000],
    [4, 4, 40_000],
  ]);
  expect(read.sources[0]?.text).toBe(lines[1]);
  expect(read.related).toEqual(['Why did the price fall?', '谁付钱给磨坊主？']);
});

test('CON-11 takes off the number of a related question, and none that it begins with', () => {
  const { related } = reader().read(
    'Yes. [L1]\n\nRELATED\n2.0 和 1.0 有什么区别？\n2. 谁付钱给磨坊主？\n3) 为什么？真的？',
    true,
  );
  expect(related).toEqual(['2.0 和 1.0 有什么区别？', '谁付钱给磨坊主？', '为什么？真的？']);
});

test('CON-11 drops sources that do not exist or were not given', () => {
  const read = reader((id) => id !== 3).read('A claim [L99]. Another one [L3]. A third [L1].', true);
  expect(read.sources.map(({ first }) => first)).toEqual([1]);
  expect(read.droppedReferences).toBe(2);
  expect(read.markdown).not.toMatch(/L\d/);
});

const table = `The prices:

| Who | Took |
|:--|--:|
| The *keeper* [L1] | 240 sacks |
| The miller | a tenth \\| 9731 sacks [L3] |
| Nobody |

| In | Words |
|---|---|
| *one* | **two** | three |

After. [L0]`;

test('CON-11 checks every cell of a table, with references of neighbouring cells', () => {
  const { markdown, sources } = reader().read(table, true);
  expect(markdown).toBe(
    [
      'The prices:\n',
      '| Who | Took |',
      '| --- | --- |',
      '| The keeper [00:10](#t=10) | 240 sacks |',
      '| The miller | a tenth \\| 9731 sacks [00:30](#t=30) [?](#unverified) |',
      '| Nobody |  |\n',
      '| In | Words |',
      '| --- | --- |',
      '| one | two three |\n',
      'After. [00:00](#t=0)',
    ].join('\n'),
  );
  expect(sources.map(({ first }) => first)).toEqual([0, 1, 3]);
  expect(parseMarkdown(markdown).filter(({ type }) => type === 'table_open')).toHaveLength(2);
});

test('CON-11 never shows an unfinished table as bars, and keeps what was shown', () => {
  let rows = 0;
  for (let end = 0; end <= table.length; end++) {
    const { markdown } = reader().read(table.slice(0, end), end === table.length);
    const tokens = parseMarkdown(markdown);
    expect(tokens.filter(({ type, content }) => type === 'inline' && /^\\?\|/.test(content))).toEqual([]);
    const now = tokens.filter(({ type }) => type === 'tr_open').length;
    expect(now).toBeGreaterThanOrEqual(rows);
    rows = now;
  }
  expect(rows).toBe(6);
});

const code = `He says [L0]:

\`\`\`sh
weigh --sack 7   # [L1] <b>
  echo "\\*"

RELATIVE
\`\`\`

1. Then this. [L1]
   ~~~
   \`\`\`x
     y
   ~~~
After. [L2]`;

test('CON-11 leaves code unchanged', () => {
  const { markdown, sources } = reader().read(code, true);
  expect(markdown).toBe(
    [
      'He says: [00:00](#t=0)\n',
      '```sh\nweigh --sack 7   # [L1] <b>\n  echo "\\*"\n\nRELATIVE\n```\n',
      '1. Then this. [00:10](#t=10)\n',
      '````\n```x\n  y\n````\n',
      'After. [00:20](#t=20)',
    ].join('\n'),
  );
  expect(sources.map(({ first }) => first)).toEqual([0, 1, 2]);
  const tokens = parseMarkdown(markdown);
  expect(tokens.filter(({ type }) => type === 'fence').map(({ content }) => content)).toEqual([
    'weigh --sack 7   # [L1] <b>\n  echo "\\*"\n\nRELATIVE\n',
    '```x\n  y\n',
  ]);
});

test('CON-11 shows unfinished code line by line and keeps what was shown', () => {
  const one = reader();
  let shown: string[] = [];
  for (let end = 0; end <= code.length; end++) {
    const tokens = parseMarkdown(one.read(code.slice(0, end), false).markdown);
    expect(tokens.filter(({ type, content }) => type === 'inline' && /`|~|--sack|echo/.test(content))).toEqual([]);
    const now = tokens.filter(({ type }) => type === 'fence').map(({ content }) => content.trimEnd());
    expect(now.length).toBeGreaterThanOrEqual(shown.length);
    for (const [at, text] of shown.entries()) expect(now[at]?.startsWith(text), `at ${end}`).toBe(true);
    shown = now;
  }
  expect(shown).toHaveLength(2);
  // An answer that stops inside a code block still ends with a code block.
  const stopped = parseMarkdown(reader().read(code.slice(0, code.indexOf('RELATIVE')), true).markdown);
  expect(stopped.at(-1)?.type).toBe('fence');
});

test('CON-11 reads an answer inside a fence, and code inside it', () => {
  const inside = 'The barn is of stone. [L0]\n\n```js\nlet x\n```\n\n- The keeper weighed. [L1]';
  const plain = reader().read(inside, true);
  expect(plain.sources).toHaveLength(2);
  for (const wrapped of [`\`\`\`\n${inside}\n\`\`\``, `Here:\n\`\`\`markdown\n${inside}\n\`\`\`\n`]) {
    const read = reader().read(wrapped, true);
    expect(read.markdown.replace('Here:\n\n', '')).toBe(plain.markdown);
    expect(read.sources).toEqual(plain.sources);
  }
  expect(reader().read('```npm start``` runs it. [L0]', true).markdown).toContain('npm start');
});

test('CON-11 keeps bars that make no table', () => {
  expect(reader().read('| a lonely line |\nMore. [L0]', true).markdown).toBe('\\| a lonely line \\|\n\nMore. [00:00](#t=0)');
  expect(reader().read('|x|', true).markdown).toBe('\\|x\\|');
});

test('CON-11 unmarks invented quotations, corrects misheard ones and marks invented numbers', () => {
  const { markdown } = reader().read(
    'He said "we will burn down everything tomorrow" [L0]. They sold 9731 sacks [L1]. It says "kept its grain in a stone barm near the river" [L0].',
    true,
  );
  expect(markdown).not.toContain('"we will burn');
  expect(markdown).toContain('9731 sacks. [00:10](#t=10) [?](#unverified)');
  expect(markdown).toContain('stone barn near the river');
});

test('CON-11 lets no image, link, HTML or heading of a model through', () => {
  const carriers = [
    '![x](https://evil.example/a.png)',
    '[click](https://evil.example)',
    '<img src=x onerror=alert(1)>',
    '<a href="javascript:alert(1)">x</a>',
    '[a]: https://evil.example/x',
    '<https://evil.example>',
    '![a][b]\n\n[b]: https://evil.example/p.png',
    '| a | b |\n|---|---|\n| ![x](//evil.example/i) | y |',
    '[![x](https://evil.example/i.png)](https://evil.example)',
    '# Title ![](https://evil.example/x)',
  ];
  for (const carrier of carriers) {
    const { markdown } = reader().read(`Words. [L0]\n\n${carrier}\n\nmore ${carrier} [L1]`, true);
    const flat = parseMarkdown(markdown).flatMap((token) => [token, ...(token.children ?? [])]);
    const links = flat.filter(({ type }) => type === 'link_open').map((token) => String(token.attrGet('href')));
    expect(
      links.filter((href) => !href.startsWith('#')),
      carrier,
    ).toEqual([]);
    expect(
      flat.some(({ type }) => ['image', 'html_block', 'html_inline'].includes(type)),
      carrier,
    ).toBe(false);
  }
});

test('CON-11 shows no part of a reference or of the end at any cut, with one result for any chunks', () => {
  const whole = reader().read(answer, true);
  const one = reader();
  for (let at = 0; at <= answer.length; at++) {
    const partial = one.read(answer.slice(0, at), false);
    const words = partial.markdown.replace(/\[[^\]]*\]\(#[^)]*\)/g, '');
    expect(words, `at ${at}`).not.toMatch(/[[【]|L\d|RELATED|REL$/);
    const stopped = one.read(answer.slice(0, at), true);
    expect(stopped.markdown.replace(/\[[^\]]*\]\(#[^)]*\)/g, ''), `stopped at ${at}`).not.toMatch(/\[\s*L\s*\d|L\d+\s*[-,]/);
    for (const source of partial.sources) expect(segments[source.last]).toBeDefined();
  }
  expect(one.read(answer, true)).toEqual(whole);
});

test('removes reasoning from the answer, at any cut', () => {
  const raw = '<think>secret plan\nRELATED\n- no</think>\nThe barn is of stone. [L0]';
  const one = reader();
  for (let at = 0; at <= raw.length; at++)
    expect(one.read(raw.slice(0, at), false).markdown).not.toMatch(/secret|plan|think|no</);
  expect(one.read(raw, true).markdown).toBe('The barn is of stone. [00:00](#t=0)');
});

test('reads any text without failing, with existing anchors only', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 20 }),
    fc.constantFrom('[L1]', '[L', '【L2-L9】', '(L3,', '\n', 'RELATED', '- ', '](', '![', '<', '```', '"', '“', '#t=1', '\n\n'),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), fc.boolean(), (pieces, done) => {
      const read = reader().read(pieces.join(''), done);
      const flat = parseMarkdown(read.markdown).flatMap((token) => [token, ...(token.children ?? [])]);
      for (const token of flat)
        if (token.type === 'link_open')
          expect(['#unverified', '#t=0', '#t=10', '#t=20', '#t=30', '#t=40']).toContain(String(token.attrGet('href')));
      expect(flat.some(({ type }) => type === 'image' || type.startsWith('html'))).toBe(false);
    }),
    { numRuns: 400 },
  );
});

test('CON-11 cuts a source’s words between characters only', () => {
  for (const before of ['', 'a']) {
    const long: Segment[] = [{ id: 0, startMs: 0, endMs: 9000, text: before + '😀'.repeat(400) }];
    const read = createAnswerReader({ segments: long, facts, given: () => true }).read('They laughed. [L0]', true);
    expect(read.sources[0]?.text).toMatch(/😀…$/u);
    expect(read.sources[0]?.text.isWellFormed()).toBe(true);
  }
  expect(reader().read('Half a face \ud83d stands here. [L1]', true).markdown.isWellFormed()).toBe(true);
});

test('CON-11 reads a long reference as one, and shows no part of it', () => {
  const many: Segment[] = Array.from({ length: 130 }, (_, id) => ({
    id,
    startMs: id * 1000,
    endMs: id * 1000 + 900,
    text: 'Rye.',
  }));
  const one = createAnswerReader({ segments: many, facts, given: () => true });
  const raw = `They kept rye. [${Array.from({ length: 40 }, (_, at) => `L${at * 3}-L${at * 3 + 1}`).join(', ')}] And more.`;
  for (let at = 0; at <= raw.length; at++)
    for (const done of [false, true])
      expect(one.read(raw.slice(0, at), done).markdown.replace(/\[[^\]]*\]\(#[^)]*\)/g, '')).not.toMatch(/[[【]|L\d/);
  expect(one.read(raw, true).markdown).toBe('They kept rye. [00:00](#t=0) [00:03](#t=3) [00:06](#t=6) And more.');
  expect(one.read(raw, true).sources).toHaveLength(24);
});

test('reads any answer in linear time', () => {
  // Has every piece once. The lines are far longer than a link may be, as reading a link takes quadratic time.
  for (const line of hostileLines.filter((_, at) => at % 3 === 0))
    expectLinearTime((share) => {
      const one = reader();
      one.read(line(13_000 * share), false);
      one.read(line(13_000 * share), true);
    });
});

/** Anchors as the number of their line, `?` for what no line says; then the sources and what was dropped. */
function shortly(raw: string, done = true): string {
  const { markdown, sources, droppedReferences } = reader((id) => id !== 4).read(raw, done);
  const words = markdown.replaceAll(/ \[\d\d:(\d)0\]\(#t=\d+\)/g, '<$1>').replaceAll(' [?](#unverified)', '<?>');
  const cited = sources.map(({ first, last }) => `${first}-${last}`).join();
  return [words, cited, droppedReferences || ''].join(' / ').replace(/(?: \/ )+$/, '');
}

test.each<[raw: string, whole: string, shown?: string]>([
  ['a [L0] b [L1]', 'a<0> b<1> / 0-0,1-1'],
  ['a [L0], b [L1].', 'a,<0> b.<1> / 0-0,1-1'],
  ['a [L0]。b', 'a。<0> b / 0-0'],
  ['a [L0]" b', 'a"<0> b / 0-0'],
  ['a  [L0]  b', 'a<0> b / 0-0'],
  ['a [L0] [L1] b', 'a<0> b / 0-1'],
  ['a [L0, L2, L3, L1]', 'a<0> / 0-3'],
  ['a [L0] [L2] [L0, L2]', 'a<0><2> / 0-0,2-2'],
  ['a [L0, L2] [L3] b [L0-L1] c [L0-L1]', 'a<0><2> b<0> c<0> / 0-0,0-1,2-3'],
  ['[L0] a', '<0> a / 0-0'],
  ['a [L4]', 'a /  / 1'],
  ['a [L9]', 'a /  / 1'],
  ['a [L3-L9]', 'a<3> / 3-3 / 1'],
  ['a [L0] b [L9] c [L9]', 'a<0> b c / 0-0 / 2'],
  ['A 7777 [L0]. B [L1]', 'A 7777.<0><?> B<1> / 0-0,1-1', 'A 7777.<0> B<1> / 0-0,1-1'],
  ['A 240 [L1]', 'A 240<1> / 1-1'],
  ['a 240', 'a 240'],
  ['a 7777\nb', 'a 7777<?>\n\nb'],
  [
    '- a\n- b\n1. c\n2) d\n3、e\n  - f\n • g\n+ h\n* i\n012. j\n1234. k\nl',
    '- a\n- b\n1. c\n2. d\n\n3、e\n\n  - f\n- g\n- h\n- i\n12. j\n\n1234\\. k<?>\n\nl',
  ],
  ['# a\n###### b\n####### c\n> d\n>> e\n>f', 'a\n\nb\n\n\\####### c\n\nd\n\ne\n\nf'],
  ['a\n\n\n\nb\n- c\n\n- d\ne', 'a\n\nb\n\n- c\n- d\n\ne'],
  ['---\na\n***\nb\n===\nc\n--- d\n** e', 'a\n\nb\n\nc\n\n\\--- d\n\ne'],
  ['a\r\nb\rc', 'a\n\nb\n\nc'],
  ['a\nRELATED to b', 'a\n\nRELATED to b<?>', 'a\n\nRELATED to b'],
  ['a\nREL', 'a\n\nREL<?>', 'a'],
  ['a\n-', 'a\n\n\\-', 'a\n\n\\-'],
  ['a [L', 'a'],
  ['a (L0, L', 'a'],
  ['a [x', 'a \\[x', 'a'],
  ['a (x', 'a (x', 'a'],
  [`a (${'x'.repeat(200)}`, `a (${'x'.repeat(200)}`, 'a'],
  [`a (${'x'.repeat(201)}`, `a (${'x'.repeat(201)}`],
  ['a [x\nb', 'a \\[x\n\nb'],
  ['a [L1\nb', 'a\n\nb'],
  ['a [L0] b [', 'a<0> b / 0-0'],
  ['|a|b|\n|-|-|\n|c|d|', '| a | b |\n| --- | --- |\n| c | d |', '| a | b |\n| --- | --- |'],
  ['|a|b|\n|-|-|\n|c|d|\n\n|e|f|', '| a | b |\n| --- | --- |\n| c | d |\n\n\\|e\\|f\\|', '| a | b |\n| --- | --- |\n| c | d |'],
  ['|a|b|\n|-|', '\\|a\\|b\\|\n\n\\|-\\|', ''],
  ['|a|b|\n|-|-|\n|c|', '| a | b |\n| --- | --- |\n| c |  |', '| a | b |\n| --- | --- |'],
  ['|a|b|\n|-|-|\n|c|d|e|\n|---|---|\nx', '| a | b |\n| --- | --- |\n| c | d e |\n\nx'],
  ['|a|b|\n|:-|-:|\n|c|d|\nx', '| a | b |\n| --- | --- |\n| c | d |\n\nx'],
  ['|a|b|\n|:-|x|\nx', '\\|a\\|b\\|\n\n\\|:-\\|x\\|\n\nx', '\\|a\\|b\\|\n\nx'],
  ['|a|\n|-|\n```js\n1\n```\n|b|\nx', '| a |\n| --- |\n\n```js\n1\n```\n\n\\|b\\|\n\nx', '| a |\n| --- |\n\n```js\n1\n```\n\nx'],
  ['|a\n|b|', '\\|a\n\n\\|b\\|', ''],
  ['```\na\n```', 'a'],
  ['```\na\n```\n```\nb\n```\nc', 'a\n\n```\nb\n```\n\nc'],
  ['x\n```js\na', 'x\n\n```js\na\n```', 'x'],
  ['x\n```js\n```\ny', 'x\n\ny'],
  ['x\n```js\n\n', 'x'],
  ['x\n~~~\na\n```\nb\n~~~~\ny', 'x\n\n````\na\n```\nb\n````\n\ny'],
  ['x\n   ```js\n   a\n     b\n  c\n```\ny', 'x\n\n```js\na\n  b\nc\n```\n\ny'],
  ['x\n````js\n```\n````\ny', 'x\n\n````js\n```\n````\n\ny'],
  ['x\n``', 'x'],
  ['x\n ~~', 'x\n\n\\~\\~', 'x'],
  ['x\na~', 'x\n\na\\~'],
  ['\n```\na\n```', 'a'],
  ['x\n```mdx\na\n```', 'x\n\n```mdx\na\n```'],
  ['x\n```markdown\na\n```\nb', 'x\n\na\n\nb'],
  ['x\n  |a|b|  \n |-|-| \ny', 'x\n\n| a | b |\n| --- | --- |\n\ny'],
  ['x\n``a', 'x\n\na'],
  ['a [] b ( ) c', 'a b ( ) c'],
  ['1. [L0]\n-', '1. <0>\n\n\\- / 0-0'],
])('CON-11 an answer %j is shown as it ends and while it comes', (raw, whole, shown = whole) => {
  expect([shortly(raw), shortly(raw, false)]).toEqual([whole, shown]);
});

test.each<[raw: string, body: string, related: string[], soFar: string[]]>([
  ['RELATED\n- abcd', '', ['abcd'], []],
  ['a\n\nRelated:\n- abc\n- abcd\n- abcd\n- efgh\n- ijkl\n- mnop', 'a', ['abcd', 'efgh', 'ijkl'], ['abcd', 'efgh', 'ijkl']],
  ['a\n## 相关问题：\n- 一二三四', 'a', ['一二三四'], []],
  ['a\n延伸问题\n- 一二三四\n- 五六七八', 'a', ['一二三四', '五六七八'], ['一二三四']],
  ['a\n**Related questions**\nwords\n1. more [L0] words', 'a', ['words', 'more words'], ['words']],
  [`a\nRELATED\n${'b'.repeat(200)}\n${'c'.repeat(201)}\n`, 'a', ['b'.repeat(200)], ['b'.repeat(200)]],
])('CON-11 behind the answer %j come the next questions', (raw, body, related, soFar) => {
  expect(reader().read(raw, true)).toMatchObject({ markdown: body, related });
  expect(reader().read(raw, false)).toMatchObject({ markdown: body, related: soFar });
});

test('CON-11 a source shows its page and its words, 320 characters of them', () => {
  const pages: Segment[] = ['x'.repeat(160), ` ${'y'.repeat(159)}\n\t`, 'z '.repeat(200)].map((text, id) => ({
    ...{ id, startMs: null, endMs: null, page: id + 3 },
    text,
  }));
  const { sources } = createAnswerReader({ segments: pages, facts, given: () => true }).read('a [L0-L1] b [L2] c [L1-L2]', true);
  expect(sources).toEqual(
    [
      { first: 0, last: 1, startMs: null, page: 3, text: `${'x'.repeat(160)} ${'y'.repeat(159)}` },
      { first: 2, last: 2, startMs: null, page: 5, text: `${'z '.repeat(160).trimEnd()}…` },
      { first: 1, last: 2, startMs: null, page: 4, text: `${'y'.repeat(159)} ${'z '.repeat(80).trimEnd()}…` },
    ].sort((a, b) => a.first - b.first),
  );
});
