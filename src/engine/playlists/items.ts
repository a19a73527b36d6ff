import { parseHttpUrl } from '#lib/urls.ts';
import { canonicaliseUrl } from '../sites/shared/canonical-url.ts';
import type { Playlist, PlaylistItem } from './playlist.ts';

export const playlistLimits = { items: 5_000, page: 100, picks: 200, title: 300 } as const;

function keyOf(item: PlaylistItem): string | null {
  const url = parseHttpUrl(item.url);
  return url && canonicaliseUrl(url);
}

/** Drops duplicates, items with unusable addresses, and those beyond the limit. */
export function distinctItems(items: readonly PlaylistItem[]): PlaylistItem[] {
  return addItems([], items);
}

/** Known items keep their places and new ones follow, so an item that the site dropped or moved is neither lost nor doubled. */
export function addItems(known: readonly PlaylistItem[], found: readonly PlaylistItem[]): PlaylistItem[] {
  const items = [...known];
  const seen = new Set(known.map(keyOf));
  for (const item of found) {
    if (items.length >= playlistLimits.items) break;
    const key = keyOf(item);
    if (key === null || seen.has(key)) continue;
    seen.add(key);
    items.push({ ...item, title: item.title.trim().slice(0, playlistLimits.title) || item.url });
  }
  return items;
}

export function distinct(playlist: Playlist): Playlist {
  return { ...playlist, items: distinctItems(playlist.items) };
}

export function pageAt<T>(items: readonly T[], offset: number): { items: { position: number; item: T }[]; next: number | null } {
  const end = Math.min(items.length, offset + playlistLimits.page);
  return {
    items: items.slice(offset, end).map((item, index) => ({ position: offset + index, item })),
    next: end < items.length ? end : null,
  };
}
