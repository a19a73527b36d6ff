import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Made on the first start, kept in the data folder, readable by the server's user alone. */
export async function loadAuthSecret(dataDir: string): Promise<string> {
  const path = join(dataDir, 'auth-secret');
  const existing = await readFile(path, 'utf8').catch(() => null);
  if (existing !== null && existing.trim().length >= 32) return existing.trim();
  await mkdir(dataDir, { recursive: true });
  const fresh = `${path}.${process.pid}`;
  await writeFile(fresh, `${randomBytes(48).toString('base64url')}\n`, { mode: 0o600 });
  // Of two first starts at once, the second finds the file and uses the first one's secret.
  await link(fresh, path).catch(() => undefined);
  await rm(fresh, { force: true });
  return (await readFile(path, 'utf8')).trim();
}
