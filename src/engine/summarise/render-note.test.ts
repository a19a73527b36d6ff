import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseAnchor } from '#lib/markdown/anchors.ts';
import { maxMarkdownLength } from '#lib/markdown/limits.ts';
import { parseMarkdown, renderMarkdown } from '#lib/markdown/parser.ts';
import { tagsOf } from '#lib/notes/hashtags.ts';
import { anchorOf, escapeInline } from '#lib/notes/write-line.ts';
import type { Outline, Segment } from '../domain.ts';
import { renderNote } from './render-note.ts';

const timed: Segment[] = Array.from({ length: 8 }, (_, id) => ({
  id,
  startMs: id * 600_000 + 400,
  endMs: id * 600_000 + 9_000,
  text: `line ${id}`,
}));

function outlineOf(text: string): Outline {
  return {
    method: 'model',
    model: 'm',
    language: 'en',
    abstract: [{ text, segmentIds: [] }],
    chapters: [
      {
        title: text,
        startMs: 400,
        segmentIds: [0, 1, 2],
        points: [{ text, segmentIds: [1], details: [{ text, segmentIds: [7] }] }],
      },
    ],
    tags: ['人工智能', 'deep learning'],
    checks: {
      droppedReferences: 0,
      quotesVerified: 0,
      quotesRepaired: 0,
      quotesUnmarked: 0,
      statements: 0,
      statementsVerified: 0,
    },
  };
}

function linksOf(markdown: string): string[] {
  return parseMarkdown(markdown).flatMap((token) =>
    (token.children ?? []).flatMap((child) => (child.type === 'link_open' ? [String(child.attrGet('href') ?? '')] : [])),
  );
}

describe('renderNote', () => {
  test('SUM-13 writes abstract, anchored sections and points, and the tags on the last line', () => {
    expect(renderNote(outlineOf('A thing'), timed)).toBe(
      '> A thing\n\n## A thing [00:00](#t=0.4)\n\n- A thing [10:00](#t=600.4)\n  - A thing [1:10:00](#t=4200.4)\n\n#人工智能 #deep-learning\n',
    );
  });

  test('SUM-14 says once when sentences of the source are shortened', () => {
    const [chapter] = outlineOf('A thing').chapters;
    const shortened = { text: 'A part…', segmentIds: [1], shortened: true };
    const withLines = (points: Outline['chapters'][0]['points']) => ({
      ...outlineOf('A thing'),
      chapters: [{ ...chapter, title: 'T', startMs: 400, segmentIds: [0], points }],
    });
    const marks = (outline: Outline) => renderNote(outline, timed).split('Some are shortened').length - 1;
    expect(marks(withLines([shortened, shortened]))).toBe(1);
    expect(marks(withLines([{ text: 'A', segmentIds: [1], details: [shortened] }]))).toBe(1);
    expect(marks({ ...outlineOf('A'), abstract: [shortened] })).toBe(1);
    expect(marks(outlineOf('A thing'))).toBe(0);
    expect(renderNote({ ...withLines([shortened]), language: 'zh' }, timed)).toContain('在分句处截短（…）');
  });

  test('SUM-14 opens with a title of its own where there is one', () => {
    expect(renderNote({ ...outlineOf('A thing'), title: '*Silt*' }, timed)).toMatch(/^# \\\*Silt\\\*\n\n> A thing\n/);
    // The only chapter already has this title.
    expect(renderNote({ ...outlineOf('A thing'), title: 'A thing' }, timed)).toMatch(/^> A thing\n/);
  });

  test('SUM-14 gives a source of a few words no heading that says all of them', () => {
    const [chapter] = outlineOf('').chapters;
    const brief = (title: string, text: string): Outline => ({
      ...outlineOf(''),
      method: 'extractive',
      abstract: [],
      chapters: [{ ...chapter, title, startMs: 400, segmentIds: [0], points: [{ text, segmentIds: [0] }] }],
      tags: [],
    });
    expect(renderNote(brief('今天开会', '今天开会。'), timed)).toBe('- 今天开会。 [00:00](#t=0.4)\n');
    expect(renderNote(brief('Stone barn', 'In a stone barn.'), timed)).toMatch(/^## Stone barn/);
  });

  test('SUM-01 numbers paragraphs from one where there is no timeline', () => {
    const paragraphs = timed.map((segment) => ({ ...segment, startMs: null, endMs: null }));
    expect(renderNote(outlineOf('x'), paragraphs)).toContain('- x [¶2](#p1)');
  });

  test('writes numbers and signs in headings as they are, and escapes what opens a list elsewhere', () => {
    const [before = ''] = renderNote(outlineOf('1. First + more'), timed).split('\n#人工智能');
    expect(before).toContain('## 1. First + more');
    expect(before).toContain('- 1\\. First + more');
    expect(renderNote(outlineOf('# 2) x'), timed)).toContain('## \\# 2) x');
  });

  test('links only to its own anchors and keeps only its own tags for any text', () => {
    const hostile = fc.oneof(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }),
      fc.constantFrom(
        '[x](javascript:alert(1))',
        '![i](https://evil.example/a.png)',
        '<img src=x onerror=alert(1)>',
        '# head',
        '#tag',
        '- li',
        '1. one',
        '> q',
        '[a]: https://evil.example',
        '<https://evil.example>',
        '\\[x](y)',
        '&lt;b&gt;',
        '---',
        '```',
      ),
    );
    fc.assert(
      fc.property(hostile, (text) => {
        const markdown = renderNote(outlineOf(text), timed);
        for (const link of linksOf(markdown)) expect(link).toMatch(/^#t=[\d.]+$/);
        expect(renderMarkdown(markdown)).not.toMatch(/<img|<script|onerror="/);
        expect(tagsOf(markdown)).toEqual(['人工智能', 'deep-learning']);
      }),
    );
  });
});

test('SUM-13 CON-02 leads every anchor to its segment, to the millisecond', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 1, max: 60_000, noNaN: true }), { minLength: 1, maxLength: 30 }), (lengths) => {
      let at = 0;
      const segments = lengths.map((length, id) => {
        const startMs = at;
        at += length;
        return { id, startMs, endMs: at, text: `line ${id}` };
      });
      for (const segment of segments) {
        const anchor = parseAnchor(/\((#t=[\d.]+)\)/.exec(anchorOf(segments, segment.id))?.[1] ?? '');
        const ms = anchor?.kind === 'time' ? anchor.ms : Number.NaN;
        const found = segments.findLast(({ startMs }) => startMs <= ms);
        // Segments shorter than a millisecond cannot be told apart by a time.
        expect(Math.abs((found?.startMs ?? Number.NaN) - segment.startMs)).toBeLessThanOrEqual(1);
        expect(ms).toBeGreaterThanOrEqual(segment.startMs);
      }
    }),
  );
});

test('keeps words readable in escapeInline', () => {
  expect(renderMarkdown(escapeInline('a*b* [c](d) <e> #f g_h'))).toBe('<p>a*b* [c](d) &lt;e&gt; #f g_h</p>\n');
});

test('SUM-08 labels each extractive stretch once', () => {
  const chapter = (id: number, extractive?: boolean) => ({
    title: `Part ${id}`,
    startMs: id * 600_000,
    segmentIds: [id],
    points: [{ text: 'Said.', segmentIds: [id] }],
    ...(extractive ? { extractive } : {}),
  });
  const mixed = {
    ...outlineOf('x'),
    costLimited: true,
    chapters: [chapter(0), chapter(1, true), chapter(2, true), chapter(3), chapter(4, true)],
  };
  const lines = renderNote(mixed, timed).split('\n');
  const told = lines.filter((line) => line.startsWith('*'));
  expect(told).toEqual([
    '*The next 2 sections are made of sentences from the source, not written by a model: the cost limit was reached.*',
    '*This section is made of sentences from the source, not written by a model: the cost limit was reached.*',
  ]);
  expect(lines.indexOf(told[0] ?? '')).toBeGreaterThan(lines.findIndex((line) => line.startsWith('## Part 1')));
  expect(renderNote({ ...mixed, language: 'zh' }, timed)).toContain('*以下 2 节是原文的句子，没有用模型撰写：费用已到上限。*');
  // Above an abstract of the source's sentences, this is said once, at the top.
  const abstract = [
    { text: 'One.', segmentIds: [1] },
    { text: 'Two.', segmentIds: [2] },
  ];
  const top = renderNote({ ...mixed, abstract, chapters: [chapter(0)] }, timed);
  expect(top.match(/Partly sentences from the source/g)).toHaveLength(1);
  expect(top).toMatch(/> One\. \[10:0\d\]\(#t=/);
  expect(renderNote(outlineOf('x'), timed)).not.toContain('cost limit');
});

describe('a note at its maximum length', () => {
  const longOutline = (sections: number, points: number, textLength: number): Outline => ({
    ...outlineOf('short'),
    chapters: Array.from({ length: sections }, (_, section) => ({
      title: `Section ${section}`,
      startMs: 400,
      segmentIds: [0],
      points: Array.from({ length: points }, (_, point) => ({
        text: `${section}.${point} ${'x'.repeat(textLength)}`,
        segmentIds: [1],
      })),
    })),
  });

  test('keeps the first points of every section and says how many', () => {
    const note = renderNote(longOutline(30, 40, 400), timed);
    const kept = Number(/each section lists only its first (\d+) points/.exec(note)?.[1]);
    expect(kept).toBeGreaterThan(0);
    expect(note.match(/^## /gm)).toHaveLength(30);
    expect(note.match(/^- /gm)).toHaveLength(30 * kept);
    // One more point of each section would not fit.
    expect(note.length).toBeLessThanOrEqual(maxMarkdownLength);
    expect(note.length + 30 * 400).toBeGreaterThan(maxMarkdownLength);
    expect(note).toContain('29.0 ');
    expect(tagsOf(note)).toEqual(['人工智能', 'deep-learning']);
  });

  test('lists the first sections only when the titles alone are too long', () => {
    const note = renderNote(longOutline(20_000, 1, 10), timed);
    const missing = Number(/the last (\d+) sections aren’t listed/.exec(note)?.[1]);
    expect(note.match(/^## /gm)).toHaveLength(20_000 - missing);
    expect(missing).toBeLessThan(20_000);
    expect(note.length).toBeLessThanOrEqual(maxMarkdownLength);
  });

  test('speaks of one point and of one section as such', () => {
    const half = Math.ceil(maxMarkdownLength * 0.6);
    expect(renderNote(longOutline(1, 2, half), timed)).toContain('lists only its first point.*');
    const [first, second] = longOutline(2, 1, 10).chapters;
    const chapters = first && second ? [first, { ...second, title: 'x'.repeat(maxMarkdownLength) }] : [];
    expect(renderNote({ ...outlineOf('short'), chapters }, timed)).toContain(': the last section isn’t listed.*');
  });

  test('is never longer, and has no notice when everything fits', () => {
    const sizes = fc.tuple(fc.nat(60), fc.nat(30), fc.nat(3_000));
    fc.assert(
      fc.property(sizes, ([sections, points, textLength]) => {
        const note = renderNote(longOutline(sections, points, textLength), timed);
        expect(note.length).toBeLessThanOrEqual(maxMarkdownLength);
        const listsAll = (note.match(/^- /gm) ?? []).length === sections * points;
        expect(note.includes('maximum length')).toBe(!listsAll);
      }),
      { numRuns: 60 },
    );
  });

  test('cuts an endless abstract', () => {
    expect(renderNote({ ...outlineOf('short'), abstract: [{ text: 'y'.repeat(400_000), segmentIds: [] }] }, timed)).toContain(
      'y…',
    );
  });
});
