/** A listing: a link that stands for many. What it is called and what is in it, before anybody chose something. */
import type { EnginePorts } from '../ports.ts';

export type PlaylistKind = 'playlist' | 'parts' | 'show' | 'channel' | 'favourites';

export type PlaylistItem = {
  /** The link a run can start from. Of one playlist, no two items mean the same thing. */
  url: string;
  title: string;
  durationMs: number | null;
  /** ISO 8601 date or date-time. */
  publishedAt: string | null;
  coverUrl: string | null;
  author: string | null;
};

export type Playlist = {
  title: string;
  kind: PlaylistKind;
  /** The listing's own address. */
  url: string;
  siteName: string | null;
  coverUrl: string | null;
  /** How many the site says there are, which may be more than are listed; null when it does not say. */
  total: number | null;
  /** In the site's order; at most `limit` of the context. */
  items: PlaylistItem[];
};

export type PlaylistContext = {
  ports: EnginePorts;
  signal: AbortSignal;
  /** The most items that are wanted. A lister stops asking for more once it has them. */
  limit: number;
};

/**
 * Reads one kind of playlist. `canHandle` looks at the address alone and makes no request. `list` returns null when,
 * after a look, the link is no playlist. Errors: `listing_empty`, `site_wait`, `site_bot_check`, `site_changed`,
 * `site_login_needed`, `fetch_status` and those of the guarded fetch.
 */
export type PlaylistSource = {
  id: string;
  /** Its addresses look like any other: whether it is one of these shows only when it is fetched. */
  anyAddress?: boolean;
  /** One request gives everything: asking for a part first saves nothing. */
  whole?: boolean;
  canHandle(url: URL): boolean;
  list(url: URL, context: PlaylistContext): Promise<Playlist | null>;
};
