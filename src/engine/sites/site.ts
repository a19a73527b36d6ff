import type { Playlist } from '../playlists/playlist.ts';
import type { PlaylistContext, PlaylistSource } from '../playlists/playlist-source.ts';
import type { FetchResponse } from '../ports.ts';
import type { Source } from '../sources/source.ts';
import type { ChannelKind } from './channel-kind.ts';

/** Known from the address alone: sites often refuse a first request. */
export type KnownLink = {
  kind: 'video' | 'audio' | 'document';
  /** For when the title cannot be had. */
  id?: string | null;
  address?: string | null;
  coverUrl?: string | null;
};

export type PlaylistAddress = {
  url: URL;
  alsoItem: boolean;
  /** Whether it is a list shows only when the link is followed. */
  uncertain?: boolean;
};

export type SharedFile = {
  url: string;
  /** Set where a page says more than the file does. */
  aboutUrl: string | null;
};

export type FileSharing = {
  find(url: URL): SharedFile | null;
  isSignIn?(response: Pick<FetchResponse, 'url'>): boolean;
  /** Of a page in place of a file that was fetched too often. */
  isTooOften?(html: string): boolean;
  /** Of a page that asks for confirmation. */
  confirmedAddress?(html: string, base: string): string | null;
};

/** Where news of a channel is looked for; without a feed the site's own list is read. `url`: its page, for people. */
export type ChannelAddress = { kind: ChannelKind; url: string; feed: string | null };

export type ChannelSource = {
  /** Null when the link is no channel of this site. Errors: `site_*`, `listing_empty`, those of the guarded fetch. */
  find(url: URL, context: PlaylistContext): Promise<ChannelAddress | null>;
  /** Newest first; for a site without feeds, or whose feeds fail at times. */
  list?(url: URL, context: PlaylistContext): Promise<Playlist | null>;
};

export type Site = {
  /** Stored with the turns of the site. */
  id: string;
  name: string | null;
  /** Runs at these hosts start at least `gapMs` apart. */
  requestGap?: { hosts: RegExp; gapMs: number };
  source?: Source;
  playlists?: PlaylistSource;
  playlistAddress?(url: URL): PlaylistAddress | null;
  channel?: ChannelSource;
  readLink?(url: URL): KnownLink | null;
  /** Its pages refuse clients that are no browser, so their status says nothing. */
  refusesRequests?: boolean;
  /** Without the site's suffix; null when nothing is left. `landed`: after redirects. */
  bareTitle?(title: string, landed: URL): string | null;
  files?: FileSharing;
};
