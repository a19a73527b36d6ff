/** Encrypts users' secrets, so that the database alone cannot reveal them. */
import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';

export type Sealed = {
  keyId: string;
  sealed: string;
};

export type SecretBox = {
  /** Secrets sealed with another key should be sealed again with this one. */
  currentKeyId: string;
  /** `about` binds the secret to its owner and purpose. */
  seal(secret: string, about: readonly string[]): Sealed;
  /** Null when the key is missing, `about` differs, or the text was changed. */
  open(sealed: Sealed, about: readonly string[]): string | null;
  /** MACs to recognise a secret that is not stored: with the current key first, then with earlier ones. */
  macs(secret: string, about: readonly string[]): string[];
};

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

type Key = { id: string; key: Uint8Array; mac: Uint8Array };

export function createSecretBox(keys: readonly Uint8Array[]): SecretBox {
  const known = keys.map(deriveKey);
  const [current] = known;
  if (!current) throw new TypeError('a box needs a key');
  return {
    currentKeyId: current.id,
    seal(secret, about) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, current.key, nonce, { authTagLength: tagBytes });
      cipher.setAAD(context(current.id, about));
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return { keyId: current.id, sealed: Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64url') };
    },
    macs: (secret, about) =>
      known.map(({ id, mac }) => createHmac('sha256', mac).update(context(id, about)).update(secret).digest('base64url')),
    open({ keyId, sealed }, about) {
      const found = known.find(({ id }) => id === keyId);
      const bytes = Buffer.from(sealed, 'base64url');
      if (!found || bytes.length < nonceBytes + tagBytes) return null;
      try {
        const decipher = createDecipheriv(algorithm, found.key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes });
        decipher.setAAD(context(keyId, about));
        decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
        return Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]).toString('utf8');
      } catch {
        return null;
      }
    },
  };
}

/** Keys are derived, so that the file's key never encrypts directly and ids reveal nothing about it. */
function deriveKey(key: Uint8Array): Key {
  const derived = new Uint8Array(hkdfSync('sha256', key, 'gleaner', 'stored secrets, version 1', 32));
  const mac = new Uint8Array(hkdfSync('sha256', key, 'gleaner', 'recognised secrets, version 1', 32));
  return { id: createHash('sha256').update('key id').update(derived).digest('hex').slice(0, 12), key: derived, mac };
}

function context(keyId: string, about: readonly string[]): Buffer {
  return Buffer.from(JSON.stringify([keyId, ...about]));
}
