import { createPrivateKey, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { expect, test } from 'vitest';
import { findAppError } from '#lib/app-error.ts';
import { createLicenseSigner, createOwnLicenses, generateLicenseKeys, issueLicense } from './own-license.ts';

const signer = generateLicenseKeys();
const stranger = generateLicenseKeys();
const vendor = createOwnLicenses([stranger.publicKey, signer.publicKey], () => 1_000_000);
const about = { id: randomUUID(), product: 'an hour', order: 'A-7', seconds: 3600, nbf: 900, exp: 1100 };
const key = issueLicense(signer.privateKey, about);
const signal = new AbortController().signal;

test('ACC-06 a signed key says what was bought', async () => {
  const { facts, usable, uses } = await vendor.look(key, signal);
  expect(facts).toEqual({
    reference: expect.stringMatching(`^[0-9a-f]{12}:${about.id}$`),
    order: 'A-7',
    product: 'an hour',
    seconds: 3600,
  });
  expect([usable, uses]).toEqual([true, null]);
});

test('ACC-06 a change of any character makes a key invalid', async () => {
  for (let at = 0; at < key.length; at += 3) {
    const changed = `${key.slice(0, at)}${key[at] === 'A' ? 'B' : 'A'}${key.slice(at + 1)}`;
    await expect(vendor.look(changed, signal), String(at)).rejects.toMatchObject({ code: 'license_invalid' });
  }
});

test('ACC-06 a key of an unknown signer, or cut, or longer, is invalid', async () => {
  const foreign = createOwnLicenses([stranger.publicKey]);
  await expect(foreign.look(key, signal)).rejects.toMatchObject({ code: 'license_invalid' });
  for (const wrong of [key.slice(0, -1), `${key}A`, `${key}.`, `X${key}`, key.slice(5), 'GLN1..', ''])
    await expect(vendor.look(wrong, signal)).rejects.toMatchObject({ code: 'license_invalid' });
});

test('ACC-06 a payload written in another way is invalid although its signature is the right one', async () => {
  const [prefix, payload = ''] = key.split('.');
  const written = (value: object, spaces = 0) => {
    const bytes = Buffer.from(JSON.stringify(value, null, spaces));
    const signature = sign(null, bytes, createPrivateKey(signer.privateKey));
    return vendor.look(`${prefix}.${bytes.toString('base64url')}.${signature.toString('base64url')}`, signal);
  };
  const license = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>;
  expect((await written(license)).facts.order).toBe('A-7');
  const reversed = Object.fromEntries(Object.entries(license).toReversed());
  for (const other of [written(license, 1), written(reversed), written({ ...license, more: 1 }), written({ ...license, v: 2 })])
    await expect(other).rejects.toMatchObject({ code: 'license_invalid' });
});

test('ACC-06 a key counts from its first second until before its last, or for ever', async () => {
  const codeAt = (seconds: number, of = key) =>
    createOwnLicenses([signer.publicKey], () => seconds * 1000)
      .look(of, signal)
      .then(
        () => 'usable',
        (error: unknown) => findAppError(error)?.code,
      );
  expect(await Promise.all([899.9, 900, 1099.9, 1100].map((at) => codeAt(at)))).toEqual([
    'license_expired',
    'usable',
    'usable',
    'license_expired',
  ]);
  expect(await codeAt(1e9, issueLicense(signer.privateKey, { ...about, exp: null }))).toBe('usable');
});

test('ACC-06 the same bytes in other letters are no key, nor is another vendor’s', async () => {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const bytesOf = (text: string) => Buffer.from(text, 'base64url');
  const respelled = (text: string) =>
    letters
      .split('')
      .map((letter) => text.slice(0, -1) + letter)
      .filter((one) => one !== text && bytesOf(one).equals(bytesOf(text)));
  for (const product of ['a', 'ab', 'abc']) {
    const [prefix, payload = '', signature = ''] = issueLicense(signer.privateKey, { ...about, product }).split('.');
    for (const other of [
      ...respelled(payload).map((one) => [prefix, one, signature]),
      ...respelled(signature).map((one) => [prefix, payload, one]),
    ])
      await expect(vendor.look(other.join('.'), signal), other.join('.')).rejects.toMatchObject({ code: 'license_invalid' });
    expect(respelled(signature)).not.toEqual([]);
  }
  expect([key, `X${key}`, key.slice(1), ''].map((one) => vendor.issues(one))).toEqual([true, false, false, false]);
});

test('ACC-06 a license is issued within its bounds only', async () => {
  for (const wrong of [
    ...[{ seconds: 0 }, { seconds: 1.5 }, { seconds: 1_000_000_001 }, { id: 'x' }, { product: '' }],
    ...[{ product: 'p'.repeat(101) }, { order: 'o'.repeat(201) }, { nbf: -1 }, { nbf: 0.5 }, { exp: 0 }, { exp: 1000.5 }],
  ])
    expect(() => issueLicense(signer.privateKey, { ...about, ...wrong }), JSON.stringify(wrong)).toThrow();
  const widest = { ...about, seconds: 1_000_000_000, product: 'p'.repeat(100), order: 'o'.repeat(200), nbf: 0, exp: null };
  const always = createOwnLicenses([signer.publicKey]);
  const { facts } = await always.look(issueLicense(signer.privateKey, widest), signal);
  expect(facts).toMatchObject({ seconds: 1_000_000_000, product: 'p'.repeat(100), order: 'o'.repeat(200) });
  const { facts: least } = await always.look(
    issueLicense(signer.privateKey, { ...widest, seconds: 1, product: 'p', order: '' }),
    signal,
  );
  expect(least).toMatchObject({ seconds: 1, product: 'p', order: null });
  await expect(always.look(key, signal)).rejects.toMatchObject({ code: 'license_expired' });
  await expect(always.activate(key, 'ada', signal)).resolves.toBeUndefined();
});

test('ACC-06 a signer tells its public key, and the reference that its keys are known by', async () => {
  const made = createLicenseSigner(signer.privateKey);
  expect(made.publicKey).toBe(signer.publicKey);
  const issued = made.issue(about);
  expect(issued.key).toBe(key);
  expect((await vendor.look(issued.key, signal)).facts.reference).toBe(issued.reference);
});

test('ACC-06 keys of another kind or length are refused', () => {
  const other = generateKeyPairSync('ed448').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  expect(() => issueLicense(other, about)).toThrow('not an Ed25519 key');
  for (const wrong of [signer.publicKey.slice(4), `AAAA${signer.publicKey}`, ''])
    expect(() => createOwnLicenses([wrong]), wrong).toThrow('a public key has 32 bytes');
});
