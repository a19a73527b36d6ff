import { describe, expect, it } from 'vitest';
import { likelyHeight, textParts } from './text-parts.ts';

const paragraphs = (count: number): string => Array.from({ length: count }, (_, index) => `Paragraph ${index}.`).join('\n\n');
const shapeOf = (markdown: string, title = '') =>
  textParts(markdown, title).map((part) => [part.title, part.level, part.blocks.length]);

describe('CON-08 the parts of a text', () => {
  it('begin at headings, with what stands before the first as one of its own', () => {
    expect(shapeOf('Before.\n\n## One\n\nA.\n\nB.\n\n### Inside\n\nC.\n\n## Two *now*\n\nD.')).toEqual([
      [null, 0, 1],
      ['One', 0, 3],
      ['Inside', 1, 2],
      ['Two now', 0, 2],
    ]);
  });

  it('leave out a first heading that repeats the title, and no other', () => {
    expect(shapeOf('# The Kiln\n\nA.\n\n# The kiln\n\nB.', 'the kiln!')).toEqual([
      [null, 0, 1],
      ['The kiln', 0, 2],
    ]);
    expect(shapeOf('# Another\n\nA.', 'The kiln')).toEqual([['Another', 0, 2]]);
  });

  it('do not begin at headings below the third level that occurs, nor at empty ones', () => {
    expect(shapeOf('# A\n\n## B\n\n#### C\n\n##### D\n\nText.\n\n#\n\nMore.')).toEqual([
      ['A', 0, 1],
      ['B', 1, 1],
      ['C', 2, 5],
    ]);
  });

  it('have sixty blocks at most', () => {
    expect(shapeOf(`## Long\n\n${paragraphs(100)}`)).toEqual([
      ['Long', 0, 60],
      [null, 0, 41],
    ]);
  });

  it('are thought to be as high as their words, Chinese ones twice', () => {
    const heightOf = (markdown: string) => textParts(markdown, '').reduce((sum, part) => sum + likelyHeight(part), 0);
    expect(heightOf('a'.repeat(76))).toBe(43);
    expect(heightOf('a'.repeat(77))).toBe(73);
    expect(heightOf('窑'.repeat(76))).toBe(73);
    expect(heightOf('A.\n\nB.')).toBe(86);
  });
});
