import type { Playlist } from '../playlists/playlist.ts';
import type { PlaylistContext, PlaylistSource } from '../playlists/playlist-source.ts';
import type { FetchResponse } from '../ports.ts';
import type { Source } from '../sources/source.ts';
import type { ChannelKind } from './channel-kind.ts';

/** What the address alone tells, as sites often refuse a first request. */
export type KnownLink = {
  kind: 'video' | 'audio' | 'document';
  /** Shown if the title cannot be read. */
  id?: string | null;
  address?: string | null;
  coverUrl?: string | null;
};

export type PlaylistAddress = {
  url: URL;
  alsoItem: boolean;
  /** Only following the link shows whether it is a list. */
  uncertain?: boolean;
};

export type SharedFile = {
  url: string;
  /** A page that says more about the file than the file itself. */
  aboutUrl: string | null;
};

export type FileSharing = {
  find(url: URL): SharedFile | null;
  isSignIn?(response: Pick<FetchResponse, 'url'>): boolean;
  /** Recognises the page that replaces a file downloaded too often. */
  isTooOften?(html: string): boolean;
  /** The address that confirms the download, from a page that asks for it. */
  confirmedAddress?(html: string, base: string): string | null;
};

/** Where to look for a channel's news: in its feed, or without one in the site's own list. `url` is its page. */
export type ChannelAddress = { kind: ChannelKind; url: string; feed: string | null };

export type ChannelSource = {
  /** Null if the link is not a channel of this site. Errors: `site_*`, `listing_empty`, those of the guarded fetch. */
  find(url: URL, context: PlaylistContext): Promise<ChannelAddress | null>;
  /** Newest first; for sites without feeds, or whose feeds sometimes fail. */
  list?(url: URL, context: PlaylistContext): Promise<Playlist | null>;
};

export type Site = {
  /** The key of the site's rate limit in the database. */
  id: string;
  name: string | null;
  /** Runs at these hosts start at least `gapMs` apart. */
  requestGap?: { hosts: RegExp; gapMs: number };
  source?: Source;
  playlists?: PlaylistSource;
  playlistAddress?(url: URL): PlaylistAddress | null;
  channel?: ChannelSource;
  readLink?(url: URL): KnownLink | null;
  /** The site refuses clients other than browsers, so the status of its pages says nothing. */
  refusesRequests?: boolean;
  /** Removes the site's suffix; null if nothing is left. `landed`: the address after redirects. */
  bareTitle?(title: string, landed: URL): string | null;
  files?: FileSharing;
};
