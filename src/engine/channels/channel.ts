import type { PlaylistItem } from '../playlists/playlist.ts';
import type { ChannelKind } from '../sites/channel-kind.ts';

/** `key` identifies the entry within its channel, also after its address changes. */
export type ChannelEntry = PlaylistItem & { key: string };

export type ChannelNews = {
  title: string | null;
  url: string | null;
  kind: ChannelKind;
  /** Where the feed itself says that it has moved (`itunes:new-feed-url`). */
  movedTo: string | null;
  entries: ChannelEntry[];
};

/** The last answer's headers for a conditional request, and a hash of its body (SHA-256). */
export type Validators = { etag: string | null; lastModified: string | null; hash: string | null };

export type ChannelReading =
  | {
      state: 'unchanged';
      feed: string;
    }
  | {
      state: 'read';
      news: ChannelNews;
      validators: Validators;
      /** The feed's permanent address after redirects; null if the entries came from the site's own list. */
      feed: string | null;
    };
