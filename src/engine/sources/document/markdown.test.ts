import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readMarkdown } from './markdown.ts';

const sectionsOf = (text: string) => readMarkdown(text).sections;

describe('readMarkdown', () => {
  test('SUM-05 finds the sections under a title, each at the first segment below its heading', () => {
    const text =
      '# A talk\n\nOpening words.\n\n## One\n\nFirst.\n\nSecond.\n\n### Deeper\n\nThird.\n\n## Two\n\n- Fourth\n- Fifth\n';
    const { title, segments, sections } = readMarkdown(text);
    expect(title).toBe('A talk');
    expect(segments.map(({ id, text: words }) => `${id} ${words}`)).toEqual([
      '0 Opening words.',
      '1 First.',
      '2 Second.',
      '3 Deeper',
      '4 Third.',
      '5 Fourth',
      '6 Fifth',
    ]);
    expect(sections).toEqual([
      { title: 'A talk', segmentId: 0 },
      { title: 'One', segmentId: 1 },
      { title: 'Two', segmentId: 5 },
    ]);
  });

  test('SUM-05 keeps the words of headings that begin no section: those without text, of a lower level, at the end', () => {
    const clauses = '# Terms\n\n## 1. Rent\n\n### 1.1 Paid monthly\n\n### 1.2 In advance\n\n## 2. Keys\n\nTwo.\n\n## Signed\n';
    const { segments, sections } = readMarkdown(clauses);
    expect(segments.map(({ text }) => text)).toEqual(['1.1 Paid monthly', '1.2 In advance', 'Two.', 'Signed']);
    expect(sections).toEqual([
      { title: '1. Rent', segmentId: 0 },
      { title: '2. Keys', segmentId: 2 },
    ]);
    expect(readMarkdown('---\ntitle: Told\n---\n# Alone\n\nWords.').segments.map(({ text }) => text)).toEqual([
      'Alone',
      'Words.',
    ]);
  });

  test('SUM-05 counts segments, not paragraphs, where a long paragraph is split and a line holds no word', () => {
    const long = 'A sentence of some length stands here. '.repeat(40);
    const sections = sectionsOf(`## One\n\n${long}\n\n\\* \\* \\*\n\n## Two\n\nLast.\n`);
    const { segments } = readMarkdown(`${long}`);
    expect(segments.length).toBeGreaterThan(1);
    expect(sections).toEqual([
      { title: 'One', segmentId: 0 },
      { title: 'Two', segmentId: segments.length },
    ]);
  });

  test.each([
    ['no heading', 'Only words.'],
    ['one heading', '# Alone\n\nWords.'],
    ['headings alone', '# One\n\n## Two\n\n## Three'],
    ['a heading behind the text', 'Words.\n\n# One\n\nMore.\n\n# Two'],
    ['code alone', '```\n# no heading\n```'],
  ])('SUM-05 finds no sections in a text with %s', (_what, text) => {
    expect(sectionsOf(text)).toEqual([]);
  });

  test.each(['zh', 'en'])('SUM-14 reads the text that is offered to an empty library, %s', (language) => {
    const text = readFileSync(new URL(`../../../web/pages/home/sample/${language}.md`, import.meta.url), 'utf8');
    const { title, sections } = readMarkdown(text);
    expect(text.startsWith(`# ${title}\n`)).toBe(true);
    expect(sections).toHaveLength(6);
  });

  test.each<[front: string, told: object]>([
    [
      'title: A\nauthor: Ann\ndate: 2024-03-05\nlang: en',
      { title: 'A', author: 'Ann', publishedAt: '2024-03-05', language: 'en' },
    ],
    ['Title :  "A: b" \nLANGUAGE: de', { title: 'A: b', language: 'de' }],
    ["author: 'Ann'\ntitle: 'A\"", { title: `'A"`, author: 'Ann' }],
    ['lang: en\nlanguage: de', { language: 'en' }],
    ['title:\n  - x: y\ntags: a', {}],
    ['title:   \nauthor: ""', {}],
    ['x title: A\na b: c\ntags: x', {}],
    [`${'k'.repeat(41)}: x\ntitle: ${'t'.repeat(990)}${'u'.repeat(20)}`, { title: `${'t'.repeat(990)}uuu` }],
  ])('SUM-05 reads the front matter %j', (front, told) => {
    const empty = { title: null, author: null, publishedAt: null, language: null };
    for (const [end, rule] of [
      ['\nWords.', '---'],
      ['\nWords.', '...'],
      ['\nWords.', '---  \t'],
    ] as const) {
      const { markdown, title, author, publishedAt, language, segments } = readMarkdown(`---\n${front}\n${rule}\n${end}`);
      expect({ title, author, publishedAt, language }).toEqual({ ...empty, ...told });
      expect([markdown, segments.map(({ text }) => text)]).toEqual(['Words.', ['Words.']]);
    }
    expect(readMarkdown(`---\r\n${front.replaceAll('\n', '\r')}\r---`)).toMatchObject({ ...told, markdown: '', segments: [] });
  });

  test.each([
    'words\n---\ntitle: A\n---\n',
    '---\njust words\n\n---\n\nmore',
    '--- \ntitle: A\n---\n',
    '---\ntitle: A\n----\n',
    '---\n: A\n---\n',
    `---\ntitle: A\n${'x: y\n'.repeat(4000)}---\nwords`,
  ])('SUM-05 takes no front matter from %#', (text) => {
    const read = readMarkdown(text);
    expect(read.markdown).toBe(text.trim());
    expect([read.author, read.language]).toEqual([null, null]);
  });

  test.each([
    ['2024-03-05', '2024-03-05'],
    ['2024/03/05 10:00', '2024-03-05'],
    ['2024-03-05T10:00:00Z', '2024-03-05'],
    ['2024-03-051', null],
    ['x2024-03-05', null],
    ['2024-3-5', null],
    ['2024-13-05', null],
    ['5 March 2024', null],
  ])('SUM-05 reads the date %j of front matter as %j', (date, iso) => {
    expect(readMarkdown(`---\ndate: ${date}\n---\nWords.`).publishedAt).toBe(iso);
  });

  const textsOf = (text: string) => readMarkdown(text).segments.map((segment) => segment.text);

  test.each<[title: string, text: string, texts: string[]]>([
    ['breaks', 'One\ntwo  \nthree\\\nfour `a  b` *five*\n\n中文\n字', ['One two three four a b five', '中文字']],
    ['tables', '| A | B |\n|---|---|\n| 1 |  |\n|  |  |\n\nAfter', ['A · B', '1', 'After']],
    ['HTML between', '<div>one <b>two</b>\n three</div>\n\nfour <i>five</i>', ['one', 'two', 'three', 'four five']],
    ['unclosed HTML', '<div>one <b', ['one']],
    ['a picture and a link', '![alt](a.png)\n\n[text](b.html)', ['text']],
    ['code beside text', 'One\n\n```\ncode\n```\n\n    more', ['One']],
    ['code alone', '```\nfirst\n```\n\n    second', ['first', 'second']],
    ['headings and code', '# One\n\n```\ncode\n```\n\n## Two', ['One', 'Two']],
    ['a quote and lists', '> said\n\n1. one\n   - two\n', ['said', 'one', 'two']],
    ['nothing', ' \n', []],
  ])('SUM-05 reads Markdown with %s', (_, text, texts) => {
    expect(textsOf(text)).toEqual(texts);
  });
});
