import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppError, toAppError } from '#lib/app-error.ts';
import { computeHere } from '../../../tests/harness/compute-here.ts';
import type { Extracted } from '../domain.ts';
import { zExtracted } from '../domain.ts';
import type { EnginePorts } from '../ports.ts';
import type { ExtractedPage } from '../raw-content.ts';
import { documentSource, titleFromName } from './document.ts';
import type { ResolveContext } from './source.ts';

let folder = '';
let files = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gleaner-document-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

type Asked = { text: string; url: string };

function contextWith(asked: Asked[], page: Partial<ExtractedPage> = {}): { context: ResolveContext; stages: string[] } {
  const stages: string[] = [];
  const refuse = () => {
    throw new Error('a document needs nothing from outside');
  };
  const ports: EnginePorts = {
    compute: computeHere,
    fetch: refuse,
    media: { probe: refuse, subtitles: refuse, cover: refuse, sound: refuse },
    extractPage: async ({ bytes, url }) => {
      asked.push({ text: Buffer.from(bytes).toString(), url });
      if (page.text === '') throw new AppError('page_no_text');
      const empty = {
        author: null,
        date: null,
        siteName: null,
        coverUrl: null,
        language: null,
        description: null,
        canonicalUrl: null,
      };
      return { ...empty, text: 'First.\nSecond.', markdown: 'First.\n\nSecond.', title: null, ...page };
    },
    readDocument: refuse,
    blobs: { put: refuse, localPath: refuse, delete: refuse },
    checkpoints: { get: refuse, put: refuse },
    llm: null,
    clock: { now: () => 0, sleep: refuse },
  };
  const progress = { stage: (_stage: string, _percent: number, code: string) => stages.push(code), partial: () => {} };
  return { context: { ports, progress, signal: AbortSignal.timeout(60_000) }, stages };
}

async function write(content: string | Uint8Array): Promise<string> {
  const path = join(folder, `${files++}`);
  await writeFile(path, content);
  return path;
}

async function read(name: string, content: string | Uint8Array, page: Partial<ExtractedPage> = {}) {
  const asked: Asked[] = [];
  const { context, stages } = contextWith(asked, page);
  const path = await write(content);
  const extracted = await documentSource.resolve({ type: 'file', path, name, blob: null }, context);
  if (extracted) expect(zExtracted.parse(extracted)).toEqual(extracted);
  return { extracted, asked, stages };
}

async function codeOf(name: string, content: string | Uint8Array, page: Partial<ExtractedPage> = {}): Promise<string> {
  try {
    const { extracted } = await read(name, content, page);
    return extracted === null ? 'not mine' : `read as ${extracted.kind}`;
  } catch (error) {
    return toAppError(error).code;
  }
}

const textsOf = (extracted: Extracted | null) => extracted?.transcript?.segments.map((segment) => segment.text);
const srt = '1\n00:00:01,000 --> 00:00:02,000\nHello there.\n\n2\n00:00:10,000 --> 00:00:12,500\nBye.\n';

describe('documentSource', () => {
  it('SUM-05 turns a subtitle file into a timed transcript', async () => {
    const { extracted, stages } = await read('My talk.en.srt', srt);
    expect(extracted).toMatchObject({
      kind: 'subtitles',
      title: 'My talk',
      language: 'en',
      durationMs: 12_500,
      articleMarkdown: null,
    });
    expect(extracted?.transcript).toEqual({
      timed: true,
      language: 'en',
      provenance: { origin: 'human', track: 'My talk.en.srt' },
      segments: [
        { id: 0, startMs: 1000, endMs: 2000, text: 'Hello there.' },
        { id: 1, startMs: 10_000, endMs: 12_500, text: 'Bye.' },
      ],
    });
    expect(stages).toEqual(['reading_subtitles']);
  });

  it('SUM-05 recognises subtitles of every kind by content, also gzipped', async () => {
    const kinds = {
      'a.vtt': 'WEBVTT\n\n00:01.000 --> 00:02.000\nHello\n',
      'a.ass': '[Script Info]\n\n[Events]\nDialogue: 0,0:00:01.00,0:00:02.00,D,,0,0,0,,Hello',
      'a.lrc': '[ti:T]\n[00:01.00]Hello',
      'a.ttml': '<tt><body><p begin="1s" end="2s">Hello</p></body></tt>',
      'a.json': '{"body":[{"from":1,"to":2,"content":"Hello"}]}',
      'a.srt': srt,
    };
    for (const [name, content] of Object.entries(kinds)) {
      for (const as of [name, 'noname']) expect([as, await codeOf(as, content)]).toEqual([as, 'read as subtitles']);
      expect(await codeOf(`${name}.gz`, gzipSync(content))).toBe('read as subtitles');
    }
    const { extracted } = await read('x', Buffer.from(`\ufeff${srt}`, 'utf16le'));
    expect(textsOf(extracted)).toEqual(['Hello there.', 'Bye.']);
  });

  it('SUM-05 turns plain text into paragraphs and Markdown that shows them as they are', async () => {
    const { extracted, stages } = await read(
      'notes.txt',
      'A walk in the woods\n\nIt was *late*, and <b>dark</b>.\n# no heading\n\n* * *\n\n1. go',
    );
    expect(extracted).toMatchObject({ kind: 'document', title: 'A walk in the woods', durationMs: null });
    expect(extracted?.transcript).toMatchObject({ timed: false, provenance: { origin: 'document', track: 'notes.txt' } });
    expect(textsOf(extracted)).toEqual(['A walk in the woods', 'It was *late*, and <b>dark</b>.', '# no heading', '1. go']);
    expect(extracted?.articleMarkdown).toBe(
      'A walk in the woods\n\nIt was \\*late\\*, and \\<b\\>dark\\</b\\>.\\\n\\# no heading\n\n\\* \\* \\*\n\n1\\. go',
    );
    expect(stages).toEqual(['reading_document']);
    expect((await read('/tmp/one.txt', 'Just a sentence.')).extracted?.title).toBe('one');
  });

  it('SUM-05 reads text in any charset', async () => {
    const gbk = Uint8Array.from(Buffer.from('BDF1CCECCED2C3C7C0B4C1C4D2BBC1C4CAD3C6B5D7DCBDE1A3ACB4F3BCD2BAC3A1A3', 'hex'));
    expect(textsOf((await read('a.txt', gbk)).extracted)).toEqual(['今天我们来聊一聊视频总结，大家好。']);
  });

  it('SUM-05 reads Markdown: front matter, headings, lists, tables, without markup', async () => {
    const source =
      '---\ntitle: "The plan"\nauthor: Ann\ndate: 2026-03-01\n---\n# Big\n\nSome *bold*\nwords, a [link](https://example.com) and ![pic](a.png).\n\n- one\n- two `code`\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```js\nhidden()\n```\n\n<div>raw <b>html</b></div>\n';
    const { extracted } = await read('plan.md', source);
    expect(extracted).toMatchObject({ kind: 'document', title: 'The plan', author: 'Ann', publishedAt: '2026-03-01' });
    expect(textsOf(extracted)).toEqual([
      'Big',
      'Some bold words, a link and .',
      'one',
      'two code',
      'a · b',
      '1 · 2',
      'raw',
      'html',
    ]);
    expect(extracted?.articleMarkdown?.startsWith('# Big\n\nSome *bold*')).toBe(true);
    expect((await read('x.md', '中文第一行\n第二行\n\n# 标题')).extracted).toMatchObject({
      title: '标题',
      transcript: { segments: [{ text: '中文第一行第二行' }] },
    });
    // Without an extension, the content decides.
    expect((await read('README', '# Head\n\nText\n\n## Next\n\nMore')).extracted?.title).toBe('Head');
  });

  it('SUM-05 hands HTML to the page extraction and keeps no address that leads nowhere', async () => {
    const markdown =
      'See [this](https://localhost.invalid/a) ![x](https://localhost.invalid/b.png) and [that](https://example.com/).';
    const page = {
      title: 'Page',
      date: '2026-01-02',
      canonicalUrl: 'https://localhost.invalid/',
      coverUrl: 'https://localhost.invalid/c.png',
      markdown,
    };
    const { extracted, asked } = await read('saved.html', '<!-- c --><!doctype html><p>x', page);
    expect(asked).toEqual([{ text: '<!-- c --><!doctype html><p>x', url: 'https://localhost.invalid/' }]);
    expect(extracted).toMatchObject({
      kind: 'document',
      title: 'Page',
      publishedAt: '2026-01-02',
      canonicalUrl: null,
      coverUrl: null,
    });
    expect(extracted?.articleMarkdown).toBe('See this  and [that](https://example.com/).');
    expect(textsOf(extracted)).toEqual(['First.', 'Second.']);
    const saved = await read(
      'x.htm.gz',
      gzipSync('<!doctype html>\n<!-- saved from url=(0023)https://example.com/a -->\n<html>'),
    );
    expect(saved.asked[0]?.url).toBe('https://example.com/a');
    expect(saved.extracted?.canonicalUrl).toBe('https://example.com/a');
    expect(await codeOf('empty.html', '<html></html>', { text: '' })).toBe('document_no_text');
  });

  it('SUM-05 leaves media and other binaries to others', async () => {
    const binary = Uint8Array.from({ length: 4000 }, (_, index) => (index * 37) % 256);
    expect(await codeOf('a.bin', binary)).toBe('not mine');
    expect(await codeOf('film.mp4', binary)).toBe('not mine');
    expect(await codeOf('playlist.m3u8', '#EXTM3U\n#EXTINF:1\nfile:///etc/passwd')).toBe('not mine');
    expect(await codeOf('film.mp4', '')).toBe('not mine');
    // Recordings with the name of a text file.
    for (const start of ['OggS\0', 'ID3\u0004\0', '\0\0\0\u0020ftypisom', 'RIFF\0\0\0\0WAVE'])
      expect(await codeOf('notes.txt', `${start}${'\0'.repeat(80)}`)).toBe('not mine');
    expect(await codeOf('notes.txt', 'ID3 tags say who plays, and when it was written down.')).toBe('read as document');
    expect(documentSource.canHandle({ type: 'url', url: 'https://example.com/a.srt' })).toBe(false);
  });

  it('SUM-05 says what is wrong with a file', async () => {
    const cases: [string, string | Uint8Array, string][] = [
      ['a.txt', '', 'document_no_text'],
      ['a.txt', ' \n\n * * * \n', 'document_no_text'],
      ['a.md', '---\ntitle: x\n---\n', 'document_no_text'],
      ['a.srt', '<!doctype html><p>Please log in', 'document_unreadable'],
      ['a.vtt', 'WEBVTT\n\n', 'subtitles_empty'],
      ['a.vtt', 'WEBVTT\n\n00:01.000 --> 00:02.000\n♪\n', 'subtitles_empty'],
      ['a.txt', new Uint8Array(500), 'document_unreadable'],
      ['a.json', '{"name": "no captions"}', 'input_unsupported'],
      ['a.pdf', '%PDF-1.7\nbinary', 'input_unsupported'],
      ['a.docx', 'PK\u0003\u0004rest', 'input_unsupported'],
      ['a.srt.gz', Uint8Array.of(0x1f, 0x8b, 8, 0, 1, 2, 3), 'document_unreadable'],
      ['a.gz', gzipSync(new Uint8Array(100)), 'input_unsupported'],
    ];
    for (const [name, content, code] of cases) expect([name, await codeOf(name, content)]).toEqual([name, code]);
    const { context } = contextWith([]);
    const missing = documentSource.resolve({ type: 'file', path: join(folder, 'none'), name: 'a.txt', blob: null }, context);
    await expect(missing).rejects.toMatchObject({ code: 'file_missing' });
  });

  it('SUM-05 refuses more than 20 MB of text, packed or not', async () => {
    const path = await write('text '.repeat(20_000));
    // A sparse tail: the size is refused before anything of it is read.
    await truncate(path, 21 * 1024 * 1024);
    const { context } = contextWith([]);
    await expect(documentSource.resolve({ type: 'file', path, name: 'a.txt', blob: null }, context)).rejects.toMatchObject({
      code: 'file_too_large',
    });
    expect(await codeOf('bomb.txt.gz', gzipSync(new Uint8Array(21 * 1024 * 1024).fill(0x61)))).toBe('file_too_large');
  });

  it('titles a file by its name', () => {
    expect(
      ['a/b/My talk.zh-Hans.srt', 'x.tar.gz', '.env', 'notes', 'page.html.gz', 'C:\\docs\\plan.md'].map(titleFromName),
    ).toEqual(['My talk', 'x', '.env', 'notes', 'page', 'plan']);
  });
});
