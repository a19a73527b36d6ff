/** A listing: a link that stands for many. What it is called and what is in it, before anybody chose something. */
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
