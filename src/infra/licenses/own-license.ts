/** Keys that the operator signs offline with Ed25519: `GLN1.<canonical JSON>.<signature>`, both in base64url. */
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto';
import { z } from 'zod';
import { AppError } from '#lib/app-error.ts';
import type { LicenseVendor } from './license-vendor.ts';

const prefix = 'GLN1';
const form = /^GLN1\.([A-Za-z0-9_-]{1,1500})\.([A-Za-z0-9_-]{86})$/;
/** The DER header of an Ed25519 public key, before its 32 bytes. */
const spkiHead = Buffer.from('302a300506032b6570032100', 'hex');

const zLicense = z.strictObject({
  v: z.literal(1),
  kid: z.string(),
  id: z.uuid(),
  product: z.string().min(1).max(100),
  order: z.string().max(200),
  seconds: z.number().int().positive().max(1_000_000_000),
  /** Start and end of validity, in seconds since the epoch; null: no end. */
  nbf: z.number().int().nonnegative(),
  exp: z.number().int().positive().nullable(),
});
export type OwnLicense = z.infer<typeof zLicense>;

/** The only valid encoding of a license: fields in this order, no spaces. */
function canonical({ v, kid, id, product, order, seconds, nbf, exp }: OwnLicense): Buffer {
  return Buffer.from(JSON.stringify({ v, kid, id, product, order, seconds, nbf, exp }));
}

/** `privateKey` is a PEM; `publicKey` 32 bytes in base64url, for `LICENSE_PUBLIC_KEYS`. */
export function generateLicenseKeys(): { privateKey: string; publicKey: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return { privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), publicKey: rawOf(publicKey) };
}

export function issueLicense(privatePem: string, about: Omit<OwnLicense, 'v' | 'kid'>): string {
  const privateKey = createPrivateKey(privatePem);
  if (privateKey.asymmetricKeyType !== 'ed25519') throw new TypeError('not an Ed25519 key');
  const bytes = canonical(zLicense.parse({ v: 1, kid: keyIdOf(rawOf(createPublicKey(privateKey))), ...about }));
  return `${prefix}.${bytes.toString('base64url')}.${sign(null, bytes, privateKey).toString('base64url')}`;
}

export type LicenseSigner = {
  publicKey: string;
  issue(about: Omit<OwnLicense, 'v' | 'kid'>): { key: string; reference: string };
};

/** Errors: `TypeError` and those of the crypto library for a PEM that is not an Ed25519 key. */
export function createLicenseSigner(privatePem: string): LicenseSigner {
  const publicKey = rawOf(createPublicKey(createPrivateKey(privatePem)));
  const kid = keyIdOf(publicKey);
  return {
    publicKey,
    issue: (about) => ({ key: issueLicense(privatePem, about), reference: referenceOf(kid, about.id) }),
  };
}

function referenceOf(kid: string, id: string): string {
  return `${kid}:${id}`;
}

/** `now` in ms. Errors: `TypeError` for an invalid key. */
export function createOwnLicenses(publicKeys: readonly string[], now: () => number = Date.now): LicenseVendor {
  const pinned = new Map(publicKeys.map((raw) => [keyIdOf(raw), keyOf(raw)]));
  return {
    id: 'own',
    issues: (key) => key.startsWith(`${prefix}.`),
    async look(key) {
      const { id, kid, product, order, seconds, nbf, exp } = read(key, pinned);
      const at = now() / 1000;
      if (at < nbf || (exp !== null && at >= exp)) throw new AppError('license_expired');
      return { facts: { reference: referenceOf(kid, id), order: order || null, product, seconds }, uses: null, usable: true };
    },
    // Nothing to do: only this server records that the key was used.
    activate: async () => undefined,
  };
}

function read(key: string, pinned: ReadonlyMap<string, KeyObject>): OwnLicense {
  const [, payload = '', signature = ''] = form.exec(key) ?? [];
  const bytes = Buffer.from(payload, 'base64url');
  const signed = Buffer.from(signature, 'base64url');
  const license = zLicense.safeParse(parseJson(bytes.toString('utf8'))).data;
  const publicKey = license && pinned.get(license.kid);
  const isGenuine =
    license !== undefined &&
    publicKey !== undefined &&
    canonical(license).equals(bytes) &&
    // Different base64url strings can decode to the same bytes.
    bytes.toString('base64url') === payload &&
    signed.toString('base64url') === signature &&
    verify(null, bytes, publicKey, signed);
  if (!isGenuine) throw new AppError('license_invalid');
  return license;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function rawOf(key: KeyObject): string {
  return key.export({ type: 'spki', format: 'der' }).subarray(spkiHead.length).toString('base64url');
}

function keyOf(raw: string): KeyObject {
  const bytes = Buffer.from(raw, 'base64url');
  if (bytes.length !== 32) throw new TypeError('a public key has 32 bytes');
  return createPublicKey({ key: Buffer.concat([spkiHead, bytes]), type: 'spki', format: 'der' });
}

function keyIdOf(raw: string): string {
  return createHash('sha256').update(Buffer.from(raw, 'base64url')).digest('hex').slice(0, 12);
}
