import { expect, test } from 'vitest';
import { cutByHeadings, type Headings } from './sections.ts';
import { refuseOversize, sourceLimits } from './source-limits.ts';

const paragraphs = (...texts: string[]) => texts.map((text, at) => ({ text, page: at < 2 ? null : at }));
const heading = (title: string, paragraph: number, level = 1, more: Partial<Headings[number]> = {}): Headings[number] => ({
  ...{ title, paragraph, level },
  ...more,
});
/** The lines, with their page, and the sections by the first line of each. */
const cut = (headings: Headings, title: string | null = null, texts = ['one', 'two', 'three', 'four']) => {
  const { segments, sections } = cutByHeadings(paragraphs(...texts), headings, title);
  expect(segments.map(({ id }) => id)).toEqual(segments.map((_, at) => at));
  return {
    lines: segments.map(({ text, page }) => (page === undefined ? text : `${text} p${page}`)),
    sections: sections.map(({ title: name, segmentId }) => `${segmentId} ${name}`),
  };
};

test('the highest level with two headings makes the sections, whose headings are no lines', () => {
  expect(cut([heading(' A ', 0), heading('B', 2)])).toEqual({
    lines: ['one', 'two', 'three p2', 'four p3'],
    sections: ['0 A', '2 B'],
  });
  expect(cut([heading('Title', 0), heading('A', 0, 2), heading('B', 2, 2)], 'Title')).toEqual({
    lines: ['one', 'two', 'three p2', 'four p3'],
    sections: ['0 A', '2 B'],
  });
  // Another heading over the first paragraph is kept as a line.
  expect(cut([heading('Series', 0), heading('A', 0, 2), heading('B', 2, 2)], 'Title')).toEqual({
    lines: ['Series', 'one', 'two', 'three p2', 'four p3'],
    sections: ['0 A', '3 B'],
  });
});

test('headings of a deeper level are lines of their sections, on the page of what follows', () => {
  expect(cut([heading('A', 0), heading('a', 1, 2), heading('B', 2), heading('b', 3, 2), heading('c', 4, 2)])).toEqual({
    lines: ['one', 'a', 'two', 'three p2', 'b p3', 'four p3', 'c p3'],
    sections: ['0 A', '3 B'],
  });
  expect(cut([heading('A', 0), heading('a', 1, 2, { page: 9 }), heading('B', 2)]).lines[1]).toBe('a p9');
  expect(cut([heading('A', 0), heading('a', 1, 2, { onlyListed: true }), heading('B', 2)]).lines).toEqual([
    'one',
    'two',
    'three p2',
    'four p3',
  ]);
});

test('a heading over another and one at the end are lines', () => {
  expect(cut([heading('A', 0), heading('B', 1), heading('C', 1), heading('D', 4)])).toEqual({
    lines: ['one', 'B', 'two', 'three p2', 'four p3', 'D p3'],
    sections: ['0 A', '1 C'],
  });
  expect(cut([heading('A', 0), heading('', 1), heading(' ', 2), heading('B', 3)]).sections).toEqual(['0 A', '3 B']);
});

test('without two headings of a level there are no sections, and all headings but the title are lines', () => {
  expect(cut([])).toEqual({ lines: ['one', 'two', 'three p2', 'four p3'], sections: [] });
  expect(cut([heading('A', 1), heading('B', 2, 2)])).toEqual({
    lines: ['one', 'two', 'three p2', 'four p3'],
    sections: ['1 A', '2 B'],
  });
  expect(cut([heading('A', 1)])).toEqual({ lines: ['one', 'A', 'two', 'three p2', 'four p3'], sections: [] });
  expect(cut([heading('A', 0)], 'A').lines).toEqual(['one', 'two', 'three p2', 'four p3']);
  // Paragraphs without words have no lines, so both sections would begin at one place.
  expect(cut([heading('A', 0), heading('B', 1)], null, ['***', 'two']).sections).toEqual([]);
  expect(cut([heading('A', 0), heading('B', 1)], null, ['one', '***', 'three']).sections).toEqual(['0 A', '1 B']);
});

test('a source may have so many lines and characters, and no more', () => {
  const line = { id: 0, startMs: null, endMs: null, text: 'x' };
  const lines = (count: number, text = '') => new Array<typeof line>(count).fill({ ...line, text });
  const { segments, characters } = sourceLimits;
  expect(() => refuseOversize(lines(segments), true)).not.toThrow();
  expect(() => refuseOversize(lines(segments + 1), true)).toThrow(
    expect.objectContaining({ code: 'transcript_too_long', params: { most: segments } }),
  );
  expect(() => refuseOversize(lines(segments + 1), false)).toThrow(expect.objectContaining({ code: 'text_too_long' }));
  const half = 'x'.repeat(characters / 2);
  expect(() => refuseOversize(lines(2, half), false)).not.toThrow();
  expect(() => refuseOversize([...lines(2, half), line], true)).toThrow(
    expect.objectContaining({ code: 'text_too_long', params: { most: characters } }),
  );
});
