import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Hono } from 'hono';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadStaticFiles } from './static-files.ts';

let folder: string;
let app: Hono;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gleaner-static-'));
  await mkdir(join(folder, 'assets'));
  await mkdir(join(folder, '.vite'));
  const files: Record<string, string> = {
    'index.html': '<html>',
    'index.html.br': 'html in brotli',
    'index.html.gz': 'html in gzip',
    'assets/a-1.js': 'script',
    'assets/a-1.js.gz': 'script in gzip',
    'licences.md': 'words',
    '.vite/manifest.json': '{}',
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  const served = await loadStaticFiles(folder);
  app = new Hono();
  app.all('*', (c) => served?.handle(c) ?? c.text('not built', 500));
});
afterAll(() => rm(folder, { recursive: true }));

test.each([
  ['gzip, deflate, br', 'html in brotli'],
  ['br;q=0, gzip;q=0.5', 'html in gzip'],
  ['GZIP;q=0', '<html>'],
  ['identity', '<html>'],
  ['', '<html>'],
])('answers %j with the packed file that is accepted', async (accepted, body) => {
  const response = await app.request('/', { headers: { 'accept-encoding': accepted } });
  expect(await response.text()).toBe(body);
  expect(response.headers.get('vary')).toBe('accept-encoding');
  expect(response.headers.get('content-encoding')).toBe(body.split(' in ')[1]?.replace('brotli', 'br') ?? null);
  expect(response.headers.get('content-length')).toBe(String(body.length));
});

test('keeps hashed files for a year and asks about all others each time', async () => {
  const script = await app.request('/assets/a-1.js');
  expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  const page = await app.request('/');
  expect(page.headers.get('cache-control')).toBe('no-cache');
  expect((await app.request('/licences.md')).headers.get('content-type')).toBe('application/octet-stream');
});

test('answers an entity tag of the same encoding with 304', async () => {
  const gzip = { 'accept-encoding': 'gzip' };
  const tag = (await app.request('/', { headers: gzip })).headers.get('etag') ?? '';
  expect((await app.request('/', { headers: { ...gzip, 'if-none-match': tag } })).status).toBe(304);
  expect((await app.request('/', { headers: { 'if-none-match': tag } })).status).toBe(200);
});

test('answers routes with the page, and 404 for files that are not there', async () => {
  for (const path of ['/user/settings', '/s/https://a.example/b.html', '/index.html'])
    expect(await (await app.request(path)).text()).toBe('<html>');
  for (const path of ['/assets/gone.js', '/gone.png', '/index.html.br', '/assets/x', '/../package.json', '/.vite/manifest.json'])
    expect((await app.request(path)).status, path).toBe(404);
  expect((await app.request('/', { method: 'POST' })).status).toBe(404);
});

test('answers HEAD without a body', async () => {
  const response = await app.request('/', { method: 'HEAD', headers: { 'accept-encoding': 'br' } });
  expect(response.headers.get('content-length')).toBe('14');
  expect(await response.text()).toBe('');
});
