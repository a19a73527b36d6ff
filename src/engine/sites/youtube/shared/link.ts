export type YoutubeLink =
  | {
      kind: 'video';
      id: string;
    }
  | { kind: 'playlist'; id: string }
  | {
      kind: 'channel';
      /** `@handle`, `channel/UC…`, `c/name` or `user/name`. */
      path: string;
    }
  /** A part of a video; only its page tells of which video. */
  | { kind: 'clip'; id: string };

const videoIdPattern = /^[\w-]{11}$/;
/** Excludes mixes (`RD…`), made for each viewer, and a viewer's own lists (`WL`, `LL`, `LM`). */
const playlistIdPattern = /^(?:PL|EC|UU|FL|OLAK5uy_|PU|TL)[\w-]{8,60}$/;
const siteHost = /^(?:[a-z]{1,12}\.)?(?:youtube\.com|youtube-nocookie\.com|youtubekids\.com|youtube\.googleapis\.com)$/;
const shortHost = /^(?:www\.)?(?:youtu\.be|y2u\.be)$/;
const videoPath = /^\/(?:shorts|live|embed|v|e|vi|watch)\/([\w-]{11})(?![\w-])/;
const nested = 3;

export function readYoutubeLink(url: URL, depth = 0): YoutubeLink | null {
  const host = url.hostname.toLowerCase().replace(/\.$/, '');
  if (shortHost.test(host)) return videoOf(url.pathname.split('/')[1]) ?? videoOf(url.searchParams.get('v'));
  if (!siteHost.test(host)) return null;
  return wrappedIn(url, depth) ?? videoIn(url) ?? listIn(url) ?? channelIn(url);
}

function videoOf(id: string | null | undefined): YoutubeLink | null {
  // Links copied from text or a broken template carry more than the id.
  const found = /^[\w-]{11}(?![\w-])/.exec(id ?? '')?.[0];
  return found !== undefined && videoIdPattern.test(found) ? { kind: 'video', id: found } : null;
}

/** Unwraps `attribution_link?u=/watch…`, `consent…?continue=https://…` and `oembed?url=…`. */
function wrappedIn(url: URL, depth: number): YoutubeLink | null {
  if (depth >= nested) return null;
  const inner = url.searchParams.get('u') ?? url.searchParams.get('continue') ?? url.searchParams.get('url');
  const isWrapper = /^\/(?:attribution_link|oembed|signin|verify_age|m|ml|d)$/.test(url.pathname);
  if (inner === null || !isWrapper || !URL.canParse(inner, 'https://www.youtube.com')) return null;
  return readYoutubeLink(new URL(inner, 'https://www.youtube.com'), depth + 1);
}

function videoIn(url: URL): YoutubeLink | null {
  const inPath = videoPath.exec(url.pathname)?.[1];
  if (inPath !== undefined && inPath !== 'videoseries') return videoOf(inPath);
  if (/^\/(?:watch(?:_popup)?|ytscreeningroom|movie|details)?\/?$/.test(url.pathname)) {
    const video = videoOf(url.searchParams.get('v')) ?? videoOf(url.searchParams.get('vi'));
    // The mobile site formerly used `#/watch?v=…`.
    return video ?? (/^#!?\/watch\?/.test(url.hash) ? videoOf(new URLSearchParams(url.hash.split('?')[1]).get('v')) : null);
  }
  const clip = /^\/clip\/(Ug[\w-]{10,60})\/?$/.exec(url.pathname)?.[1];
  return clip === undefined ? null : { kind: 'clip', id: clip };
}

function listIn(url: URL): YoutubeLink | null {
  const id = url.searchParams.get('list') ?? '';
  const onListPage = /^\/(?:playlist|watch|embed\/videoseries|embed|show|course)\/?$/.test(url.pathname);
  return onListPage && playlistIdPattern.test(id) ? { kind: 'playlist', id } : null;
}

function channelIn(url: URL): YoutubeLink | null {
  const id = /^\/channel\/(UC[\w-]{22})(?=\/|$)/.exec(url.pathname)?.[1];
  if (id !== undefined) return { kind: 'channel', path: `channel/${id}` };
  const handle = /^\/(@[^/?#]{2,200})(?=\/|$)/.exec(decoded(url.pathname))?.[1];
  if (handle !== undefined) return { kind: 'channel', path: handle.toLowerCase() };
  const named = /^\/((?:c|user)\/[^/?#]{1,100})(?=\/|$)/.exec(decoded(url.pathname))?.[1];
  return named === undefined ? null : { kind: 'channel', path: named };
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

export function youtubeAddress(link: YoutubeLink): string | null {
  switch (link.kind) {
    case 'video':
      return `https://www.youtube.com/watch?v=${link.id}`;
    case 'playlist':
      return `https://www.youtube.com/playlist?list=${link.id}`;
    case 'channel':
      return `https://www.youtube.com/${link.path.split('/').map(encodeURIComponent).join('/').replace('%40', '@')}`;
    case 'clip':
      return null;
  }
}
