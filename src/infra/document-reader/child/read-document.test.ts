import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { makeDocx, makeEpub, makePdf, makeZip, wordParagraph } from '../../../../tests/harness/files/make-documents.ts';
import { DocumentError } from './fail.ts';
import { readDocument } from './read-document.ts';

const read = (bytes: Uint8Array) => readDocument(async () => Buffer.from(bytes));
const failure = async (bytes: Uint8Array) => {
  const reply = await read(bytes);
  return reply.ok ? 'read' : [reply.code, reply.reason, reply.detail];
};
const entry = (name: string, content = '<a/>') => ({ name, content });
const chapters = [{ file: 'a.xhtml', title: 'One', body: '<p>A line of words.</p>' }];

describe('SUM-05 a document', () => {
  test('is told with its paragraphs, headings and Markdown', async () => {
    const body = [
      wordParagraph('Kilns', '<w:pStyle w:val="Heading1"/>'),
      wordParagraph('A line of words.'),
      wordParagraph('And another.'),
    ].join('');
    expect(await read(makeDocx(body, { author: 'Ann Li', title: 'Told' }))).toEqual({
      ok: true,
      value: {
        format: 'docx',
        title: 'Told',
        author: 'Ann Li',
        publishedAt: null,
        language: null,
        description: null,
        pages: null,
        paragraphs: [
          { text: 'A line of words.', page: null },
          { text: 'And another.', page: null },
        ],
        headings: expect.any(Array),
        markdown: '# Kilns\n\nA line of words.\n\nAnd another.',
        cover: null,
      },
    });
  });

  test('is known by its first bytes and by what is in its archive', async () => {
    const formatOf = async (bytes: Uint8Array) => {
      const reply = await read(bytes);
      return reply.ok ? reply.value.format : reply.code;
    };
    const pdf = makePdf({ pages: [['A line of words that is long enough.']] });
    expect(await formatOf(pdf)).toBe('pdf');
    expect(await formatOf(makeEpub({ chapters }))).toBe('epub');
    expect(await formatOf(makeDocx(wordParagraph('Words.')))).toBe('docx');
    // A file of Word without its list of types.
    const document = `<w:document><w:body>${wordParagraph('Words.')}</w:body></w:document>`;
    expect(await formatOf(makeZip([entry('word/document.xml', document)]))).toBe('docx');
    // The head of a PDF may stand anywhere in the first kilobyte.
    expect(await formatOf(Buffer.concat([Buffer.alloc(1019, ' '), pdf]))).toBe('pdf');
    expect(await failure(Buffer.concat([Buffer.alloc(1020, ' '), pdf]))).toEqual([
      'input_unsupported',
      null,
      'neither PDF nor Zip',
    ]);
    expect(await failure(Buffer.from('PK\x05\x06'))).toEqual(['input_unsupported', null, 'neither PDF nor Zip']);
    expect(await failure(makeZip([entry('notes.txt')]))).toEqual(['input_unsupported', null, 'an archive of something else']);
  });

  test('has words, or is a scan', async () => {
    const none = 'no words in the document';
    expect(await failure(makeDocx(''))).toEqual(['document_no_text', null, none]);
    expect(await failure(makePdf({ pages: ['image'] }))).toEqual(['document_scanned', null, none]);
  });

  test('has at most five million characters', async () => {
    const words = randomBytes(3_750_000).toString('base64');
    expect(words.length).toBe(5_000_000);
    expect(await failure(makeDocx(wordParagraph(words)))).toBe('read');
    const more = await read(makeDocx(wordParagraph(`${words}a`)));
    expect(more).toMatchObject({ ok: false, code: 'text_too_long', reason: null });
  });

  test('has its cover, up to five megabytes', async () => {
    const coverOf = async (size: number) => {
      const cover = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), randomBytes(size - 8)]);
      const reply = await read(makeEpub({ chapters, cover }));
      return [reply.ok, reply.ok && reply.value.cover === cover.toString('base64'), reply.ok && reply.value.cover === null];
    };
    expect(await coverOf(5_000_000)).toEqual([true, true, false]);
    expect(await coverOf(5_000_001)).toEqual([true, false, true]);
  });

  test('that cannot be had or read is damaged, with what was said of it', async () => {
    const thrown = (error: unknown) => readDocument(() => Promise.reject(error));
    expect(await thrown(new RangeError('gone'))).toEqual({
      ok: false,
      code: 'document_unreadable',
      reason: 'damaged',
      detail: 'RangeError: gone',
    });
    expect(await thrown('gone')).toMatchObject({ code: 'document_unreadable', reason: 'damaged', detail: 'unknown' });
    expect(await thrown(new Error('x'.repeat(400)))).toMatchObject({ detail: `Error: ${'x'.repeat(293)}` });
    expect(await thrown(new DocumentError('text_too_long', null, 'more'))).toEqual({
      ok: false,
      code: 'text_too_long',
      reason: null,
      detail: 'more',
    });
  });
});
