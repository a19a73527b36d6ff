/** The site's request signature: two public names are shuffled into a key, which is hashed with the query. */
import { createHash } from 'node:crypto';

/** Order of the characters in the key, fixed by the protocol. */
const keyOrder = [
  46, 47, 18, 2, 53, 8, 23, 32, 15, 50, 10, 31, 58, 3, 45, 35, 27, 43, 5, 49, 33, 9, 42, 19, 29, 28, 14, 39, 12, 38, 41, 13,
];

/** Made from the file names of the two image addresses in `nav`; null if their format has changed. */
export function signingKey(imageUrl: string, subUrl: string): string | null {
  const names = [imageUrl, subUrl].map(fileNameOf);
  const raw = names.join('');
  if (raw.length !== 64) return null;
  return keyOrder.map((index) => raw.charAt(index)).join('');
}

function fileNameOf(url: string): string {
  const [path = ''] = url.split('?', 1);
  const [name = '', ending = '', more] = (path.split('/').at(-1) ?? '').split('.', 3);
  return more === undefined && /^\w+$/.test(ending) ? name : '';
}

/** `seconds` since the epoch. */
export function signQuery(query: Readonly<Record<string, string | number>>, key: string, seconds: number): string {
  const signed = encodeQuery({ ...query, wts: seconds });
  return `${signed}&w_rid=${createHash('md5')
    .update(signed + key)
    .digest('hex')}`;
}

/** The form that the site hashes: names sorted, `!'()*` dropped from values. */
export function encodeQuery(query: Readonly<Record<string, string | number>>): string {
  return Object.keys(query)
    .sort()
    .map((name) => `${encodeURIComponent(name)}=${encodeURIComponent(String(query[name]).replace(/[!'()*]/g, ''))}`)
    .join('&');
}
