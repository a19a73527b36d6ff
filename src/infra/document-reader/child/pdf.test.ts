import { describe, expect, test } from 'vitest';
import { makePdf, type PdfParts } from '../../../../tests/harness/files/make-documents.ts';
import { readPdf } from './pdf.ts';

const failure = (bytes: Buffer) =>
  readPdf(bytes).then(
    () => 'read',
    (error: unknown) => error,
  );
const headingsOf = async (bytes: Buffer) =>
  (await readPdf(bytes)).blocks.flatMap((block) => (block.type === 'heading' ? [[block.level, block.text]] : []));
const page = (number: number) => [
  `Line one of page ${number}, a sentence that is long enough.`,
  { text: `Line two of page ${number}, another sentence.`, gap: 40 },
];
const edit = (bytes: Buffer, change: (text: string) => string): Buffer => {
  const text = change(bytes.toString('latin1'));
  // Positions of the parts are listed in the file.
  expect(text.length).toBe(bytes.length);
  return Buffer.from(text, 'latin1');
};

describe('SUM-05 what is told of a PDF', () => {
  test('is its title, people, dates, pages and text', async () => {
    const info = { Title: 'Kilns', Author: 'Lin Xiaohe', Subject: 'Of heat', CreationDate: "D:20240229093000+08'00'" };
    const { blocks, ...known } = await readPdf(makePdf({ pages: [page(1), page(2)], info }));
    expect(known).toEqual({
      format: 'pdf',
      title: 'Kilns',
      author: 'Lin Xiaohe',
      publishedAt: '2024-02-29',
      language: null,
      description: 'Of heat',
      pages: 2,
      cover: null,
      scanned: false,
    });
    expect(blocks.map((block) => ['text' in block && block.text, 'page' in block && block.page])).toEqual([
      ['Line one of page 1, a sentence that is long enough.', 1],
      ['Line two of page 1, another sentence.', 1],
      ['Line one of page 2, a sentence that is long enough.', 2],
      ['Line two of page 2, another sentence.', 2],
    ]);
  });

  test('is its largest type, if it has no title', async () => {
    const pages = [
      [
        { text: 'On Kilns', size: 24 },
        { text: 'The kiln keeps its heat in the night.', gap: 40 },
      ],
    ];
    expect((await readPdf(makePdf({ pages }))).title).toBe('On Kilns');
    expect((await readPdf(makePdf({ pages, info: { Title: 'Told' } }))).title).toBe('Told');
  });

  test('is why it cannot be read', async () => {
    expect(await failure(makePdf({ pages: [['secret']], encrypted: true }))).toMatchObject({
      code: 'document_unreadable',
      reason: 'encrypted',
      message: 'a password is asked for',
    });
    expect(await failure(Buffer.from('%PDF-1.5\nnothing'))).toMatchObject({
      code: 'document_unreadable',
      reason: 'damaged',
      message: expect.stringMatching(/^not opened: \w+Exception$/),
    });
    // A broken page makes the document unreadable; leaving it out would lose its text unseen.
    const without = edit(makePdf({ pages: [page(1), page(2)] }), (text) =>
      text.replace(/(\/Kids \[\d+ 0 R )\d(\d 0 R\])/, '$19$2'),
    );
    expect(await failure(without)).toMatchObject({ reason: 'damaged', message: '1 pages cannot be read' });
  });
});

describe('SUM-05 a scan', () => {
  const scanned = async (pages: PdfParts['pages'], { image = true } = {}) => {
    const bytes = makePdf({ pages });
    const { scanned: is, blocks } = await readPdf(
      image ? bytes : edit(bytes, (text) => text.replace('/Subtype /Image', '/Subtype /Forms')),
    );
    expect(blocks.length === 0).toBe(is);
    return is;
  };

  test('has pictures and fewer than three letters for each page', async () => {
    expect([await scanned([['ab']]), await scanned([['abc']])]).toEqual([true, false]);
    expect([await scanned([['abcde'], 'image']), await scanned([['abcdef'], 'image'])]).toEqual([true, false]);
    expect(await scanned([['a - . ! b']])).toBe(true);
    expect(await scanned([['7a陶']])).toBe(false);
    expect(await scanned([['ab']], { image: false })).toBe(false);
  });

  test('may have a stamp, one line that is the same on each page', async () => {
    expect(await scanned([['Room 12 of the archive'], ['Room 12 of the archive']])).toBe(true);
    expect(await scanned([['Room 12 of the archive'], 'image', ['Room 12 of the archive']])).toBe(true);
    expect(await scanned([['Room 12 of the archive'], ['Room 13 of the archive']])).toBe(false);
    expect(await scanned([['Room 12 of the archive']])).toBe(false);
    const two = ['Room 12 of', { text: 'the archive', gap: 60 }];
    expect(await scanned([two, two])).toBe(false);
    expect(await scanned([['Room 12 of the archive'], ['Room 12 of the archive']], { image: false })).toBe(false);
  });

  test.each([
    'Scanned with CamScanner',
    'SCANNED BY a neighbour',
    'my CamScanner app',
    '扫描全能王 创建',
    '由全能扫描王生成',
    '夸克扫描王',
    'by Adobe Scan',
  ])('is known by the stamp of an app: %s', async (stamp) => {
    expect(await scanned([[stamp]])).toBe(true);
    expect(await scanned([[stamp], [`${stamp}!`]])).toBe(true);
    expect(await scanned([[stamp], ['A sign that says another thing']])).toBe(false);
  });

  test('has no more on a page than the stamp', async () => {
    expect(await scanned([[`scanned by ${'a'.repeat(39)}`]])).toBe(true);
    expect(await scanned([[`scanned by ${'a'.repeat(41)}`]])).toBe(false);
    expect(await scanned([['scanned bypass of the valley']])).toBe(false);
    expect(await scanned([[`${'a'.repeat(21)}camscanner`]])).toBe(false);
    expect(await scanned([[`camscanner${'a'.repeat(21)}`]])).toBe(false);
  });
});

describe('SUM-05 the outline of a PDF', () => {
  const titles = (count: number) => Array.from({ length: count }, (_, index) => ({ title: `Part ${index + 1}`, page: 1 }));

  test('makes headings on its pages', async () => {
    const outline = [
      { title: ' First  part ', page: 1 },
      { title: ' ', page: 1 },
      { title: 'Second part', page: 2 },
    ];
    expect(await headingsOf(makePdf({ pages: [page(1), page(2)], outline }))).toEqual([
      [1, 'First part'],
      [1, 'Second part'],
    ]);
  });

  test('knows pages by their number, and leaves out what leads nowhere', async () => {
    const outline = titles(4);
    let found = 0;
    const targets = ['[1 /Fit]', '(nowhere)', '[(x) /Fit]', '[]'];
    const bytes = edit(makePdf({ pages: [page(1), page(2)], outline }), (text) =>
      text.replace(/\[\d+ 0 R \/Fit\]/g, (dest) => (targets[found++] ?? '').padEnd(dest.length)),
    );
    expect(found).toBe(4);
    const { blocks } = await readPdf(bytes);
    expect(blocks.filter((block) => block.type === 'heading')).toMatchObject([{ text: 'Part 1', page: 2 }]);
  });

  test('is read six levels deep', async () => {
    const nested = edit(makePdf({ pages: [page(1)], outline: titles(8) }), (text) =>
      text.replace(/\/Next (\d+ 0 R) /g, '/First $1'),
    );
    expect((await headingsOf(nested)).map(([, text]) => text)).toEqual(titles(6).map(({ title }) => title));
  });

  test('has at most three thousand entries, each of three hundred characters', async () => {
    expect(await headingsOf(makePdf({ pages: [page(1)], outline: titles(3001) }))).toHaveLength(3000);
    const [[, title] = []] = await headingsOf(makePdf({ pages: [page(1)], outline: [{ title: 'a'.repeat(301), page: 1 }] }));
    expect(title).toBe('a'.repeat(300));
  });
});
