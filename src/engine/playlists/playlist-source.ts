import type { EnginePorts } from '../ports.ts';
import type { Playlist } from './playlist.ts';

export type PlaylistContext = {
  ports: EnginePorts;
  signal: AbortSignal;
  limit: number;
};

/** `list` returns null for other links. Errors: `listing_*`, `site_*`, `fetch_status` and those of the guarded fetch. */
export type PlaylistSource = {
  id: string;
  /** The address does not show whether it is a playlist; it has to be fetched. */
  anyAddress?: boolean;
  whole?: boolean;
  canHandle(url: URL): boolean;
  list(url: URL, context: PlaylistContext): Promise<Playlist | null>;
};
