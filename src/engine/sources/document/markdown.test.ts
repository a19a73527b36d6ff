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
});
