import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { loadAuthSecret } from './secret.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'gleaner-auth-secret-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

test('the secret of sessions is made once; an empty or cut file is refused and kept', async () => {
  const path = join(dataDir, 'auth-secret');
  const [one, two] = await Promise.all([loadAuthSecret(dataDir), loadAuthSecret(dataDir)]);
  expect(one.length).toBeGreaterThanOrEqual(32);
  expect(two).toBe(one);
  for (const text of ['', '\n', one.slice(0, 31), `${one.slice(0, 31)}\n`]) {
    writeFileSync(path, text);
    await expect(loadAuthSecret(dataDir)).rejects.toMatchObject({ code: 'config_invalid', params: { variable: 'AUTH_SECRET' } });
    expect(readFileSync(path, 'utf8')).toBe(text);
  }
});

test('the secret of sessions is for the server’s user alone, in a folder that is made for it, beside nothing else', async () => {
  const folder = join(dataDir, 'not', 'there', 'yet');
  const secret = await loadAuthSecret(folder);
  expect(readdirSync(folder)).toEqual(['auth-secret']);
  expect(statSync(join(folder, 'auth-secret')).mode & 0o777).toBe(0o600);
  expect(readFileSync(join(folder, 'auth-secret'), 'utf8')).toBe(`${secret}\n`);
});

test('a secret that is there is read, and nothing is written', async () => {
  const folder = join(dataDir, 'there');
  // In the way of the file that a new secret would be written to.
  mkdirSync(join(folder, `auth-secret.${process.pid}`), { recursive: true });
  const secret = 's'.repeat(32);
  writeFileSync(join(folder, 'auth-secret'), ` ${secret}\n`);
  expect(await loadAuthSecret(folder)).toBe(secret);
});
