/** The site's signature for requests: two names published with every page, shuffled into a key, hashed with the query. */
import { createHash } from 'node:crypto';

/** Which characters of the two names make the key, in which order; a fact of the protocol. */
const keyOrder = [
  46, 47, 18, 2, 53, 8, 23, 32, 15, 50, 10, 31, 58, 3, 45, 35, 27, 43, 5, 49, 33, 9, 42, 19, 29, 28, 14, 39, 12, 38, 41, 13,
];

/**
 * The key from the two image addresses that `nav` names; only the names of the files count. Null when they are not
 * what they used to be.
 */
export function signingKey(imageUrl: string, subUrl: string): string | null {
  const names = [imageUrl, subUrl].map(fileNameOf);
  const raw = names.join('');
  if (raw.length !== 64) return null;
  return keyOrder.map((index) => raw.charAt(index)).join('');
}

/** The name of an address's file without its one ending; empty when it has none or several. */
function fileNameOf(url: string): string {
  const [path = ''] = url.split('?', 1);
  const [name = '', ending = '', more] = (path.split('/').at(-1) ?? '').split('.', 3);
  return more === undefined && /^\w+$/.test(ending) ? name : '';
}

/** The query with the time and the signature. `seconds` is the time of the request since the epoch. */
export function signQuery(query: Readonly<Record<string, string | number>>, key: string, seconds: number): string {
  const signed = encodeQuery({ ...query, wts: seconds });
  return `${signed}&w_rid=${createHash('md5')
    .update(signed + key)
    .digest('hex')}`;
}

/** In the order and spelling that the site hashes: names sorted, `!'()*` dropped from values. */
export function encodeQuery(query: Readonly<Record<string, string | number>>): string {
  return Object.keys(query)
    .sort()
    .map((name) => `${encodeURIComponent(name)}=${encodeURIComponent(String(query[name]).replace(/[!'()*]/g, ''))}`)
    .join('&');
}
