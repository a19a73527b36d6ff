/** Makes no request: a `b23.tv` link stays as it is until it is followed. */

export type BilibiliLink =
  | {
      kind: 'video';
      bvid: string;
      part: number | null;
    }
  | { kind: 'episode'; id: number }
  | { kind: 'season'; id: number }
  | { kind: 'short'; url: string }
  | { kind: 'live' }
  | { kind: 'favourites'; id: number }
  /** A `season` has its own cover and description, a `series` is a plain list. */
  | { kind: 'list'; type: 'season' | 'series'; owner: number; id: number };

const alphabet = 'FcwAPNKTMug3GV5Lj7EJnHpWsx4tb8haYeviqBz6rkCy12mUSDQX9RdoZf';
const xor = 23442827791579n;
const mask = (1n << 51n) - 1n;
const base = 58n;
/** Position of each digit after `BV1`, the most significant first. */
const places = [6, 4, 2, 3, 1, 5, 0, 7, 8] as const;

export function bvidOf(aid: number | bigint): string | null {
  const number = BigInt(aid);
  if (number < 1n || number > mask) return null;
  let rest = (number | (mask + 1n)) ^ xor;
  const digits = Array.from({ length: 9 }, () => '');
  for (let index = 8; index >= 0; index--) {
    digits[places[index] ?? 0] = alphabet[Number(rest % base)] ?? '';
    rest /= base;
  }
  return `BV1${digits.join('')}`;
}

/** Null if it is not a valid id. Case matters, except in `BV`. */
export function aidOf(bvid: string): bigint | null {
  if (!/^bv1[1-9A-HJ-NP-Za-km-z]{9}$/i.test(bvid)) return null;
  let number = 0n;
  for (const place of places) {
    const digit = alphabet.indexOf(bvid.charAt(3 + place));
    if (digit < 0) return null;
    number = number * base + BigInt(digit);
  }
  // In a valid id, the highest bit is set.
  if (number >> 51n !== 1n) return null;
  const aid = (number & mask) ^ xor;
  return aid >= 1n ? aid : null;
}

export function readBilibiliLink(url: URL): BilibiliLink | null {
  const host = url.hostname.toLowerCase().replace(/\.$/, '');
  if (/^(?:www\.)?(?:b23\.tv|bili2233\.cn)$/.test(host)) return shortLink(url);
  if (!/(?:^|\.)bilibili\.com$/.test(host)) return null;
  if (host === 'live.bilibili.com') return /^\/(?:h5\/|blanc\/)?\d+/.test(url.pathname) ? { kind: 'live' } : null;
  if (host === 'space.bilibili.com') return spaceLink(url);
  return favouritesIn(url) ?? videoIn(url) ?? numbered(url, /\/bangumi\/play\/(ep|ss)(\d{1,12})(?![0-9A-Za-z])/i) ?? null;
}

/** A creator's id: `space.bilibili.com/123`, `m.bilibili.com/space/123`. Null for other pages. */
export function readBilibiliCreator(url: URL): number | null {
  const host = url.hostname.toLowerCase().replace(/\.$/, '');
  const path = host === 'm.bilibili.com' ? url.pathname.replace(/^\/space(?=\/)/, '') : url.pathname;
  if (host !== 'space.bilibili.com' && path === url.pathname) return null;
  const id = /^\/(\d{1,16})(?:\/(?:video|upload|upload\/video|dynamic)?)?\/?$/.exec(path)?.[1];
  return id === undefined || Number(id) === 0 ? null : Number(id);
}

/** `b23.tv/BV…`, `/av…` and `/ep…` name the video and need not be followed. */
function shortLink(url: URL): BilibiliLink | null {
  const plain = videoIn(url) ?? numbered(url, /^\/(ep|ss)(\d{1,12})(?![0-9A-Za-z])/i);
  if (plain) return plain;
  if (/^\/[A-Za-z0-9]{4,12}\/?$/.test(url.pathname)) return { kind: 'short', url: url.href };
  // Chinese text is often written right behind the link.
  const path = /^\/[A-Za-z0-9]{4,12}(?=%[89A-F])/i.exec(url.pathname)?.[0];
  return path === undefined ? null : { kind: 'short', url: new URL(path, url).href };
}

function videoIn(url: URL): BilibiliLink | null {
  const bvid =
    videoId(/(?:^|\/)(bv1[0-9a-z]{9}|av\d{1,16})(?![0-9A-Za-z])/i.exec(url.pathname)?.[1]) ??
    (onPageWithVideo(url) ? (videoId(url.searchParams.get('bvid')) ?? videoId(avOf(url.searchParams))) : null);
  if (bvid === null) return null;
  const page = url.searchParams.get('p') ?? (url.hostname === 'player.bilibili.com' ? url.searchParams.get('page') : null);
  return { kind: 'video', bvid, part: /^[1-9]\d{0,3}$/.test(page ?? '') ? Number(page) : null };
}

function onPageWithVideo(url: URL): boolean {
  return url.hostname === 'player.bilibili.com' || /^\/(?:list|festival|medialist|blackboard|video)\b/.test(url.pathname);
}

function avOf(query: URLSearchParams): string | null {
  const aid = query.get('aid') ?? query.get('avid');
  return aid === null ? null : `av${aid}`;
}

function videoId(text: string | null | undefined): string | null {
  if (!text) return null;
  if (/^av\d{1,16}$/i.test(text)) return bvidOf(BigInt(text.slice(2)));
  const bvid = `BV${text.slice(2)}`;
  return /^bv/i.test(text) && aidOf(bvid) !== null ? bvid : null;
}

function numbered(url: URL, pattern: RegExp): BilibiliLink | null {
  const found = pattern.exec(url.pathname);
  if (!found) return null;
  return { kind: found[1]?.toLowerCase() === 'ep' ? 'episode' : 'season', id: Number(found[2]) };
}

/** Matches `/list/ml123` and `/medialist/play/ml123`; with a video in the query the link stands for that video. */
function favouritesIn(url: URL): BilibiliLink | null {
  const id = /^\/(?:list|medialist\/(?:play|detail))\/ml(\d{1,16})(?![0-9A-Za-z])/i.exec(url.pathname)?.[1];
  return id === undefined || videoIn(url) !== null ? null : { kind: 'favourites', id: Number(id) };
}

function spaceLink(url: URL): BilibiliLink | null {
  const owner = Number(/^\/(\d{1,18})\//.exec(url.pathname)?.[1] ?? 0);
  if (owner === 0) return null;
  const query = (name: string): number => Number(/^\d{1,16}$/.exec(url.searchParams.get(name) ?? '')?.[0] ?? 0);
  if (/\/favlist\/?$/.test(url.pathname)) {
    const id = query('fid');
    return id > 0 ? { kind: 'favourites', id } : null;
  }
  const listed = Number(/\/lists\/(\d{1,16})\/?$/.exec(url.pathname)?.[1] ?? 0) || query('sid');
  if (listed === 0 || !/\/(?:lists\/\d+|channel\/(?:collection|series)detail)\/?$/.test(url.pathname)) return null;
  const series = url.searchParams.get('type') === 'series' || /\/seriesdetail/.test(url.pathname);
  return { kind: 'list', type: series ? 'series' : 'season', owner, id: listed };
}

export function bilibiliAddress(link: BilibiliLink): string | null {
  switch (link.kind) {
    case 'video':
      return `https://www.bilibili.com/video/${link.bvid}${link.part !== null && link.part > 1 ? `?p=${link.part}` : ''}`;
    case 'episode':
      return `https://www.bilibili.com/bangumi/play/ep${link.id}`;
    case 'season':
      return `https://www.bilibili.com/bangumi/play/ss${link.id}`;
    case 'favourites':
      return `https://www.bilibili.com/list/ml${link.id}`;
    case 'list':
      return `https://space.bilibili.com/${link.owner}/lists/${link.id}?type=${link.type}`;
    default:
      return null;
  }
}
