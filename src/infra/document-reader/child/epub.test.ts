import { expect, test } from 'vitest';
import { readEpub } from './epub.ts';
import { DocumentError } from './fail.ts';

type Files = Record<string, string>;

function zipOf(files: Files) {
  return {
    has: (name: string) => name in files,
    read: async (name: string) => (files[name] === undefined ? null : Buffer.from(files[name])),
  };
}

const container =
  '<container><rootfiles><rootfile full-path="OPS/book.opf"/><rootfile full-path="x.opf"/></rootfiles></container>';
const packageOf = (metadata: string, manifest: string, spine: string) =>
  `<package><metadata>${metadata}</metadata><manifest>${manifest}</manifest>${spine}</package>`;
const items =
  '<item id="a" href="a.xhtml"/><item id="b" href="text/b%20c.xhtml#x"/><item href="x"/><item id="nav" href="nav.xhtml" properties="nav"/>';
const chapter = (inner: string) => `<html><head><title>x</title></head><body>${inner}</body></html>`;
const book: Files = {
  'META-INF/container.xml': container,
  'OPS/book.opf': packageOf('', items, '<spine><itemref idref="a"/><itemref idref="b"/><itemref idref="a"/></spine>'),
  'OPS/a.xhtml': chapter('<p>One.</p>'),
  'OPS/text/b c.xhtml': chapter('<p>Two</p><p>Words.</p>'),
  'OPS/nav.xhtml':
    '<nav type="toc"><ol><li><a href="a.xhtml">First</a></li><li><a href="text/b%20c.xhtml#y">Two</a></li></ol></nav>',
};
const read = (more: Files = {}, without: string[] = []) =>
  readEpub(zipOf(Object.fromEntries(Object.entries({ ...book, ...more }).filter(([name]) => !without.includes(name)))));
const linesOf = async (more: Files, without: string[] = []) =>
  (await read(more, without)).blocks.map((block) => ('text' in block ? `${block.type} ${block.text}` : block.type));
const faultOf = (more: Files, without: string[] = []) =>
  read(more, without).then(
    () => null,
    (error: unknown) => (error instanceof DocumentError ? error.reason : String(error)),
  );
const whole = ['heading First', 'paragraph One.', 'heading Two', 'paragraph Words.'];

test('SUM-05 reads the chapters of a book under the titles of its contents', async () => {
  expect(await read()).toEqual({
    format: 'epub',
    title: null,
    author: null,
    publishedAt: null,
    language: null,
    description: null,
    pages: null,
    blocks: [
      { type: 'heading', level: 1, text: 'First' },
      { type: 'paragraph', text: 'One.' },
      { type: 'heading', level: 1, text: 'Two' },
      { type: 'paragraph', text: 'Words.' },
    ],
    cover: null,
    scanned: false,
  });
});

test('SUM-05 gives no second heading to a chapter that has one near its start', async () => {
  const inner = (before: number) => chapter(`${'<p>x.</p>'.repeat(before)}<h2>Own</h2><p>y.</p>`);
  expect((await linesOf({ 'OPS/a.xhtml': inner(2) })).slice(0, 3)).toEqual(['paragraph x.', 'paragraph x.', 'heading Own']);
  expect((await linesOf({ 'OPS/a.xhtml': inner(3) }))[0]).toBe('heading First');
  expect((await linesOf({ 'OPS/a.xhtml': chapter('') }))[0]).toBe('heading Two');
});

const nav = (inner: string): Files => ({ 'OPS/nav.xhtml': inner });
const ncx: Files = {
  'OPS/book.opf': packageOf(
    '',
    `${items}<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>`,
    '<spine><itemref idref="a"/><itemref idref="b"/></spine>',
  ),
  'OPS/toc.ncx':
    '<ncx><docTitle><text>Book</text></docTitle><navMap><navPoint><navLabel><text>Erst</text></navLabel><content src="a.xhtml"/></navPoint><navPoint><navLabel><text>Later</text></navLabel><content src="a.xhtml#2"/></navPoint></navMap><pageList><pageTarget><navLabel><text>7</text></navLabel><content src="text/b%20c.xhtml"/></pageTarget></pageList></ncx>',
};

test.each<[title: string, files: Files, first: string]>([
  [
    'of a list of pages',
    nav(
      '<nav type="page-list"><a href="a.xhtml">7</a><nav></nav><a href="a.xhtml">8</a></nav><nav type="toc"><a href="a.xhtml">First</a></nav>',
    ),
    'heading First',
  ],
  ['of a list without a type', nav('<nav><a href="a.xhtml"> First <b>one</b></a></nav>'), 'heading First one'],
  [
    'without an address',
    nav('<nav type="toc"><a>x</a><a href="a.xhtml"></a><a href="a.xhtml">First</a><a href="a.xhtml">Last</a></nav>'),
    'heading First',
  ],
  ['that are long', nav(`<nav type="toc"><a href="a.xhtml">${'t'.repeat(301)}</a></nav>`), `heading ${'t'.repeat(300)}`],
  ['of older books', { ...ncx, ...nav('<nav type="toc"></nav>') }, 'heading Erst'],
  ['of newer and older books', ncx, 'heading First'],
  [
    'beside pictures',
    {
      'OPS/book.opf': ncx['OPS/book.opf'] ?? '',
      'OPS/nav.xhtml': '',
      'OPS/toc.ncx':
        '<ncx><navMap><navPoint><navLabel><text>Erst</text><img src="a.xhtml"/></navLabel><content src="text/b%20c.xhtml"/></navPoint><navPoint><navLabel><text>Next</text></navLabel><content src="a.xhtml"/></navPoint></navMap></ncx>',
    },
    'heading Next',
  ],
  ['of another list', nav('<nav type="landmarks"><a href="a.xhtml">x</a></nav>'), 'paragraph One.'],
])('SUM-05 reads the titles of a book’s chapters %s', async (_, files, first) => {
  expect((await linesOf(files))[0]).toBe(first);
});

test('SUM-05 reads the older contents that the spine names', async () => {
  const opf = packageOf(
    '',
    '<item id="a" href="a.xhtml"/><item id="n" href="toc.ncx"/>',
    '<spine toc="n"><itemref idref="a"/></spine>',
  );
  expect(await linesOf({ 'OPS/book.opf': opf, 'OPS/toc.ncx': ncx['OPS/toc.ncx'] ?? '' })).toEqual([
    'heading Erst',
    'paragraph One.',
  ]);
});

test('SUM-05 leaves the contents themselves out of a book', async () => {
  const opf = packageOf('', items, '<spine><itemref idref="nav"/><itemref idref="a"/><itemref idref="b"/></spine>');
  expect(await linesOf({ 'OPS/book.opf': opf })).toEqual(whole);
});

test.each<[title: string, more: Files, without: string[], fault: string | null]>([
  ['no container', {}, ['META-INF/container.xml'], 'damaged'],
  ['no package', {}, ['OPS/book.opf'], 'damaged'],
  ['no chapters', { 'OPS/book.opf': packageOf('', items, '<spine></spine>') }, [], 'damaged'],
  ['a chapter that is missing', {}, ['OPS/a.xhtml'], 'damaged'],
  ['a chapter without an item', { 'OPS/book.opf': packageOf('', items, '<spine><itemref idref="q"/></spine>') }, [], 'damaged'],
  [
    'fonts that are scrambled',
    {
      'META-INF/encryption.xml':
        '<EncryptionMethod Algorithm="http://www.idpf.org/2008/embedding"/><EncryptionMethod Algorithm="http://ns.adobe.com/pdf/enc#RC"/>',
    },
    [],
    null,
  ],
  [
    'texts that are encrypted',
    { 'META-INF/encryption.xml': '<EncryptionMethod Algorithm="http://www.w3.org/2001/04/xmlenc#aes128-cbc"/>' },
    [],
    'encrypted',
  ],
  [
    'encryption that only looks like fonts’',
    { 'META-INF/encryption.xml': '<EncryptionMethod Algorithm="http://www.idpf.org/2008/embedding2"/>' },
    [],
    'encrypted',
  ],
  ['encryption of no name', { 'META-INF/encryption.xml': '<EncryptionMethod/>' }, [], 'encrypted'],
])('SUM-05 tells of a book with %s', async (_, more, without, fault) => {
  expect(await faultOf(more, without)).toBe(fault);
});

test('SUM-05 reads what a book says of itself', async () => {
  const spine = '<spine><itemref idref="a"/></spine>';
  const told = async (metadata: string) => (await read({ 'OPS/book.opf': packageOf(metadata, items, spine) })) as object;
  expect(
    await told(
      '<dc:title> </dc:title><dc:title> A  book </dc:title><dc:title>x</dc:title><dc:creator>Ann</dc:creator><dc:creator>Bo</dc:creator><dc:language>de</dc:language><dc:date>2020</dc:date><dc:date event="publication">2019-05-06</dc:date><dc:description>&lt;p&gt;All  of&lt;/p&gt;it</dc:description>',
    ),
  ).toMatchObject({ title: 'A book', author: 'Ann, Bo', language: 'de', publishedAt: '2019-05-06', description: 'All of it' });
  expect(await told('<dc:date>2020-07</dc:date>')).toMatchObject({ publishedAt: '2020-07-01' });
  const many = Array.from({ length: 12 }, (_, index) => `<dc:creator>A${index}</dc:creator>`).join('');
  expect(await told(many)).toMatchObject({ author: Array.from({ length: 10 }, (_, index) => `A${index}`).join(', ') });
});

test.each<[title: string, metadata: string, manifest: string, cover: string | null]>([
  [
    'a property',
    '<meta name="cover" content="old"/>',
    '<item id="c" href="c.jpg" properties="x cover-image"/><item id="old" href="o.jpg"/>',
    'new',
  ],
  [
    'an old name',
    '<meta name="cover" content="old"/><meta name="cover" content="c"/>',
    '<item id="c" href="c.jpg"/><item id="old" href="o.jpg"/>',
    'old',
  ],
  ['nothing', '<meta name="x" content="old"/>', '<item id="old" href="o.jpg" properties="cover-images"/>', null],
  ['a file that is missing', '<meta name="cover" content="q"/>', '<item id="q" href="q.jpg"/>', null],
])('SUM-05 finds the cover of a book by %s', async (_, metadata, manifest, cover) => {
  const opf = packageOf(metadata, items + manifest, '<spine><itemref idref="a"/></spine>');
  const found = (await read({ 'OPS/book.opf': opf, 'OPS/c.jpg': 'new', 'OPS/o.jpg': 'old' })).cover;
  expect(found && Buffer.from(found).toString()).toBe(cover);
});
