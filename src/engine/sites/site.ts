import type { PlaylistSource } from '../playlists/playlist-source.ts';
import type { FetchResponse } from '../ports.ts';
import type { Source } from '../sources/source.ts';

/** What an address alone says about what is behind it: sites often refuse a first request. */
export type KnownLink = {
  kind: 'video' | 'audio' | 'document';
  /** The site's id of it, such as `BV17x411w7KC`, for when its title cannot be had. */
  id?: string | null;
  /** The one address of all its forms; default: the link itself. */
  address?: string | null;
  /** The site's own picture of it, for a page that shows none. */
  coverUrl?: string | null;
};

export type PlaylistAddress = {
  url: URL;
  /** The link is also about one item of the list: a video opened in a playlist, a video in several parts. */
  alsoItem: boolean;
  /** Whether it is a list shows only when the link is followed. */
  uncertain?: boolean;
};

/** A file behind the page that shows it. */
export type SharedFile = {
  /** The file itself. */
  url: string;
  /** The page that describes it, where that says more than the file does. */
  aboutUrl: string | null;
};

export type FileSharing = {
  /** Null for links to anything else, also for the service's own pages. */
  find(url: URL): SharedFile | null;
  /** Beyond 401 and 403: was the answer a sign-in? */
  isSignIn?(response: Pick<FetchResponse, 'url'>): boolean;
  /** The address behind a page that asks for confirmation; null when the page asks for nothing. */
  confirmedAddress?(html: string, base: string): string | null;
};

/** Everything of one site. Each part is optional. */
export type Site = {
  /** Stored with rate limits. */
  id: string;
  /** As users know it; null where the record's own name is used. */
  name: string | null;
  /** Runs at these hosts start at least `gapMs` apart. */
  rateLimit?: { hosts: RegExp; gapMs: number };
  source?: Source;
  playlists?: PlaylistSource;
  /** Where the playlist is that a link belongs to; null where the link itself says all. */
  playlistAddress?(url: URL): PlaylistAddress | null;
  readLink?(url: URL): KnownLink | null;
  /** An error status of its pages says nothing about the link: it refuses what is no browser. */
  refusesRequests?: boolean;
  /** A page's title without what the site adds to all of them; null when nothing is left. `landed`: after redirects. */
  bareTitle?(title: string, landed: URL): string | null;
  files?: FileSharing;
};
