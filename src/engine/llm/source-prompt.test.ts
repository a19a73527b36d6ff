import { expect, test } from 'vitest';
import { renderSource } from './source-prompt.ts';

test('lists chapters from the whole length of a source, however many there are', () => {
  const chapters = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ startMs: at * 60_000, title: `Chapter ${at}` }));
  const listed = (count: number) => {
    const facts = { title: null, author: null, description: null, timed: true, chapters: chapters(count) };
    return renderSource(facts, []).match(/Chapter \d+$/gm) ?? [];
  };
  expect(listed(3)).toEqual(['Chapter 0', 'Chapter 1', 'Chapter 2']);
  const some = listed(1_000);
  expect(some).toHaveLength(200);
  expect(some.at(-1)).toBe('Chapter 995');
});
