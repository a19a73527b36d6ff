import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDocumentReader } from '#infra/document-reader/create-document-reader.ts';
import { createGuardedFetch } from '#infra/guarded-fetch/guarded-fetch.ts';
import { AppError } from '#lib/app-error.ts';
import { computeHere } from '../../../tests/harness/compute-here.ts';
import { makeDocx, makePdf, wordParagraph } from '../../../tests/harness/files/make-documents.ts';
import { type Replay, startReplay } from '../../../tests/harness/sites/replay.ts';
import { type Extracted, zExtracted } from '../domain.ts';
import { readPage } from '../page/read-page.ts';
import type { EnginePorts } from '../ports.ts';
import { resolveSource } from '../source-to-note.ts';
import { sites } from './index.ts';

let internet: Replay;
beforeAll(async () => {
  internet = await startReplay();
});
afterAll(() => internet.close());

async function resolve(url: string): Promise<Extracted> {
  const refuse = () => {
    throw new AppError('media_unreadable');
  };
  const ports = {
    compute: computeHere,
    fetch: createGuardedFetch({ replayFrom: internet.url }),
    extractPage: async (page: Parameters<EnginePorts['extractPage']>[0]) => readPage(page),
    readDocument: createDocumentReader(),
    media: { probe: refuse, subtitles: refuse, cover: refuse, sound: refuse },
    blobs: {
      put: async (_key: string, bytes: Uint8Array) => ({ size: bytes.length }),
      delete: async () => {},
      localPath: refuse,
    },
    clock: { now: () => 0, sleep: refuse },
  } as Partial<EnginePorts> as EnginePorts;
  const progress = { stage: () => {}, partial: () => {} };
  const signal = AbortSignal.timeout(60_000);
  return zExtracted.parse(await resolveSource({ type: 'url', url }, { ports, progress, signal }));
}

const codeOf = async (url: string) =>
  await resolve(url).then(
    () => 'no error',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );
const docx = (text: string) => ({
  body: makeDocx(wordParagraph(text), {}),
  type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
});
const words = 'The garden wall was built of river stones, and the gate of oak.';
const id = (name: string) => `1${name.padEnd(30, 'x')}`;

test.each([
  [
    'https://docs.google.com/document/d/1abcdefghijklmn/edit?tab=t.0#heading=h.1',
    'https://docs.google.com/document/d/1abcdefghijklmn/export?format=docx',
  ],
  [
    'https://docs.google.com/document/u/0/d/1abcdefghijklmn/',
    'https://docs.google.com/document/d/1abcdefghijklmn/export?format=docx',
  ],
  [
    'https://docs.google.com/presentation/d/1abcdefghijklmn/edit',
    'https://docs.google.com/presentation/d/1abcdefghijklmn/export/pdf',
  ],
  [
    'https://docs.google.com/spreadsheets/d/1abcdefghijklmn/edit?resourcekey=0-k',
    'https://docs.google.com/spreadsheets/d/1abcdefghijklmn/export?format=pdf&resourcekey=0-k',
  ],
  ['https://docs.google.com/document/d/e/2PACX-1vabcdefgh/pub', null],
  [
    'https://drive.google.com/file/d/1abcdefghijklmn/view?usp=sharing',
    'https://drive.google.com/uc?export=download&id=1abcdefghijklmn',
  ],
  ['https://drive.google.com/open?id=1abcdefghijklmn', 'https://drive.google.com/uc?export=download&id=1abcdefghijklmn'],
  ['https://drive.google.com/drive/folders/1abcdefghijklmn', null],
  ['https://www.dropbox.com/scl/fi/abc/notes.pdf?rlkey=k&dl=0', 'https://www.dropbox.com/scl/fi/abc/notes.pdf?rlkey=k&dl=1'],
  ['https://www.dropbox.com/s/abc/notes.pdf', 'https://www.dropbox.com/s/abc/notes.pdf?dl=1'],
  ['https://www.dropbox.com/home', null],
  ['https://arxiv.org/abs/2401.01234v2', 'https://arxiv.org/pdf/2401.01234v2'],
  ['https://arxiv.org/pdf/2401.01234.pdf', 'https://arxiv.org/pdf/2401.01234'],
  ['https://arxiv.org/abs/math.GT/0309136', 'https://arxiv.org/pdf/math.GT/0309136'],
  ['https://arxiv.org/list/cs.CL/recent', null],
  [
    'https://github.com/ada/notes/blob/main/talks/one%20two.pdf',
    'https://raw.githubusercontent.com/ada/notes/main/talks/one%20two.pdf',
  ],
  ['https://github.com/ada/notes/blob/main/src/index.ts', null],
  ['https://docs.google.com.example.org/document/d/1abcdefghijklmn/edit', null],
])('SUM-09 the file behind %s', (link, file) => {
  const found = sites.map(({ files }) => files?.find(new URL(link))).find((target) => target);
  expect(found?.url ?? null).toBe(file);
});

describe('SUM-09 shared documents', () => {
  test('reads a Google document as its export, with its own name and link', async () => {
    internet.on(`https://docs.google.com/document/d/${id('garden')}/export`, {
      ...docx(words),
      headers: { 'content-disposition': `attachment; filename="x.docx"; filename*=UTF-8''Der%20Garten.docx` },
    });
    const link = `https://docs.google.com/document/d/${id('garden')}/edit?usp=sharing`;
    expect(await resolve(link)).toMatchObject({
      kind: 'document',
      title: 'Der Garten',
      siteName: 'docs.google.com',
      transcript: { segments: [{ text: words }] },
    });
    expect((await resolve(link)).canonicalUrl).toContain(`/document/d/${id('garden')}`);
  });

  test('confirms Drive’s question before a large file', async () => {
    const file = id('large');
    internet.on('https://drive.google.com/uc', (request, response) => {
      const asked = new URL(request.url ?? '', 'http://x').searchParams.get('id');
      if (asked !== file) return response.writeHead(303, { location: 'https://accounts.google.com/v3/signin' }).end();
      return response
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
        .end(
          `<html><body><p>Google Drive can't scan this file for viruses.</p><form id="download-form" action="https://drive.usercontent.google.com/download" method="get"><input type="submit" value="Download anyway"/><input type="hidden" name="id" value="${file}"><input type="hidden" name="confirm" value="t"><input type="hidden" name="uuid" value="u-1"></form></body></html>`,
        );
    });
    internet.on('https://drive.usercontent.google.com/download', (request, response) => {
      const { searchParams } = new URL(request.url ?? '', 'http://x');
      if (searchParams.get('confirm') !== 't' || searchParams.get('uuid') !== 'u-1' || searchParams.get('id') !== file)
        return response.writeHead(404).end();
      return response
        .writeHead(200, { 'content-type': 'application/octet-stream', 'content-disposition': 'attachment; filename="wall.pdf"' })
        .end(makePdf({ pages: [[words]] }));
    });
    internet.on('https://accounts.google.com/v3/signin', { body: '<html>Sign in</html>', type: 'text/html' });
    const extracted = await resolve(`https://drive.google.com/file/d/${file}/view`);
    expect(extracted.transcript?.segments).toMatchObject([{ text: words, page: 1 }]);
    expect(await codeOf(`https://drive.google.com/file/d/${id('private')}/view`)).toBe('document_access_denied');
  });

  test('reports a private document, and too many requests', async () => {
    internet.on(`https://docs.google.com/document/d/${id('closed')}/export`, { body: 'no', status: 401, type: 'text/html' });
    expect(await codeOf(`https://docs.google.com/document/d/${id('closed')}/edit`)).toBe('document_access_denied');
    internet.on(`https://docs.google.com/document/d/${id('gone')}/export`, { body: 'gone', status: 404, type: 'text/html' });
    expect(await codeOf(`https://docs.google.com/document/d/${id('gone')}/edit`)).toBe('fetch_status');
    internet.on(`https://docs.google.com/presentation/d/${id('often')}/export/pdf`, {
      body: '<html><title>Google Drive - Quota exceeded</title></html>',
      type: 'text/html',
    });
    expect(await codeOf(`https://docs.google.com/presentation/d/${id('often')}/edit`)).toBe('site_wait');
    internet.on('https://www.dropbox.com/scl/fi/closed/notes.docx', {
      body: '<html>Sign in to Dropbox</html>',
      type: 'text/html',
    });
    expect(await codeOf('https://www.dropbox.com/scl/fi/closed/notes.docx?rlkey=1&dl=0')).toBe('document_access_denied');
  });

  test('reads a text on Dropbox and one on GitHub', async () => {
    internet.on('https://www.dropbox.com/s/abc/wall.txt', (request, response) => {
      const isDownload = request.url?.includes('dl=1');
      response
        .writeHead(200, { 'content-type': isDownload ? 'text/plain' : 'text/html' })
        .end(isDownload ? words : '<html>viewer</html>');
    });
    expect(await resolve('https://www.dropbox.com/s/abc/wall.txt?dl=0')).toMatchObject({
      title: 'wall',
      siteName: 'dropbox.com',
      transcript: { segments: [{ text: words }] },
    });
    internet.on('https://raw.githubusercontent.com/ada/notes/main/wall.md', {
      body: `# The wall\n\n${words}\n`,
      type: 'text/plain',
    });
    expect(await resolve('https://github.com/ada/notes/blob/main/wall.md')).toMatchObject({
      title: 'The wall',
      siteName: 'github.com',
      transcript: { segments: [{ text: words }] },
    });
  });

  test('reads a whole arXiv paper with its page’s metadata', async () => {
    internet.on('https://arxiv.org/pdf/2401.01234', {
      body: makePdf({ pages: [[words], ['Second page.']] }),
      type: 'application/pdf',
    });
    internet.on('https://arxiv.org/abs/2401.01234', {
      type: 'text/html; charset=utf-8',
      body: `<html lang="en"><head><title>[2401.01234] Walls of river stones</title><meta name="citation_title" content="Walls of river stones"><meta name="citation_author" content="Quill, Ada"><meta name="citation_author" content="Field, Bo"><meta name="citation_date" content="2024/01/02"><meta property="og:title" content="Walls of river stones"><meta property="og:description" content="We build a wall."></head><body><h1 class="title">Title: Walls of river stones</h1><blockquote class="abstract">Abstract: We build a wall of stones and look at it for many years, in rain and snow, and say what became of it.</blockquote></body></html>`,
    });
    expect(await resolve('https://arxiv.org/abs/2401.01234')).toMatchObject({
      title: 'Walls of river stones',
      author: 'Ada Quill, Bo Field',
      publishedAt: '2024-01-02',
      canonicalUrl: 'https://arxiv.org/abs/2401.01234',
      transcript: {
        segments: [
          { text: words, page: 1 },
          { text: 'Second page.', page: 2 },
        ],
      },
    });
  });

  test('recognises a large document by the server’s headers', async () => {
    const padded = Buffer.concat([makePdf({ pages: [[words]] }), Buffer.alloc(22_000_000, ' ')]);
    const answerHead = (how: (response: ServerResponse) => void) =>
      internet.on('https://files.example.org/get', (request, response) => {
        if (request.method === 'HEAD') return how(response);
        response.writeHead(200, { 'content-type': 'application/pdf', 'content-length': String(padded.length) }).end(padded);
      });
    // Neither a refused nor an unanswered HEAD request says anything about the file.
    for (const how of [(head: ServerResponse) => head.writeHead(405).end(), (head: ServerResponse) => head.destroy()]) {
      answerHead(how);
      expect((await resolve('https://files.example.org/get?id=9')).transcript?.segments).toMatchObject([
        { text: words, page: 1 },
      ]);
    }
    answerHead((head) => head.writeHead(302, { location: 'http://10.0.0.1/' }).end());
    expect(await codeOf('https://files.example.org/get?id=9')).toBe('url_blocked');
    internet.on('https://files.example.org/page', (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end(`<p>${'word '.repeat(5_000_000)}</p>`);
    });
    expect(await codeOf('https://files.example.org/page')).toBe('fetch_too_large');
  });
});
