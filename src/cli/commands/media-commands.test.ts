import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeMatroska } from '../../../tests/harness/files/make-matroska.ts';

const bin = fileURLToPath(new URL('../../../bin/gleaner.mjs', import.meta.url));
let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cli-media-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

async function run(args: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [bin, ...args], { env: { PATH: process.env.PATH ?? '', ...env } });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk) => (stdout += String(chunk)));
  child.stderr.on('data', (chunk) => (stderr += String(chunk)));
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { code, stdout, stderr };
}

test('probe prints what a file holds', async () => {
  const path = join(folder, 'a.mkv');
  const cues = [{ startMs: 100, endMs: 900, text: 'Hi' }];
  const chapters = [{ startMs: 1000, title: 'Later' }];
  writeFileSync(path, makeMatroska({ seconds: 2, chapters, subtitles: [{ codec: 'S_TEXT/UTF8', language: 'ger', cues }] }));
  const { code, stdout } = await run(['probe', path]);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toEqual({
    duration: 2,
    audio: true,
    video: false,
    subtitles: [{ lang: 'ger', cues: 1 }],
    chapters: [{ title: 'Later', start: 1 }],
  });
});

test('probe says with a code that a file is no media, and how it is used', async () => {
  const path = join(folder, 'a.mp4');
  writeFileSync(path, '#EXTM3U\n#EXTINF:1,\nfile:///etc/hostname\n');
  const refused = await run(['probe', path]);
  expect(refused.code).toBe(3);
  expect(refused.stderr).toContain('media_refused');
  expect(refused.stderr).not.toContain('    at ');
  expect((await run(['probe'])).code).toBe(2);
});

test('fetch goes through the guard, with the exceptions named in the environment', async () => {
  const server = createServer((_request, response) => response.end('the body'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    const blocked = await run(['fetch', `http://${host}/`]);
    expect([blocked.code, blocked.stdout]).toEqual([3, '']);
    expect(blocked.stderr).toContain('url_blocked');
    expect(await run(['fetch', `http://${host}/`], { GLEANER_FETCH_ALLOW: host })).toMatchObject({ code: 0, stdout: 'the body' });
  } finally {
    server.close();
  }
});
