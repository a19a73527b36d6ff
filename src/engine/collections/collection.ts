/** One link that stands for many: what it is called and what is in it, before anybody chose something. */
import type { EnginePorts } from '../ports.ts';

export type CollectionKind = 'playlist' | 'parts' | 'show' | 'channel' | 'favourites';

export type CollectionItem = {
  /** The link a run can start from. Of one collection, no two items mean the same thing. */
  url: string;
  title: string;
  durationMs: number | null;
  /** ISO 8601 date or date-time. */
  publishedAt: string | null;
  coverUrl: string | null;
  author: string | null;
};

export type Collection = {
  title: string;
  kind: CollectionKind;
  /** The collection's own address. */
  url: string;
  siteName: string | null;
  coverUrl: string | null;
  /** How many the site says there are, which may be more than are listed; null when it does not say. */
  total: number | null;
  /** In the site's order; at most `limit` of the context. */
  items: CollectionItem[];
};

export type CollectionContext = {
  ports: EnginePorts;
  signal: AbortSignal;
  /** The most items that are wanted. A lister stops asking for more once it has them. */
  limit: number;
};

/**
 * Lists one kind of collection. `canHandle` looks at the address alone and makes no request. `list` returns null when,
 * after a look, the link is no collection. Errors: `collection_empty`, `site_wait`, `site_bot_check`, `site_changed`,
 * `site_login_needed`, `fetch_status` and those of the guarded fetch.
 */
export type CollectionSource = {
  id: string;
  /** Its addresses look like any other: whether it is one of these shows only when it is fetched. */
  anyAddress?: boolean;
  /** One request gives everything: asking for a part first saves nothing. */
  whole?: boolean;
  canHandle(url: URL): boolean;
  list(url: URL, context: CollectionContext): Promise<Collection | null>;
};
