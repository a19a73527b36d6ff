import { createHash } from 'node:crypto';

/** SHA-256 (hex): the key of a step whose result depends on exactly these values. */
export function hashOf(...parts: unknown[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(JSON.stringify(part) ?? 'undefined').update('\u0000');
  return hash.digest('hex');
}
