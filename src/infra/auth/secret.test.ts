import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
  for (const text of ['', '\n', one.slice(0, 31)]) {
    writeFileSync(path, text);
    await expect(loadAuthSecret(dataDir)).rejects.toMatchObject({ code: 'config_invalid', params: { variable: 'AUTH_SECRET' } });
    expect(readFileSync(path, 'utf8')).toBe(text);
  }
});
