/** `extract`, `article-html` and `fetch` within this process, on pages of a site and on files. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '#lib/app-error.ts';
import { type Site, startSite } from '../../../tests/harness/sites/site.ts';
import type { Command } from '../command.ts';
import { articleHtml } from './article-html.ts';
import { extract } from './extract.ts';
import { fetchCommand } from './fetch.ts';

const folder = mkdtempSync(join(tmpdir(), 'gleaner-pages-'));
let site: Site;
beforeAll(async () => {
  site = await startSite();
});
beforeEach(() => void vi.stubEnv('GLEANER_FETCH_ALLOW', site.host));
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});
afterAll(async () => {
  await site.close();
  rmSync(folder, { recursive: true, force: true });
});

/** What a command prints, or the error that ends it. */
async function run(command: Command, ...args: string[]): Promise<{ printed: string } | { code: string; params: unknown }> {
  let printed = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += typeof text === 'string' ? text : Buffer.from(text).toString();
    return true;
  });
  try {
    await command(args);
    return { printed };
  } catch (error) {
    if (error instanceof AppError) return { code: error.code, params: error.params };
    throw error;
  } finally {
    vi.restoreAllMocks();
  }
}

async function printedBy(command: Command, ...args: string[]): Promise<string> {
  const done = await run(command, ...args);
  return 'printed' in done ? done.printed : done.code;
}

const words = 'A farmer and his three sons built the barn by the river, and the whole village came to help them. '.repeat(6);
const page = (charset = '') =>
  `<html lang="en"><head>${charset}<title>The barn</title><meta name="author" content="Ada Quill"><meta property="og:image" content="cover.png"></head><body><article><h1>The barn</h1><p>${words}</p><p>Größe: ${words}</p></article></body></html>`;

test('SUM-01 extract prints the text and the facts of a page, its addresses made whole', async () => {
  site.on('/a/barn', { body: page(), type: 'text/html; charset=utf-8' });
  const read = async (...args: string[]) => JSON.parse(await printedBy(extract, ...args)) as Record<string, string | null>;
  const found = await read(`${site.url}/a/barn`);
  expect(Object.keys(found)).toEqual(['text', 'markdown', 'title', 'author', 'date', 'siteName', 'coverUrl', 'language']);
  expect(found).toMatchObject({ title: 'The barn', author: 'Ada Quill', language: 'en', coverUrl: `${site.url}/a/cover.png` });
  expect(found.text).toContain('Größe: A farmer');
  const path = join(folder, 'barn.html');
  writeFileSync(path, page());
  expect(await read(path)).toEqual({ ...found, coverUrl: null });
  expect(await read('--url', 'https://b.example/c/d', path)).toEqual({ ...found, coverUrl: 'https://b.example/c/cover.png' });
  const zipped = join(folder, 'barn.html.gz');
  writeFileSync(zipped, gzipSync(Buffer.from(page('<meta charset="iso-8859-1">'), 'latin1')));
  expect((await read(zipped, '--url', `${site.url}/a/barn`)).text).toBe(found.text);
  expect(await printedBy(articleHtml, path)).toMatch(/<p>A farmer[^<]*<\/p>\s*<p>Größe/);
});

test('SUM-01 extract and fetch say which status kept them from a page', async () => {
  for (const status of [399, 400, 404, 500]) site.on(`/${status}`, { status, body: page(), type: 'text/html' });
  for (const command of [extract, fetchCommand]) {
    for (const status of [400, 404, 500])
      expect(await run(command, `${site.url}/${status}`)).toEqual({ code: 'fetch_status', params: { status } });
    expect(await run(command, `${site.url}/399`)).toHaveProperty('printed');
  }
  expect(await printedBy(fetchCommand, `${site.url}/399`)).toBe(page());
});

test('SUM-01 extract and fetch leave addresses of this network alone unless they are allowed', async () => {
  vi.stubEnv('GLEANER_FETCH_ALLOW', '');
  for (const command of [extract, fetchCommand])
    expect(await run(command, `${site.url}/a/barn`)).toMatchObject({ code: 'url_blocked' });
});

test('a file of a page is told from a folder and from a file that cannot be read', async () => {
  const tooLong = join(folder, 'long.html');
  writeFileSync(tooLong, Buffer.alloc(20_000_001, ' '));
  expect(await run(extract, tooLong)).toEqual({ code: 'file_too_large', params: { maxMb: 20 } });
  expect(await run(extract, pathToFileURL(tooLong).href)).toMatchObject({ code: 'file_missing' });
});
