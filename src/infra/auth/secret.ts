import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Generated on the first start and kept in the data folder, readable only by the server's user. */
export async function loadAuthSecret(dataDir: string): Promise<string> {
  const path = join(dataDir, 'auth-secret');
  const existing = await readFile(path, 'utf8').catch(() => null);
  if (existing !== null && existing.trim().length >= 32) return existing.trim();
  await mkdir(dataDir, { recursive: true });
  const fresh = `${path}.${process.pid}`;
  await writeFile(fresh, `${randomBytes(48).toString('base64url')}\n`, { mode: 0o600 });
  // If two processes start for the first time at once, the second one uses the secret of the first.
  await link(fresh, path).catch(() => undefined);
  await rm(fresh, { force: true });
  return (await readFile(path, 'utf8')).trim();
}
