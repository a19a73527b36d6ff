import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { AppError } from '#lib/app-error.ts';
import { loadSecretKeys, parseKeys } from './key-file.ts';
import { createSecretBox } from './secret-box.ts';

const folder = mkdtempSync(join(tmpdir(), 'gleaner-secrets-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const key = () => new Uint8Array(randomBytes(32));
const about = ['user-1', 'bilibili'];

describe('createSecretBox', () => {
  test('opens a secret for the same user and site only', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), fc.string(), (secret, user, site, other) => {
        const box = createSecretBox([key()]);
        const sealed = box.seal(secret, [user, site]);
        expect(box.open(sealed, [user, site])).toBe(secret);
        if (other !== user) expect(box.open(sealed, [other, site])).toBeNull();
        if (other !== site) expect(box.open(sealed, [user, other])).toBeNull();
        // Joined names are not the same as separate ones.
        expect(box.open(sealed, [`${user}${site}`])).toBeNull();
      }),
    );
  });

  test('hides the secret and seals it differently each time', () => {
    const box = createSecretBox([key()]);
    const [one, two] = [box.seal('SESSDATA-canary-7f3a', about), box.seal('SESSDATA-canary-7f3a', about)];
    expect(one.sealed).not.toBe(two.sealed);
    expect(Buffer.from(one.sealed, 'base64url').toString('latin1')).not.toContain('canary');
  });

  test('rejects a secret with a changed bit', () => {
    const box = createSecretBox([key()]);
    const sealed = box.seal('a secret', about);
    const bytes = Buffer.from(sealed.sealed, 'base64url');
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const changed = Buffer.from(bytes);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(box.open({ ...sealed, sealed: changed.toString('base64url') }, about)).toBeNull();
    }
    expect(box.open({ ...sealed, sealed: '' }, about)).toBeNull();
    expect(box.open({ ...sealed, keyId: 'other' }, about)).toBeNull();
  });

  test('seals with the new key and opens with the old one, and fails without it', () => {
    const [oldKey, newKey] = [key(), key()];
    const before = createSecretBox([oldKey]);
    const sealed = before.seal('a secret', about);
    const after = createSecretBox([newKey, oldKey]);
    expect(after.currentKeyId).not.toBe(before.currentKeyId);
    expect(after.open(sealed, about)).toBe('a secret');
    expect(createSecretBox([newKey]).open(after.seal('again', about), about)).toBe('again');
    expect(createSecretBox([newKey]).open(sealed, about)).toBeNull();
  });
});

describe('the key file', () => {
  test('is made once and private, also by concurrent starts', async () => {
    const dataDir = mkdtempSync(join(folder, 'data-'));
    const [one, two] = await Promise.all([loadSecretKeys({ dataDir, file: null }), loadSecretKeys({ dataDir, file: null })]);
    expect(one).toHaveLength(1);
    expect(one).toEqual(two);
    expect(await loadSecretKeys({ dataDir, file: null })).toEqual(one);
    expect(statSync(join(dataDir, 'secrets-key')).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(dataDir, 'secrets-key'), 'utf8')).toMatch(/^#/);
  });

  test.each([
    ['nothing', ''],
    ['only remarks', '# later\n\n'],
    ['a short key', randomBytes(16).toString('base64')],
    ['zeros', Buffer.alloc(32).toString('base64')],
    ['a repeat', Buffer.from('deadbeef'.repeat(8), 'hex').toString('base64')],
    ['counting', Buffer.from(Array.from({ length: 32 }, (_, index) => index)).toString('hex')],
    ['a placeholder', 'changeme'.repeat(8)],
    ['a sentence', Buffer.from('correct horse battery staple, over and out').toString('base64')],
    ['a password', 'hunter2!hunter2!hunter2!hunter2!'],
    ['a good key and a weak one', `${randomBytes(32).toString('base64')}\n${Buffer.alloc(32).toString('hex')}`],
  ])('refuses %s, and keeps the file', async (_name, text) => {
    const file = join(mkdtempSync(join(folder, 'weak-')), 'key');
    writeFileSync(file, text);
    const error: unknown = await loadSecretKeys({ dataDir: folder, file }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({ code: 'config_invalid', params: { variable: 'SECRETS_KEY_FILE' } });
    for (const line of text.split('\n').filter((part) => part.length > 8)) expect(String(error)).not.toContain(line);
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  test('must exist when it is configured', async () => {
    await expect(loadSecretKeys({ dataDir: folder, file: join(folder, 'none') })).rejects.toMatchObject({
      code: 'config_invalid',
    });
  });

  test('contains base64 or hex, newest first', () => {
    const [one, two] = [randomBytes(32), randomBytes(48)];
    expect(
      parseKeys(`# new\n${one.toString('hex')}\n\n${two.toString('base64url')}\n`).map((found) => Buffer.from(found)),
    ).toEqual([one, two]);
  });

  test('accepts all random keys', () => {
    for (let run = 0; run < 5000; run++) expect(parseKeys(randomBytes(32).toString('base64'))).toHaveLength(1);
  });
});
