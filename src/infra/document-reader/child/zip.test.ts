import { describe, expect, test } from 'vitest';
import { makeZip, type ZipEntry } from '../../../../tests/harness/files/make-documents.ts';
import { decodeXml } from './decode-xml.ts';
import { readFields } from './office-properties.ts';
import { openZip } from './zip.ts';

const mega = 1024 * 1024;
const stored = (name: string, content: string | Uint8Array = 'x'): ZipEntry => ({ name, content, store: true });
const zeros = (bytes: number) => Buffer.alloc(bytes);
const faultOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof Error ? [(error as { reason?: string }).reason, error.message] : error),
  );
const opening = (entries: readonly ZipEntry[]) => faultOf(openZip(makeZip(entries)));
const reading = (bytes: Buffer, name = 'a') => faultOf(openZip(bytes).then((zip) => zip.read(name)));
/** Where the directory says what `at` bytes behind its first mark are. */
const directoryAt = (bytes: Buffer, at: number) => bytes.indexOf('PK\x01\x02', 0, 'latin1') + at;

describe('SUM-05 an archive', () => {
  test('has its files by name, packed or not, and no folders', async () => {
    const zip = await openZip(
      makeZip([stored('a', 'one'), { name: 'b/c', content: 'two '.repeat(100) }, stored('d/', ''), stored('空', '')]),
    );
    expect(['a', 'b/c', 'd/', 'd', '空', 'x'].map((name) => zip.has(name))).toEqual([true, true, false, false, true, false]);
    expect([String(await zip.read('a')), String(await zip.read('b/c')), String(await zip.read('空'))]).toEqual([
      'one',
      'two '.repeat(100),
      '',
    ]);
    expect([await zip.read('x'), await zip.read('d/')]).toEqual([null, null]);
    expect(String(await zip.read('a'))).toBe('one');
  });

  test('may have something behind its end', async () => {
    const bytes = makeZip([stored('a', 'one')]);
    const said = Buffer.concat([bytes, Buffer.from('a comment')]);
    said.writeUInt16LE(9, bytes.length - 2);
    for (const more of [Buffer.concat([bytes, Buffer.from('\r\n')]), said, Buffer.concat([said, Buffer.from('more')])])
      expect(String(await (await openZip(more)).read('a'))).toBe('one');
    for (const none of [zeros(30), Buffer.from('PK\x05\x06', 'latin1'), bytes.subarray(0, bytes.length - 1)])
      expect(await faultOf(openZip(none))).not.toBeNull();
  });

  test('has at most ten thousand entries', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => stored(String(index), ''));
    expect(await opening(many(10_000))).toBeNull();
    expect(await opening(many(10_001))).toEqual(['refused', 'too many entries']);
  });

  test('has no path that leads out of it', async () => {
    for (const name of ['../a', '/a', 'a/../../b', 'C:/x', 'a\\b'])
      expect(await opening([stored(name)])).toEqual(['refused', 'a path that leads out of the archive']);
    expect(await opening([stored('a/..b')])).toBeNull();
  });

  test('has no entries over one another', async () => {
    const bytes = makeZip([stored('a', 'x'.repeat(50)), stored('b', 'y'), stored('c', 'z')]);
    expect(await faultOf(openZip(bytes))).toBeNull();
    // Listed in another order, they are as good.
    const second = bytes.indexOf('PK\x01\x02', directoryAt(bytes, 4), 'latin1');
    const swapped = Buffer.concat([
      ...[bytes.subarray(0, directoryAt(bytes, 0)), bytes.subarray(second, second + 47)],
      ...[bytes.subarray(directoryAt(bytes, 0), second), bytes.subarray(second + 47)],
    ]);
    expect(await faultOf(openZip(swapped))).toBeNull();
    // The first one claims a byte of the second.
    const longer = Buffer.from(bytes);
    longer.writeUInt32LE(51, directoryAt(bytes, 20));
    longer.writeUInt32LE(51, directoryAt(bytes, 24));
    expect(await faultOf(openZip(longer))).toEqual(['refused', 'entries over one another']);
  });

  test('is not read where it is locked or packed by another method', async () => {
    expect(await reading(makeZip([{ name: 'a', content: 'x', flags: 0x801 }]))).toEqual(['encrypted', 'an entry of the archive']);
    const odd = makeZip([stored('a')]);
    odd.writeUInt16LE(12, directoryAt(odd, 10));
    expect(await reading(odd)).toEqual(['damaged', 'packed by method 12']);
    const torn = makeZip([{ name: 'a', content: 'one two three '.repeat(20) }]);
    torn.fill(0xff, 33, 40);
    expect(await reading(torn)).toEqual(['damaged', 'an entry that does not unpack']);
  });

  test('does not grow too much: a hundredfold, or four megabytes', async () => {
    expect(await reading(makeZip([{ name: 'a', content: zeros(4 * mega) }]))).toBeNull();
    expect(await reading(makeZip([{ name: 'a', content: zeros(4 * mega + 1) }]))).toEqual([
      'refused',
      'an entry unpacks to far too much',
    ]);
  });

  test('gives at most two hundred megabytes in all', async () => {
    const large = [stored('a', zeros(20 * mega)), stored('b', zeros(19 * mega)), { name: 'c', content: zeros(2 * mega) }];
    const bytes = makeZip(large);
    const zip = await openZip(bytes);
    for (let time = 0; time < 10; time++) expect((await zip.read('a'))?.length).toBe(20 * mega);
    expect(await faultOf(zip.read('b'))).toEqual(['refused', 'too much in the archive']);
    // A packed entry has only the room that is left.
    const full = await openZip(bytes);
    for (const name of ['a', 'a', 'a', 'a', 'a', 'a', 'a', 'a', 'a', 'b']) await full.read(name);
    expect(await faultOf(full.read('c'))).toEqual(['refused', 'an entry unpacks to far too much']);
  });
});

describe('SUM-05 the charset of XML', () => {
  const text = '<a>Zürich 苏</a>';
  const utf16 = (swapped: boolean) => {
    const bytes = Buffer.from(`\ufeff${text}`, 'utf16le');
    return swapped ? bytes.swap16() : bytes;
  };

  test('is that of its mark, or else of its declaration, or else UTF-8', () => {
    expect([decodeXml(Buffer.from(text)), decodeXml(Buffer.from(`\ufeff${text}`))]).toEqual([text, text]);
    expect([decodeXml(utf16(false)), decodeXml(utf16(true))]).toEqual([text, text]);
    const declared = (label: string, bytes: Uint8Array, quote = '"') => {
      const head = `<?xml version="1.0" encoding=${quote}${label}${quote}?>`;
      return decodeXml(Buffer.concat([Buffer.from(head), bytes])).slice(head.length);
    };
    const gbk = Buffer.from([0xcb, 0xd5]);
    expect([declared('GBK', gbk), declared('gb18030', gbk, "'"), declared('ISO-8859-1', Buffer.from([0xfc]))]).toEqual([
      '苏',
      '苏',
      'ü',
    ]);
    // A declaration of UTF-16 in a UTF-8 file, or of an unknown charset.
    for (const label of ['UTF-16', 'utf16', 'UTF-8', 'x-unheard-of']) expect(declared(label, Buffer.from('苏'))).toBe('苏');
    expect(decodeXml(Buffer.concat([Buffer.from('\ufeff<?xml encoding="GBK"?>'), Buffer.from('苏')]))).toMatch(/苏$/);
  });

  test('is declared in the first tag only', () => {
    const latin = (head: string) => decodeXml(Buffer.concat([Buffer.from(head), Buffer.from([0xfc])])).at(-1);
    expect(latin('<?xml encoding = "latin1"?>')).toBe('ü');
    expect(latin('<?xml version="1.0"?><a encoding="latin1">')).toBe('\ufffd');
    expect(latin(`<?xml ${' '.repeat(54)}encoding="latin1"?>`)).toBe('ü');
    expect(latin(`<?xml ${' '.repeat(60)}encoding="latin1"?>`)).toBe('\ufffd');
  });
});

test('SUM-05 fields are read by their local names, each with all of its text', () => {
  const fields = readFields(
    `<p xmlns:dc="x"><dc:title id="1"> A <b>bold</b> title</dc:title><other>no</other><dc:title/><creator>${'c'.repeat(2001)}</creator></p>`,
    new Set(['title', 'creator', 'b']),
  );
  expect(fields.map(({ name, text }) => [name, text])).toEqual([
    ['title', 'A bold title'],
    ['title', ''],
    ['creator', 'c'.repeat(2000)],
  ]);
  expect(fields[0]?.attributes.get('id')).toBe('1');
});
