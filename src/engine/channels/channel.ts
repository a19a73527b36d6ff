import type { PlaylistItem } from '../playlists/playlist.ts';
import type { ChannelKind } from '../sites/channel-kind.ts';

/** `key`: the entry's own, which stays when its address changes. */
export type ChannelEntry = PlaylistItem & { key: string };

export type ChannelNews = {
  title: string;
  /** Its page, as far as it names one. */
  url: string | null;
  kind: ChannelKind;
  /** Newest first. */
  entries: ChannelEntry[];
};

/** What a server said about its last answer. */
export type Validators = { etag: string | null; lastModified: string | null; hash: string | null };

export type ChannelReading =
  | { state: 'unchanged' }
  | {
      state: 'read';
      news: ChannelNews;
      validators: Validators;
      /** Where the feed is to be looked for from now on; null for one that was not asked. */
      feed: string | null;
    };
