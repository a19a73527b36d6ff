export type PlaylistKind = 'playlist' | 'parts' | 'show' | 'channel' | 'favourites';

export type PlaylistItem = {
  /** A run can start from it. No two items of a playlist mean the same thing. */
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
  /** As the site says, maybe more than are listed; null when unknown. */
  total: number | null;
  items: PlaylistItem[];
};
