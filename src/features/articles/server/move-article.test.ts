import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Segment } from '#engine/domain.ts';
import { keyOfLines, linesOfParts } from './article-parts.ts';
import { moveParts } from './move-article.ts';
import type { TalkSource } from './talk-source.ts';
import type { ArticlePartRow } from './written-article.ts';

const segments: Segment[] = Array.from({ length: 24 }, (_, id) => ({
  id,
  startMs: id * 1000,
  endMs: id * 1000 + 900,
  text: `Keeper number${id} sold rye.`,
}));
const source = {
  segments,
  spoken: [],
  language: 'en',
  facts: { title: 'Rye', author: null, siteName: null, description: null, publishedAt: null, chapters: [], timed: true },
} as unknown as TalkSource;

/** Parts that begin at these lines; a written one has a paragraph for every two lines. */
function article(starts: readonly number[], outcomes: readonly ('model' | 'spoken' | null)[] = []): ArticlePartRow[] {
  const lines = linesOfParts(
    starts.map((start) => start * 1000),
    segments,
  );
  return starts.map((start, position): ArticlePartRow => {
    const own = lines[position] ?? { first: 0, last: -1 };
    const outcome = outcomes[position] === undefined ? 'model' : outcomes[position];
    const paragraphs = [];
    for (let first = own.first; first <= own.last; first += 2) {
      const last = Math.min(own.last, first + 1);
      const text = `written${first}.`;
      paragraphs.push({ text, startMs: first * 1000, endMs: last * 1000 + 900, lastMs: last * 1000, asSpoken: false });
    }
    return {
      userId: 'u',
      contentId: 'c',
      position,
      title: `Old ${position}`,
      startMs: start * 1000,
      wanted: false,
      outcome,
      linesKey: outcome === 'model' ? keyOfLines(segments, own) : null,
      paragraphs: outcome === 'model' ? paragraphs : null,
      model: outcome === 'model' ? 'm' : null,
      updatedAt: new Date(0),
    };
  });
}

const planOf = (starts: readonly number[]) =>
  starts.map((start, position) => ({ position, title: `New ${position}`, startMs: start * 1000 }));
const textsOf = (parts: ReturnType<typeof moveParts>) =>
  parts.map(({ paragraphs }) => (paragraphs ?? []).map(({ text }) => text));

describe('CON-05 a written article under other chapters', () => {
  it('a part with the same lines keeps what it has under its new name', () => {
    const before = article([0, 8, 16], ['model', 'spoken', null]);
    const moved = moveParts(before, planOf([0, 8, 16, 20]), source);
    expect(moved[0]).toEqual({
      ...planOf([0])[0],
      outcome: 'model',
      linesKey: before[0]?.linesKey,
      paragraphs: before[0]?.paragraphs,
      model: 'm',
    });
    expect(moved.map(({ outcome }) => outcome)).toEqual(['model', 'spoken', null, null]);
  });

  it('parts put together or cut between two paragraphs are whole, and up to date', () => {
    const before = article([0, 8, 16]);
    const moved = moveParts(before, planOf([0, 4, 8]), source);
    expect(textsOf(moved)).toEqual([
      ['written0.', 'written2.'],
      ['written4.', 'written6.'],
      [8, 10, 12, 14, 16, 18, 20, 22].map((line) => `written${line}.`),
    ]);
    expect(moved.map(({ linesKey }) => linesKey)).toEqual(
      linesOfParts([0, 4000, 8000], segments).map((lines) => keyOfLines(segments, lines)),
    );
  });

  it('a part cut inside a paragraph, or with lines that nobody wrote, says what was spoken there and is out of date', () => {
    const [first, second] = moveParts(article([0, 8], ['model', null]), planOf([0, 3]), source);
    expect(first?.paragraphs?.map(({ text }) => text)).toEqual(['written0.', 'written2.']);
    expect(second?.paragraphs?.some(({ text, asSpoken }) => text === 'written4.' && !asSpoken)).toBe(true);
    const spoken = second?.paragraphs
      ?.filter(({ asSpoken }) => asSpoken)
      .map(({ text }) => text)
      .join(' ');
    for (const line of [3, 8, 15, 23]) expect(spoken).toContain(`number${line} `);
    expect([first?.linesKey, second?.linesKey]).toEqual([null, null]);
  });

  it('nothing that was written is lost, however the chapters move', () => {
    const starts = fc
      .uniqueArray(fc.integer({ min: 1, max: 23 }), { maxLength: 6 })
      .map((some) => [0, ...some.sort((a, b) => a - b)]);
    fc.assert(
      fc.property(starts, starts, fc.array(fc.constantFrom('model' as const, 'spoken' as const, null)), (old, next, outcomes) => {
        const before = article(old, outcomes);
        const written = before.flatMap(({ paragraphs }) => ((paragraphs ?? []) as { text: string }[]).map(({ text }) => text));
        const moved = moveParts(before, planOf(next), source).flatMap(({ paragraphs }) => paragraphs ?? []);
        expect(moved.filter(({ asSpoken }) => !asSpoken).map(({ text }) => text)).toEqual(written);
      }),
    );
  });
});
