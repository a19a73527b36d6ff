import type { EnginePorts } from '../ports.ts';
import type { Playlist } from './playlist.ts';

export type PlaylistContext = {
  ports: EnginePorts;
  signal: AbortSignal;
  limit: number;
};

/** `list` may return null. Errors: `listing_*`, `site_*`, `fetch_status` and those of the guarded fetch. */
export type PlaylistSource = {
  id: string;
  /** Whether an address is one shows only when it is fetched. */
  anyAddress?: boolean;
  whole?: boolean;
  canHandle(url: URL): boolean;
  list(url: URL, context: PlaylistContext): Promise<Playlist | null>;
};
