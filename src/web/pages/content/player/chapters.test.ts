import { describe, expect, it } from 'vitest';
import { chaptersOf } from './chapters.ts';

const note = '> a\n\n## Two [00:20](#t=20)\n\n- x\n\n## No time\n\n## One [00:10](#t=10)\n';

describe('chapters beside the player', () => {
  it('are the source’s own, in order of time', () => {
    const own = [
      { title: 'b', startMs: 5 },
      { title: 'a', startMs: 0 },
    ];
    expect(chaptersOf(own, note).map((chapter) => chapter.title)).toEqual(['a', 'b']);
  });

  it('fall back on the timed sections of the note', () => {
    expect(chaptersOf([], note)).toEqual([
      { title: 'One', startMs: 10_000 },
      { title: 'Two', startMs: 20_000 },
    ]);
    expect(chaptersOf([], null)).toEqual([]);
  });
});
