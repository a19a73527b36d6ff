/** Argon2id with the parameters that OWASP recommends, in the PHC format. */
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify(argon2);

const current = { memory: 19_456, passes: 2, parallelism: 1 };
const saltBytes = 16;
const hashBytes = 32;

export const leastPasswordLength = 10;
export const mostPasswordLength = 128;

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes);
  const hash = await digest(password, { ...current, salt, length: hashBytes });
  const { memory, passes, parallelism } = current;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(hash)}`;
}

const format = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{22,86})\$([A-Za-z0-9+/]{22,86})$/;

export async function verifyPassword({ hash, password }: { hash: string; password: string }): Promise<boolean> {
  const [, memory, passes, parallelism, salt = '', expected = ''] = format.exec(hash) ?? [];
  if (memory === undefined) return false;
  const wanted = Buffer.from(expected, 'base64');
  const given = await digest(password, {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    length: wanted.length,
  });
  return timingSafeEqual(given, wanted);
}

type Parameters = { memory: number; passes: number; parallelism: number; salt: Buffer; length: number };

/** Normalises to NFKC, so that the same text typed on another keyboard gives the same hash. */
async function digest(password: string, { salt, length, ...cost }: Parameters): Promise<Buffer> {
  const message = Buffer.from(password.normalize('NFKC'), 'utf8');
  return Buffer.from(await derive('argon2id', { message, nonce: salt, tagLength: length, ...cost }));
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}
