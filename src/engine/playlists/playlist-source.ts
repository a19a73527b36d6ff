import type { EnginePorts } from '../ports.ts';
import type { Playlist } from './playlist.ts';

export type PlaylistContext = {
  ports: EnginePorts;
  signal: AbortSignal;
  limit: number;
};

/**
 * `canHandle` makes no request. `list` returns null when the link turns out to be no playlist. Errors: `listing_empty`,
 * `site_wait`, `site_bot_check`, `site_changed`, `site_login_needed`, `fetch_status` and those of the guarded fetch.
 */
export type PlaylistSource = {
  id: string;
  /** Whether an address is one shows only when it is fetched. */
  anyAddress?: boolean;
  /** One request gives everything. */
  whole?: boolean;
  canHandle(url: URL): boolean;
  list(url: URL, context: PlaylistContext): Promise<Playlist | null>;
};
