import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDocumentReader } from '#infra/document-reader/create-document-reader.ts';
import { createGuardedFetch } from '#infra/guarded-fetch/guarded-fetch.ts';
import { AppError } from '#lib/app-error.ts';
import { computeHere } from '../../../tests/harness/compute-here.ts';
import { makeDocx, makeEpub, makePdf, makeZip, wordParagraph } from '../../../tests/harness/files/make-documents.ts';
import { type Site, startSite } from '../../../tests/harness/sites/site.ts';
import { type Extracted, zExtracted } from '../domain.ts';
import type { EnginePorts } from '../ports.ts';
import { resolveSource } from '../source-to-note.ts';
import { summariseExtractive } from '../summarise/extractive/summarise.ts';
import { renderNote } from '../summarise/render-note.ts';
import type { SourceInput } from './source.ts';

let folder = '';
let site: Site;
let kept: Map<string, Uint8Array>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gleaner-binary-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  kept = new Map();
  site = await startSite();
});
afterEach(() => site.close());

async function resolve(input: SourceInput): Promise<Extracted> {
  const refuse = () => {
    throw new AppError('media_unreadable');
  };
  const ports = {
    compute: computeHere,
    fetch: createGuardedFetch({ allow: [site.host] }),
    readDocument: createDocumentReader(),
    media: { probe: refuse, subtitles: refuse, cover: refuse, sound: refuse },
    blobs: {
      put: async (key: string, bytes: Uint8Array) => ({ size: kept.set(key, bytes).size }),
      delete: async () => {},
      localPath: refuse,
    },
    clock: { now: () => 0, sleep: refuse },
  } as Partial<EnginePorts> as EnginePorts;
  const progress = { stage: () => {}, partial: () => {} };
  return zExtracted.parse(await resolveSource(input, { ports, progress, signal: AbortSignal.timeout(60_000) }));
}

async function file(name: string, content: string | Uint8Array): Promise<SourceInput> {
  const path = join(folder, `f${Math.random()}`);
  await writeFile(path, content);
  return { type: 'file', path, name, blob: null };
}

async function codeOf(promise: Promise<unknown>): Promise<string> {
  return await promise.then(
    () => 'no error',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );
}

const png = Buffer.from('89504e470d0a1a0a0000', 'hex');
const pdf = makePdf({
  pages: [['The kiln keeps its heat for eleven hours.'], ['Three teams measured the same in 1987.']],
  info: { Title: 'On Kilns' },
});

describe('files', () => {
  it('SUM-05 goes by content, not by name', async () => {
    const docx = makeDocx(wordParagraph('陶窑的温度可以保持十一个小时。'));
    const book = { chapters: [{ file: 'a.xhtml', title: 'One', body: '<p>Words of the first chapter.</p>' }], cover: png };
    const read = [
      await resolve(await file('notes.txt', pdf)),
      await resolve(await file('陶窑.zip', docx)),
      await resolve(await file('book', makeEpub(book))),
    ];
    expect(read.map(({ kind, title, language }) => [kind, title, language])).toEqual([
      ['document', 'On Kilns', 'en'],
      ['document', '陶窑', 'zh'],
      ['document', 'book', 'en'],
    ]);
    expect(read[2]?.articleMarkdown).toBe('# One\n\nWords of the first chapter.');
    expect(read[2]?.coverBlob).toMatch(/^covers\/[0-9a-f]{64}\.png$/);
    expect([...kept.keys()]).toEqual([read[2]?.coverBlob]);
  });

  it('SUM-05 shows a PDF’s page in its note’s lines and leads to its paragraph', async () => {
    const { transcript } = await resolve(await file('kilns.pdf', pdf));
    expect(transcript).toMatchObject({
      timed: false,
      provenance: { origin: 'document', track: 'kilns.pdf' },
      segments: [
        { id: 0, page: 1, text: 'The kiln keeps its heat for eleven hours.' },
        { id: 1, page: 2, text: 'Three teams measured the same in 1987.' },
      ],
    });
    const point = { text: 'Measured', segmentIds: [1] };
    const checks = {
      droppedReferences: 0,
      quotesVerified: 0,
      quotesRepaired: 0,
      quotesUnmarked: 0,
      statements: 0,
      statementsVerified: 0,
    };
    const chapters = [{ title: 'Kilns', startMs: null, segmentIds: [0, 1], points: [point] }];
    const outline = { method: 'model', model: null, language: 'en', abstract: [], chapters, tags: [], checks } as const;
    expect(renderNote({ ...outline, abstract: [], tags: [] }, transcript?.segments ?? [])).toContain('- Measured [p.2](#p1)');
  });

  it('SUM-05 reports each unreadable file with its own code', async () => {
    const cases: [string, string | Uint8Array, string][] = [
      ['scan.pdf', makePdf({ pages: ['image'] }), 'document_scanned'],
      ['locked.pdf', makePdf({ pages: [['x']], encrypted: true }), 'document_unreadable'],
      ['locked.docx', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'document_unreadable'],
      ['cut.pdf', pdf.subarray(0, 4), 'document_unreadable'],
      ['noise.epub', Buffer.alloc(5000, 7), 'document_unreadable'],
      // A recording goes to the media source, whose tools refuse everything in this test.
      ['speech.pdf', Buffer.from(`fLaC\0${'\0'.repeat(80)}`), 'input_unsupported'],
      ['empty.pdf', '', 'document_no_text'],
      ['old.doc', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'input_unsupported'],
      ['things.zip', makeZip([{ name: 'a.txt', content: 'a' }]), 'input_unsupported'],
    ];
    for (const [name, content, code] of cases)
      expect([name, await codeOf(resolve(await file(name, content)))]).toEqual([name, code]);
  });
});

describe('links', () => {
  it('SUM-05 SUM-01 reads a link by the content that the server sends', async () => {
    site.on('/kilns.pdf', { body: pdf, type: 'application/octet-stream' });
    site.on('/pdf/2401.00001', { body: pdf, type: 'application/pdf' });
    const disposition = "attachment; filename*=UTF-8''%E9%99%B6%E7%AA%91.docx";
    const docx = makeDocx(wordParagraph('陶窑的温度可以保持十一个小时。'));
    site.on('/download', { body: docx, type: 'application/octet-stream', headers: { 'content-disposition': disposition } });
    const named = await resolve({ type: 'url', url: `${site.url}/kilns.pdf` });
    expect(named).toMatchObject({
      kind: 'document',
      title: 'On Kilns',
      canonicalUrl: `${site.url}/kilns.pdf`,
      siteName: '127.0.0.1',
    });
    expect((await resolve({ type: 'url', url: `${site.url}/pdf/2401.00001` })).transcript?.segments).toHaveLength(2);
    expect((await resolve({ type: 'url', url: `${site.url}/download` })).title).toBe('陶窑');
    const printed = makePdf({ pages: [['The kiln keeps its heat for eleven hours.']], info: { Title: 'about:blank' } });
    site.on('/kiln-report.pdf', { body: printed, type: 'application/pdf' });
    expect((await resolve({ type: 'url', url: `${site.url}/kiln-report.pdf` })).title).toBe('kiln-report');
  });

  it('SUM-05 reads a misnamed link by its content and refuses too much', async () => {
    const page = `<html><head><title>Landing</title></head><body><article>${'<p>The kiln keeps its heat for eleven hours at night, and the villagers sleep.</p>'.repeat(8)}</article></body></html>`;
    site.on('/landing.pdf', { body: page, type: 'text/html' });
    site.on('/gone.pdf', { body: 'no', status: 404 });
    site.on(
      '/huge.pdf',
      (_request, response) => void response.writeHead(200, { 'content-length': '60000000' }).write('%PDF-1.4'),
    );
    // The test has no page extractor: a call to it proves that the link was read as a page.
    expect(await codeOf(resolve({ type: 'url', url: `${site.url}/landing.pdf` }))).toContain('extractPage is not a function');
    expect(await codeOf(resolve({ type: 'url', url: `${site.url}/gone.pdf` }))).toBe('fetch_status');
    expect(await codeOf(resolve({ type: 'url', url: `${site.url}/huge.pdf` }))).toBe('fetch_too_large');
  });
});

describe('SUM-05 a document’s own headings are the chapters of its note', () => {
  const told = [
    'The keeper of the hill weighed nine sacks of rye before the flood came down the valley and took the bridge.',
    'Two copper scales hung in the granary, and every family trusted them more than it trusted the miller.',
    'A pedlar borrowed the old ledger for a winter and brought it back with the poor years underlined.',
    'The youngest son repaired the oak door twice, because the wet wood moved whenever the weather turned.',
    'After the fair the priest counted the seed again and found that a tenth of it had been sold by mistake.',
    'The smith measured the wheel with a string, since nobody had written its size into any of the books.',
  ];
  const text = (seed: number): string => told.map((line, index) => `${told[(index + seed) % told.length]} ${line}`).join(' ');

  async function chaptersOf(extracted: Extracted): Promise<string[]> {
    const { segments } = extracted.transcript ?? { segments: [] };
    const { sections } = extracted;
    const outline = summariseExtractive({
      segments,
      timed: false,
      title: extracted.title,
      language: 'en',
      noteLanguage: 'en',
      sourceChapters: [],
      ...(sections ? { sections } : {}),
    });
    return outline.chapters.map(({ title }) => title);
  }

  it('in Word files', async () => {
    const heading = (words: string, level: number) => wordParagraph(words, `<w:outlineLvl w:val="${level - 1}"/>`);
    const body = [
      heading('The Granary', 1),
      heading('Scales and Weights', 2),
      wordParagraph(text(0)),
      heading('The Missing Tenth', 2),
      wordParagraph(text(2)),
      heading('What the Smith Knew', 2),
      wordParagraph(text(4)),
    ].join('');
    const extracted = await resolve(await file('granary.docx', makeDocx(body)));
    expect(extracted.sections?.map(({ title }) => title)).toEqual([
      'Scales and Weights',
      'The Missing Tenth',
      'What the Smith Knew',
    ]);
    expect(await chaptersOf(extracted)).toEqual(['Scales and Weights', 'The Missing Tenth', 'What the Smith Knew']);
  });

  it('in EPUB and PDF outlines, each from its page', async () => {
    const chapter = (number: number) => ({
      file: `${number}.xhtml`,
      title: `Part ${number}`,
      body: `<h1>Part ${number}</h1><p>${text(number)}</p>`,
    });
    const book = await resolve(await file('book.epub', makeEpub({ chapters: [chapter(1), chapter(2)] })));
    expect(book.sections?.map(({ title }) => title)).toEqual(['Part 1', 'Part 2']);
    const pages = [1, 2].map((number) => told.map((line) => `${line.slice(0, 80)} ${number}.`));
    const outlined = makePdf({ pages, outline: [1, 2].map((page) => ({ title: `Chapter ${page}`, page })) });
    const extracted = await resolve(await file('book.pdf', outlined));
    const pageOf = (id: number) => extracted.transcript?.segments[id]?.page;
    expect(extracted.sections?.map(({ title, segmentId }) => [title, pageOf(segmentId)])).toEqual([
      ['Chapter 1', 1],
      ['Chapter 2', 2],
    ]);
  });
});
