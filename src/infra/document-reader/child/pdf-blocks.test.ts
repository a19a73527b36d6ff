import { expect, test } from 'vitest';
import { composePages } from './pdf-blocks.ts';
import type { Line } from './pdf-lines.ts';

type Told = string | { text: string; size: number };

/** Pages of lines from the top down, far enough apart that each is a paragraph. */
const compose = (pages: readonly (readonly Told[])[]) =>
  composePages(
    pages.map((lines, index) =>
      lines.map((told, at): Line => {
        const { text, size } = typeof told === 'string' ? { text: told, size: 11 } : told;
        return { text, size, left: 60, right: 60 + text.length * size * 0.5, y: 790 - at * 60, page: index + 1 };
      }),
    ),
    [],
  ).blocks;

const large = (text: string): Told => ({ text, size: 24 });

test('SUM-05 the points of a slide are no headings, however large; a numbered heading over its text is one', () => {
  const words = 'Words below that are long enough to be most of this document, and then as many words again, until it is.';
  const blocks = compose([
    [
      large('Kilns'),
      large('• Heat lasts'),
      large('• Smoke rises'),
      large('1. Stack wood'),
      large('2. Light it'),
      words,
      large('3. Results'),
      words,
      words,
    ],
  ]);
  expect(blocks.map((block) => `${block.type} ${'text' in block ? block.text : ''}`.slice(0, 23))).toEqual([
    'heading Kilns',
    'item Heat lasts',
    'item Smoke rises',
    'paragraph 1. Stack wood',
    'paragraph 2. Light it',
    'paragraph Words below t',
    'heading 3. Results',
    'paragraph Words below t',
    'paragraph Words below t',
  ]);
});

test('SUM-05 running heads repeat over pages or count them; other numbers at the edge of pages are text', () => {
  const own = (page: number): string[] =>
    ['kiln', 'ash', 'smoke'].map((word) => `Words of page ${'abcdef'[page]} about ${word}, long enough.`);
  const pages = (edge: (page: number) => Told, below: (page: number) => Told) =>
    Array.from({ length: 6 }, (_, page) => [edge(page), ...own(page), below(page)]);
  const kept = (blocks: ReturnType<typeof compose>): string[] =>
    blocks.flatMap((block) => ('text' in block && !block.text.startsWith('Words of') ? [block.text] : []));
  const footer = (page: number): string => `Annual report 2023 · ${page + 11} / 60`;
  expect(kept(compose(pages((page) => `Chapter ${1 + Math.floor(page / 3)} of kilns`, footer)))).toEqual([]);
  const numbers = [1, 5, 9, 14, 22, 30];
  for (const head of [
    (page: number) => `Chapter ${numbers[page]}`,
    (page: number) => `第${page + 1}章`,
    (page: number) => `Question ${page + 1}`,
    (page: number) => `Closing balance 1,2${numbers[page]}.50`,
  ])
    expect(kept(compose(pages(head, footer)))).toEqual([0, 1, 2, 3, 4, 5].map(head));
  expect(kept(compose(pages((page) => large(`Kiln ${page + 1}`), footer)))).toEqual(
    [1, 2, 3, 4, 5, 6].map((page) => `Kiln ${page}`),
  );
  expect(kept(compose(pages(() => large('Kilns of the valley'), footer)))).toEqual([]);
});

type Put = Partial<Omit<Line, 'text'>>;
const line = (text: string, put: Put = {}): Line => ({ text, left: 60, right: 300, y: 0, size: 10, page: 1, ...put });
/** The texts of lines one below the other, twelve points apart, in a column from 60 to 300. */
function textsOf(...given: (string | [text: string, put: Put])[]): string[] {
  let y = 700;
  const lines = given.map((one) => {
    const [text, put]: [string, Put] = typeof one === 'string' ? [one, {}] : one;
    y = (put.y ?? 0) < 0 ? y + (put.y ?? 0) : (put.y ?? y - 12);
    return line(text, { ...put, y });
  });
  const pages = [...Map.groupBy(lines, ({ page }) => page).values()];
  return composePages(pages, []).blocks.map((block) => ('text' in block ? block.text : block.type));
}
const full = 'A line of words that goes on';

test.each<[title: string, second: [text: string, put: Put], joins: boolean]>([
  ['right below', ['and on', {}], true],
  ['a tenth smaller', ['and on', { size: 9 }], true],
  ['more than a tenth smaller', ['and on', { size: 8.9 }], false],
  ['more than a tenth larger', ['and on', { size: 11.2 }], false],
  ['a point of a list', ['• and on', {}], false],
  ['a dash', ['– and on', {}], false],
  ['a dash without a space', ['–and on', {}], true],
  ['a number', ['12. and on', {}], false],
  ['a number in brackets', ['(3) and on', {}], false],
  ['a reference', ['[12] and on', {}], false],
  ['a Chinese number', ['（三）接着', {}], false],
  ['a Chinese number with a comma', ['十二、接着', {}], false],
  ['a chapter', ['第十二章接着', {}], false],
  ['a year', ['2024. and on', {}], true],
  ['a decimal', ['1.5 and on', {}], true],
  ['indented', ['and on', { left: 68.1 }], false],
  ['hardly indented', ['and on', { left: 68 }], true],
  ['farther below', ['and on', { y: -15.7 }], false],
  ['not much farther below', ['and on', { y: -15.5 }], true],
  ['a bit higher', ['and on', { y: 693 }], true],
])('SUM-05 a line of a PDF goes on in the next, where that is %s: %#', (_, second, joins) => {
  const texts = textsOf(full, full, full, second);
  expect(texts).toHaveLength(joins ? 1 : 2);
});

test('SUM-05 a paragraph of a PDF ends in a line with room for the next word', () => {
  const after = (right: number, next: string) => textsOf(full, full, ['Words', { right }], next).length;
  // Room for five characters at half a size, and three sizes.
  expect([after(245, 'other then'), after(244.9, 'other then')]).toEqual([1, 2]);
  expect([after(260, '字接着'), after(259.9, '字接着')]).toEqual([1, 2]);
  expect(textsOf(full, full, ['Wor-', { right: 100 }], 'ds and more')).toEqual([`${full} ${full} Words and more`]);
});

test('SUM-05 a paragraph of a PDF ends with a sentence that does not fill its line', () => {
  const after = (text: string, right: number) => textsOf(full, full, [text, { right }], 'an other').length;
  expect([after('Words.', 260), after('Words.', 259.9), after('Words', 265)]).toEqual([1, 2, 1]);
  for (const end of ['!', '?', '。', '！', '？', '…', ':', '：', ';', '；', '.”', '.)', '。」'])
    expect(after(`Words${end}`, 259)).toBe(2);
});

test('SUM-05 only an unfinished sentence of a PDF goes on over pages and columns', () => {
  const over = (first: string, next: string, put: Put) => textsOf(full, first, [next, put]).length;
  expect([over('and', 'on', { page: 2 }), over('and.', 'on', { page: 2 }), over('and', 'On', { page: 2 })]).toEqual([1, 2, 2]);
  expect([over('接', '着', { page: 2 }), over('and', '7', { page: 2 })]).toEqual([1, 2]);
  expect([over('and', 'on', { y: 700, left: 320, right: 560 }), over('and', 'On', { y: 700, left: 320, right: 560 })]).toEqual([
    1, 2,
  ]);
});

test('SUM-05 the points of a PDF’s list may be indented on their next line', () => {
  expect(
    textsOf('• One of the points that', ['goes on', { left: 72 }], '• Two', '3. Three of the points', ['more', { left: 75 }]),
  ).toEqual(['One of the points that goes on', 'Two', '3. Three of the points more']);
});

test('SUM-05 words broken at the end of a line keep a hyphen that they have elsewhere', () => {
  expect(
    textsOf('The well-known lock and the well-', 'known gate and the gate-', 'way to the Lock-', 'Keeper and X-', 'ray'),
  ).toEqual(['The well-known lock and the well-known gate and the gateway to the Lock- Keeper and X- ray']);
  expect(textsOf('一行字接', '着下一行', 'and more')).toEqual(['一行字接着下一行and more']);
});

test('SUM-05 lines of a table of contents are left out', () => {
  expect(textsOf('Locks ........ 7', 'Gates . . . . . . . iv', 'Words……………… 12', 'Wait......', 'And so.....')).toEqual([
    'And so.....',
  ]);
});

const paragraphLine = (text: string, page: number, y: number, size = 10) =>
  line(text, { page, y, size, right: 60 + text.length * 5 });

test('SUM-05 headings of a PDF come from its outline, and those not found stand at the top of their page', () => {
  const pages = [
    [paragraphLine('1.2 The LOCKS!', 1, 700), paragraphLine('Words one.', 1, 600), paragraphLine('The locks', 1, 500)],
    [paragraphLine('Words two.', 2, 700)],
    [paragraphLine('Gates', 3, 700)],
  ];
  const outline = [
    { title: 'Missing', level: 2, page: 2 },
    { title: 'The locks', level: 1, page: 1 },
    { title: 'Gates', level: 1, page: 2 },
    { title: 'Lost', level: 3, page: 9 },
  ];
  expect(composePages(pages, outline).blocks).toEqual([
    { type: 'heading', level: 1, text: '1.2 The LOCKS!', page: 1 },
    { type: 'paragraph', text: 'Words one.', page: 1 },
    { type: 'paragraph', text: 'The locks', page: 1 },
    { type: 'heading', level: 2, text: 'Missing', page: 2, onlyListed: true },
    { type: 'heading', level: 1, text: 'Gates', page: 2, onlyListed: true },
    { type: 'paragraph', text: 'Words two.', page: 2 },
    { type: 'paragraph', text: 'Gates', page: 3 },
    { type: 'heading', level: 3, text: 'Lost', page: 9, onlyListed: true },
  ]);
});

test('SUM-05 headings of a PDF without an outline are larger than its text', () => {
  const body = 'Words that make up most of this document, and a few more of them.';
  const at = (text: string, size: number) => {
    const words = [600, 500, 400, 300].map((y) => paragraphLine(body, 1, y));
    const { blocks, largest } = composePages([[paragraphLine(text, 1, 700, size), ...words]], []);
    const [first] = blocks;
    return [first?.type === 'heading' ? first.level : first?.type, largest];
  };
  expect(at('Locks', 11.5)).toEqual([1, 'Locks']);
  expect(at('Locks', 11.4)).toEqual(['paragraph', null]);
  expect(at('Locks.', 20)).toEqual(['paragraph', 'Locks.']);
  for (const end of ['。', ';', '；', ',', '，']) expect(at(`Locks${end}`, 20)[0]).toBe('paragraph');
  expect(at('1234', 20)).toEqual(['paragraph', null]);
  expect(at('L', 20)).toEqual([1, null]);
  expect(at('• Locks', 20)[0]).toBe('item');
  const long = (count: number) => at('a'.repeat(count), 20);
  expect([long(150)[0], long(151)[0]]).toEqual([1, 'paragraph']);
});

test('SUM-05 the sizes of a PDF’s headings give three levels', () => {
  const body = 'Words that make up most of this document, and a few more of them, until they are the most by far.';
  const sizes = [30, 24, 20, 16, 24.4];
  const lines = [
    ...sizes.map((size, index) => paragraphLine(`Head ${size}`, 1, 700 - index * 60, size)),
    paragraphLine(body, 1, 300),
    paragraphLine(body, 1, 200),
  ];
  const { blocks, largest } = composePages([lines], []);
  expect(blocks.map((block) => (block.type === 'heading' ? block.level : 0))).toEqual([1, 2, 3, 3, 2, 0, 0]);
  expect(largest).toBe('Head 30');
});
