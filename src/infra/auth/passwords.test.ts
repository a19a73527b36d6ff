import { argon2Sync } from 'node:crypto';
import { expect, test } from 'vitest';
import { hashPassword, verifyPassword } from './passwords.ts';

/** A hash with cheap parameters, like one from an earlier version or another program. */
function cheapHash(password: string, length: number, changes: { prefix?: string; costs?: object } = {}): string {
  const nonce = Buffer.alloc(16, 7);
  const message = Buffer.from(password, 'utf8');
  const hash = argon2Sync('argon2id', {
    message,
    nonce,
    tagLength: length,
    memory: 64,
    passes: 3,
    parallelism: 2,
    ...changes.costs,
  });
  const base64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');
  return `${changes.prefix ?? '$argon2id$v=19$m=64,t=3,p=2$'}${base64(nonce)}$${base64(Buffer.from(hash))}`;
}

test('ACC-01 a password is hashed with a salt of its own, in the common format, and known again', async () => {
  const hash = await hashPassword('correct horse battery');
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect(await verifyPassword({ hash, password: 'correct horse battery' })).toBe(true);
  expect(await verifyPassword({ hash, password: 'correct horse batterz' })).toBe(false);
});

test('ACC-01 a hash of other costs and lengths is checked as it says, and one of another kind is nobody’s', async () => {
  const verify = (hash: string, password = 'ﬁsh') => verifyPassword({ hash, password });
  for (const length of [16, 32, 64]) {
    // The ligature is the same text in another Unicode form.
    expect([await verify(cheapHash('fish', length)), await verify(cheapHash('ﬁsh', length))], String(length)).toEqual([
      true,
      false,
    ]);
  }
  const costs = { memory: 128, passes: 12, parallelism: 10 };
  expect(await verify(cheapHash('fish', 32, { prefix: '$argon2id$v=19$m=128,t=12,p=10$', costs }))).toBe(true);
  const salted = cheapHash('fish', 32);
  const other = [salted.replace('t=3', 't=2'), salted.replace('m=64', 'm=128'), salted.replace('p=2', 'p=1')];
  for (const hash of [...other, '', `x${salted}`, `${salted}$`, cheapHash('fish', 32, { prefix: '$argon2i$v=19$m=64,t=3,p=2$' })])
    expect(await verify(hash), hash).toBe(false);
});
