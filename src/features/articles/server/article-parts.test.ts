import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Segment } from '#engine/domain.ts';
import { keyOfLines, lineAt, linesOfParts } from './article-parts.ts';

const line = (startMs: number, text: string, speaker?: string): Segment => ({
  id: 0,
  startMs,
  endMs: startMs + 900,
  text,
  ...(speaker ? { speaker } : {}),
});

describe('CON-05 the parts of a written article on the lines', () => {
  it('every line is in one part, however lines were merged, split or begin together', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(5000), { maxLength: 40 }),
        fc.array(fc.nat(5000), { minLength: 1, maxLength: 8 }),
        (times, given) => {
          const segments = times.sort((a, b) => a - b).map((time, id) => ({ ...line(time, `${id}`), id }));
          const lines = linesOfParts(
            given.sort((a, b) => a - b),
            segments,
          );
          const all = lines.flatMap(({ first, last }) => segments.slice(first, last + 1).map(({ id }) => id));
          expect(all).toEqual(segments.map(({ id }) => id));
        },
      ),
    );
  });

  it('a correction is another key, its undoing the same again; names alone change nothing', () => {
    const lines = { first: 0, last: 2 };
    const said = [line(0, 'a', 'Ann'), line(1000, 'b', 'Bo'), line(2000, 'c', 'Ann')];
    const key = keyOfLines(said, lines);
    expect(keyOfLines([line(0, 'A', 'Ann'), ...said.slice(1)], lines)).not.toBe(key);
    expect(keyOfLines([...said], lines)).toBe(key);
    expect(keyOfLines([line(0, 'a', 'Anna'), line(1000, 'b', 'Bob'), line(2000, 'c', 'Anna')], lines)).toBe(key);
    expect(keyOfLines([line(0, 'a', 'Ann'), line(1000, 'b', 'Ann'), line(2000, 'c', 'Ann')], lines)).not.toBe(key);
  });

  it('a time is the line that has begun by then', () => {
    const said = [line(0, 'a'), line(1000, 'b'), line(2000, 'c')];
    expect([-5, 0, 999, 1000, 99_000].map((ms) => lineAt(said, { first: 0, last: 2 }, ms))).toEqual([0, 0, 0, 1, 2]);
    expect(lineAt(said, { first: 1, last: 1 }, 99_000)).toBe(1);
  });
});
