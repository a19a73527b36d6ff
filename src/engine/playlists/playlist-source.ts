import type { EnginePorts } from '../ports.ts';
import type { Playlist } from './playlist.ts';

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
