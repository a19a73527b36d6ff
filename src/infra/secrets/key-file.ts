/** Keys are kept in a file, so that a copy of the database alone reveals no secret. */
import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '#lib/app-error.ts';

const keyBytes = 32;

/** Random keys practically always have more distinct bytes; passwords and repeated patterns have fewer. */
const leastDifferentBytes = 18;

/** One key per line in base64 or hex. The first encrypts, all decrypt. Never replaces a file. Errors: `config_invalid`. */
export async function loadSecretKeys(place: { dataDir: string; file: string | null }): Promise<Uint8Array[]> {
  const path = place.file ?? join(place.dataDir, 'secrets-key');
  if (place.file === null) await makeKeyFile(place.dataDir, path);
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    throw refused('the file of SECRETS_KEY_FILE cannot be read', error);
  }
  return parseKeys(text);
}

/** Error details never contain a key. Errors: `config_invalid`. */
export function parseKeys(text: string): Uint8Array[] {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const keys = lines.filter((line) => line !== '' && !line.startsWith('#')).map(parseKey);
  if (keys.length === 0) throw refused('the key file holds no key');
  return keys;
}

function parseKey(text: string, index: number): Uint8Array {
  const hex = /^(?:[0-9a-f]{2})+$/i.test(text);
  const base64 = /^[A-Za-z0-9+/_-]+={0,2}$/.test(text);
  const key = hex ? Buffer.from(text, 'hex') : base64 ? Buffer.from(text, 'base64url') : Buffer.alloc(0);
  const name = `key ${index + 1} of the key file`;
  if (key.length < keyBytes) throw refused(`${name} must be ${keyBytes} random bytes in base64 or hex`);
  if (isWeak(key)) throw refused(`${name} is not random; make one with: openssl rand -base64 32`);
  return key;
}

function isWeak(key: Uint8Array): boolean {
  if (new Set(key).size < leastDifferentBytes) return true;
  const steps = new Set(key.subarray(1).map((byte, index) => byte - (key[index] ?? 0)));
  if (steps.size < 4) return true;
  return key.every((byte) => byte >= 0x20 && byte < 0x7f);
}

/** If two processes start for the first time at once, the second one uses the file of the first. */
async function makeKeyFile(dataDir: string, path: string): Promise<void> {
  if ((await readFile(path).catch(() => null)) !== null) return;
  await mkdir(dataDir, { recursive: true });
  const fresh = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  const remark = '# Opens the sign-ins that users left for other sites. Keep it with your backups, not in them.';
  let key = randomBytes(keyBytes);
  while (isWeak(key)) key = randomBytes(keyBytes);
  // On disk before it has its name: a power cut must not leave an empty file under that name.
  await writeFile(fresh, `${remark}\n${key.toString('base64')}\n`, { mode: 0o600, flush: true });
  await link(fresh, path).catch(() => undefined);
  await rm(fresh, { force: true });
}

function refused(detail: string, cause?: unknown): AppError {
  return new AppError('config_invalid', { params: { variable: 'SECRETS_KEY_FILE' }, detail, cause });
}
