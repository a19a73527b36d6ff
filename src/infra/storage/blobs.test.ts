import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { Hono } from 'hono';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type BlobStore, createBlobStore } from './blobs.ts';
import { parseRange, serveBlob } from './serve.ts';

let directory: string;
let blobs: BlobStore;
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'gleaner-blobs-'));
  blobs = await createBlobStore(directory);
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const filesOf = (path: string) => readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());

describe('blobs', () => {
  test('are written whole, read in ranges, moved from files and deleted', async () => {
    expect(await blobs.put('covers/a.jpg', Buffer.from('hello world'))).toEqual({ size: 11 });
    expect(await text(await blobs.openRange('covers/a.jpg', 6, 10))).toBe('world');
    const path = join(directory, 'finished');
    writeFileSync(path, 'moved');
    expect(await blobs.putFile('uploads/b', path)).toEqual({ size: 5 });
    expect(readFileSync(await blobs.localPath('uploads/b'), 'utf8')).toBe('moved');
    await blobs.delete('uploads/b');
    await blobs.delete('uploads/b');
    await expect(blobs.stat('uploads/b')).rejects.toMatchObject({ code: 'file_missing' });
  });

  test('a source that fails half way leaves nothing behind', async () => {
    async function* broken() {
      yield Buffer.from('half');
      throw new Error('connection lost');
    }
    await expect(blobs.put('media/x', broken())).rejects.toThrow('connection lost');
    expect(filesOf(directory)).toEqual([]);
  });

  test('accept no key that leads out of the folder', async () => {
    const odd = [
      '',
      '.',
      '..',
      '../x',
      'a/../../x',
      '/etc/passwd',
      'a//b',
      'a/',
      '.hidden',
      'a/.b',
      'a\\b',
      'a\0b',
      'C:x',
      'a/'.repeat(200),
    ];
    for (const key of odd) await expect(blobs.put(key, Buffer.from('x')), key).rejects.toMatchObject({ code: 'storage_failed' });
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: fc.constantFrom('.', '/', '\\', 'a', '-', '%', '\0') }), async (key) => {
        const path = await blobs.localPath(key).catch(() => null);
        expect(path === null || path.startsWith(join(directory, 'blobs'))).toBe(true);
      }),
    );
    expect(filesOf(directory)).toEqual([]);
  });
});

describe('ranges', () => {
  test.each([
    ['bytes=0-3', { start: 0, end: 3 }],
    ['bytes=5-', { start: 5, end: 9 }],
    ['bytes=-3', { start: 7, end: 9 }],
    ['bytes=-99', { start: 0, end: 9 }],
    ['bytes=8-99', { start: 8, end: 9 }],
    ['bytes=10-', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=3-1', null],
    ['bytes=0-1,4-5', null],
    ['bytes=-', null],
    ['items=0-1', null],
    [undefined, null],
  ])('%s of ten bytes', (header, expected) => {
    expect(parseRange(header, 10)).toEqual(expected);
  });
});

describe('answers', () => {
  const app = () =>
    new Hono().get('/f', (c) =>
      serveBlob(c, blobs, 'media/f', {
        mime: c.req.query('mime') ?? 'video/mp4',
        ...(c.req.query('name') ? { download: c.req.query('name') ?? '' } : {}),
      }),
    );

  beforeEach(async () => {
    await blobs.put('media/f', Buffer.from('0123456789'));
  });

  test('CON-08 return the requested range, or the whole file when it has changed', async () => {
    const whole = await app().request('/f');
    expect([whole.status, whole.headers.get('content-length'), await whole.text()]).toEqual([200, '10', '0123456789']);
    const part = await app().request('/f', { headers: { range: 'bytes=2-4' } });
    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([206, 'bytes 2-4/10', '234']);
    const etag = whole.headers.get('etag') ?? '';
    expect((await app().request('/f', { headers: { range: 'bytes=2-4', 'if-range': etag } })).status).toBe(206);
    expect((await app().request('/f', { headers: { range: 'bytes=2-4', 'if-range': '"other"' } })).status).toBe(200);
    expect((await app().request('/f', { headers: { 'if-none-match': etag } })).status).toBe(304);
    const behind = await app().request('/f', { headers: { range: 'bytes=10-' } });
    expect([behind.status, behind.headers.get('content-range')]).toEqual([416, 'bytes */10']);
    const head = await app().request('/f', { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '10', '']);
  });

  test('make active content a download, and sandbox what is shown', async () => {
    for (const mime of ['text/html', 'image/svg+xml', 'application/xhtml+xml', 'text/javascript', 'application/pdf']) {
      const answer = await app().request(`/f?mime=${encodeURIComponent(mime)}`);
      expect(answer.headers.get('content-type')).toBe('application/octet-stream');
      expect(answer.headers.get('content-disposition')).toMatch(/^attachment/);
    }
    const shown = await app().request('/f');
    expect(shown.headers.get('content-security-policy')).toContain('sandbox');
    expect(shown.headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('encode any file name in the header', async () => {
    const answer = await app().request(`/f?name=${encodeURIComponent('a"\r\nx-evil: 1; 笔记/../é.md')}`);
    expect(answer.headers.get('x-evil')).toBeNull();
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename="[\x20-\x7e]*"; filename\*=UTF-8''[\w%.-]+$/,
    );
  });

  test('are 404 for a missing file', async () => {
    await blobs.delete('media/f');
    expect((await app().request('/f')).status).toBe(404);
  });
});
