import { expect, test } from 'vitest';
import { parseChapters } from './chapter-listing.ts';

const chapter = (number: number, start: string, end: string, ...more: string[]) => [
  `    Chapter #0:${number}: `,
  `start ${start}, `,
  `end ${end}\n`,
  ...more,
];
const title = (...value: string[]) => ['    Metadata:\n', '        title           : ', ...value, ''];

test('chapters: are read with their titles, in the order of their times', () => {
  const pieces = [
    'Input #0, mov',
    '  Metadata:',
    '    title : of the file',
    ...chapter(1, '61.5', '120', ...title('Second')),
    ...chapter(0, '0.000000', '61.5', ...title('First  part\t of it ')),
  ];
  expect(parseChapters(pieces)).toEqual([
    { startSeconds: 0, endSeconds: 61.5, title: 'First part of it' },
    { startSeconds: 61.5, endSeconds: 120, title: 'Second' },
  ]);
});

test('chapters: a title goes on until the next piece that is empty, over lines and over what looks like another', () => {
  const lines = title('One', '\n                        : two', '            : three', 'a    Chapter #0:9: b');
  expect(parseChapters([...chapter(0, '1', '2', ...lines), ...chapter(1, '3', '4')])).toEqual([
    { startSeconds: 1, endSeconds: 2, title: 'One two threea Chapter #0:9: b' },
    { startSeconds: 3, endSeconds: 4, title: '' },
  ]);
  expect(parseChapters([...chapter(0, '1', '2'), '        TITLE           : ', 'to', ' the end'])).toEqual([
    { startSeconds: 1, endSeconds: 2, title: 'to the end' },
  ]);
  // No title of a chapter.
  expect(parseChapters(['        title : ', 'x', '', ...chapter(0, '1', '2', '        subtitle : ', 'y', '')])).toMatchObject([
    { title: '' },
  ]);
});

test('chapters: what follows the streams or has no time is none, and nothing begins before the file', () => {
  const [first, second] = [chapter(0, '-1.5', '2'), chapter(1, '3', '4')];
  expect(parseChapters([...first, '  Stream #0:0', ...second])).toEqual([{ startSeconds: 0, endSeconds: 2, title: '' }]);
  expect(parseChapters([...first, '  Program 1', ...second])).toHaveLength(1);
  expect(parseChapters([...first, 'x  Stream #0:0', 'x  Program ', ...second])).toHaveLength(2);
  expect(parseChapters([...chapter(0, 'later', '2'), ...chapter(1, '5', 'never')])).toEqual([
    { startSeconds: 5, endSeconds: Number.NaN, title: '' },
  ]);
  expect(parseChapters(['    Chapter #0:0: '])).toEqual([]);
  for (const odd of ['Chapter #0:0: ', '    Chapter #0:0: x', '    Chapter #a:0: ', 'x    Chapter #0:0: '])
    expect(parseChapters([odd, 'start 1, ', 'end 2'])).toEqual([]);
  expect(parseChapters(['    Chapter #10:12: ', 'start 1, ', 'end 2'])).toHaveLength(1);
  expect(parseChapters(['    Chapter #0:0: ', 'restart 1', 'end 2'])).toEqual([]);
  expect(parseChapters([])).toEqual([]);
});
