/** Input made to hurt: each ends in a typed state or a right result, nothing hangs, and the server answers all the while. */
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeMatroska } from '../harness/files/make-matroska.ts';
import { makeWav } from '../harness/files/make-media.ts';
import type { TestClient } from '../harness/http/client.ts';
import { articleHtml, settled, shareWorld, submit, type World } from './setup.ts';

let world: World;
let client: TestClient;
beforeAll(async () => {
  world = await shareWorld();
  client = world.client();
  await client.rpc.account.ensure.mutate();
});
afterAll(() => world.close());

async function upload(name: string, bytes: Buffer): Promise<string> {
  const response = await client.fetch('/api/uploads', {
    method: 'POST',
    headers: {
      'tus-resumable': '1.0.0',
      'upload-length': String(bytes.length),
      'upload-metadata': `filename ${Buffer.from(name).toString('base64')}`,
      'content-type': 'application/offset+octet-stream',
    },
    body: new Uint8Array(bytes),
  });
  expect(response.status).toBe(201);
  const uploadId = response.headers.get('location')?.split('/').at(-1) ?? '';
  const { results } = await client.rpc.ingest.submit.mutate({ items: [{ uploadId }], noteLanguage: 'en' });
  const [result] = results;
  if (!result || !('contentId' in result)) throw new Error(JSON.stringify(result));
  return result.contentId;
}

async function endOf(contentId: string): Promise<{ status: string; code: string | null }> {
  const detail = await settled(client, contentId, 60_000);
  expect((await client.fetch('/healthz')).status).toBe(200);
  expect(detail.problem?.code).not.toBe('internal');
  return { status: detail.status, code: detail.problem?.code ?? null };
}

const filler = (bytes: number) =>
  Buffer.concat([Buffer.from('<html><body><p>'), Buffer.alloc(bytes, 'a '), Buffer.from('</p></body></html>')]);
const nest = (tag: string, depth: number) =>
  `<html><body>${`<${tag}>`.repeat(depth)}words${`</${tag}>`.repeat(depth)}</body></html>`;

describe('pages', () => {
  test.each<[string, () => { body: Buffer | string; headers?: Record<string, string>; type?: string }, string[]]>([
    [
      'a gzip bomb',
      () => ({ body: gzipSync(filler(100_000_000)), headers: { 'content-encoding': 'gzip' } }),
      ['fetch_too_large'],
    ],
    [
      'a brotli bomb',
      () => ({
        body: brotliCompressSync(filler(100_000_000), { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
        headers: { 'content-encoding': 'br' },
      }),
      ['fetch_too_large'],
    ],
    ['a lie about its encoding', () => ({ body: 'not gzip at all', headers: { 'content-encoding': 'gzip' } }), ['fetch_failed']],
    ['100,000 nested elements', () => ({ body: nest('div', 100_000) }), ['page_too_complex', 'page_no_text']],
    ['100,000 nested formatting elements', () => ({ body: nest('b', 100_000) }), ['page_too_complex', 'page_no_text']],
    ['20,000 nested tables', () => ({ body: nest('table><tr><td', 20_000) }), ['page_too_complex', 'page_no_text']],
    [
      'an element with 200,000 attributes',
      () => ({ body: `<html><body><p ${Array.from({ length: 200_000 }, (_, i) => `a${i}=1`).join(' ')}>x</p></body></html>` }),
      ['page_too_complex', 'page_no_text'],
    ],
    ['nothing', () => ({ body: '' }), ['page_no_text', 'document_no_text', 'page_needs_browser']],
    [
      'bytes that are no page',
      () => ({ body: Buffer.from(Array.from({ length: 5000 }, (_, i) => (i * 7919) % 256)), type: 'application/octet-stream' }),
      ['input_unsupported', 'media_unreadable'],
    ],
    ['a redirect to itself', () => ({ body: '', headers: {} }), ['fetch_failed']],
  ])('%s', async (name, page, codes) => {
    const path = `/bad-${name.replace(/\W+/g, '-')}`;
    if (name === 'a redirect to itself')
      world.site.on(path, (_request, response) => void response.writeHead(302, { location: path }).end());
    else world.site.on(path, page());
    const end = await endOf(await submit(client, `${world.site.url}${path}`));
    expect(end.status).toBe('failed');
    expect(codes).toContain(end.code);
  });

  test('get one error for a redirect into this machine', async () => {
    world.site.on('/inward', (_request, response) => void response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end());
    expect(await endOf(await submit(client, `${world.site.url}/inward`))).toEqual({ status: 'failed', code: 'url_blocked' });
  });

  test('do not affect an honest page', async () => {
    world.site.on('/honest', { body: articleHtml('Honest Page') });
    expect(await endOf(await submit(client, `${world.site.url}/honest`))).toEqual({ status: 'completed', code: null });
  });
});

describe('files', () => {
  const whole = makeMatroska({
    seconds: 20,
    subtitles: [
      {
        codec: 'S_TEXT/UTF8',
        cues: Array.from({ length: 10 }, (_, i) => ({
          startMs: i * 2000,
          endMs: i * 2000 + 1800,
          text: `Sentence ${i} about the oven of the valley.`,
        })),
      },
    ],
  });
  const usable = ['completed'];
  test.each<[string, Buffer, string[]]>([
    ['emphasis.md', Buffer.from('*a_'.repeat(30_000)), usable],
    ['lists.md', Buffer.from(Array.from({ length: 2_000 }, (_, i) => `${' '.repeat(i * 2)}- x`).join('\n')), usable],
    ['images.md', Buffer.from(`${'!['.repeat(20_000)}a`), usable],
    ['quotes.md', Buffer.from(`${'>'.repeat(50_000)} a`), []],
    ['line.srt', Buffer.from(`1\n00:00:00,000 --> 00:00:01,000\n${'x'.repeat(3_000_000)}`), usable],
    ['tags.srt', Buffer.from(`1\n00:00:00,000 --> 00:00:01,000\n${'<i>'.repeat(200_000)}words`), usable],
    ['times.vtt', Buffer.from('WEBVTT\n\n99:99:99.999 --> 00:00:00.000\nx\n\n-1:00 --> x\ny\n'), []],
    ['nul.srt', Buffer.alloc(20_000), []],
    ['cut.mkv', whole.subarray(0, Math.floor(whole.length / 2)), []],
    ['head.mkv', whole.subarray(0, 200), []],
    ['flipped.mkv', Buffer.from(whole.map((byte, index) => (index % 97 === 0 ? byte ^ 0xff : byte))), []],
    ['liar.wav', makeWav(2, { claimedBytes: 0xfffffff0 }), []],
    ['playlist.mp4', Buffer.from('#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n'), []],
    [
      '../../../etc/passwd.srt',
      Buffer.from('1\n00:00:00,000 --> 00:00:02,000\nA name that leads outward is only a name.\n'),
      usable,
    ],
    [`${'长'.repeat(300)}\u202e.srt`, Buffer.from('1\n00:00:00,000 --> 00:00:02,000\nA very long name is cut.\n'), usable],
  ])('%s', async (name, bytes, statuses) => {
    const end = await endOf(await upload(name, bytes));
    expect(['completed', 'failed']).toContain(end.status);
    if (statuses.length > 0) expect(statuses).toContain(end.status);
    expect(JSON.stringify(end)).not.toContain('root:');
  });
});
