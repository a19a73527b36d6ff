export type PlaylistKind = 'playlist' | 'parts' | 'show' | 'channel' | 'favourites';

export type PlaylistItem = {
  /** A link that a run can start from. No two items of a playlist have the same canonical address. */
  url: string;
  title: string;
  durationMs: number | null;
  publishedAt: string | null;
  coverUrl: string | null;
  author: string | null;
};

export type Playlist = {
  title: string;
  kind: PlaylistKind;
  url: string;
  siteName: string | null;
  coverUrl: string | null;
  /** The number that the site states, which may be more than are listed; null when unknown. */
  total: number | null;
  items: PlaylistItem[];
};
