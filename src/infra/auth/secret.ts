import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '#lib/app-error.ts';

const leastLength = 32;

/** Generated on the first start, readable only by the server's user. Never replaces a file. Errors: `config_invalid`. */
export async function loadAuthSecret(dataDir: string): Promise<string> {
  const path = join(dataDir, 'auth-secret');
  const existing = await readFile(path, 'utf8').catch(() => null);
  if (existing !== null && existing.trim().length >= leastLength) return existing.trim();
  await mkdir(dataDir, { recursive: true });
  const fresh = `${path}.${process.pid}`;
  // On disk before it has its name: a power cut must not leave an empty file under that name.
  await writeFile(fresh, `${randomBytes(48).toString('base64url')}\n`, { mode: 0o600, flush: true });
  // If two processes start for the first time at once, the second one uses the secret of the first.
  await link(fresh, path).catch(() => undefined);
  await rm(fresh, { force: true });
  const secret = (await readFile(path, 'utf8')).trim();
  // With an empty secret, sessions would be signed with one that everybody knows.
  if (secret.length < leastLength)
    throw new AppError('config_invalid', {
      params: { variable: 'AUTH_SECRET' },
      detail: `${path} holds no secret of ${leastLength} characters; delete it, and a new one is made (everybody signs in again)`,
    });
  return secret;
}
