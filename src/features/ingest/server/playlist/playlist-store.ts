/** A playlist is listed once, stored for a day and shown page by page. */
import { and, desc, eq, notInArray } from 'drizzle-orm';
import { z } from 'zod';
import { listings } from '#db/schema/batches.ts';
import { storedRow } from '#db/stored-row.ts';
import { addItems, distinct, pageAt, playlistLimits } from '#engine/playlists/items.ts';
import type { Playlist } from '#engine/playlists/playlist.ts';
import { playlistAddress, playlistSources, readPlaylist } from '#engine/sites/recognise-playlist.ts';
import { wantedLink } from '#features/contents/server/index.ts';
import { requireFreeSite } from '#features/summaries/server/index.ts';
import type { Services } from '#infra/services.ts';
import { AppError } from '#lib/app-error.ts';
import { storable } from '#lib/text/storable-text.ts';
import { parseHttpUrl } from '#lib/urls.ts';
import { type ListingPage, type ListingView, zListingKind } from '../../contract.ts';
import { existingContents, stateOf } from '../existing-contents.ts';
import { coverOf } from '../preview/cover.ts';
import { readOnlyPorts } from '../read-only-ports.ts';

const MOST_LISTINGS = 20;
const LIST_TIMEOUT_MS = 180_000;
const FIRST_LOOK_TIMEOUT_MS = 45_000;

const zStored = z.object({
  title: z.string(),
  kind: zListingKind,
  url: z.string(),
  siteName: z.string().nullable(),
  coverUrl: z.string().nullable(),
  total: z.number().nullable(),
  items: z.array(
    z.object({
      url: z.string(),
      title: z.string(),
      durationMs: z.number().nullable(),
      publishedAt: z.string().nullable(),
      coverUrl: z.string().nullable(),
      author: z.string().nullable(),
    }),
  ),
});

export type StoredListing = { id: string; url: string; listing: Playlist; complete: boolean };

/** Needs a user if there are items. Errors: `url_invalid`, `listing_empty`, `input_unsupported`, those of the source. */
export async function openListing(
  services: Services,
  ensureUserId: () => Promise<string>,
  text: string,
  signal: AbortSignal,
): Promise<ListingView> {
  const link = parseHttpUrl(text);
  if (!link) throw new AppError('url_invalid');
  const { url } = playlistAddress(link);
  const whole = playlistSources.find((source) => source.canHandle(url))?.whole ?? false;
  const limit = whole ? playlistLimits.items : playlistLimits.page;
  const found = await fetchPlaylist(services, url, { limit, signal, timeoutMs: whole ? LIST_TIMEOUT_MS : FIRST_LOOK_TIMEOUT_MS });
  if (!found) throw new AppError('input_unsupported', { params: { name: url.href } });
  const listing = distinct(found);
  if (listing.items.length === 0) throw new AppError('listing_empty');
  // Fewer items than requested: the list has no more.
  const complete = whole || found.items.length < limit;
  const userId = await ensureUserId();
  const made = await services.db
    .insert(listings)
    .values({ userId, url: url.href, data: listing, complete })
    .returning({ id: listings.id });
  const { id } = storedRow(made);
  await forgetOldest(services, userId);
  const cover = listing.coverUrl ? await coverOf(services, listing.coverUrl, url.href, signal) : null;
  const { title, kind, siteName, total } = listing;
  const page = await present(services, userId, { id, url: url.href, listing, complete }, 0);
  return { listingId: id, title, kind, url: listing.url, siteName, cover, total, ...page };
}

/** Fetches the items that the first request did not. Errors: `not_found`, those of the source. */
export async function readListingPage(
  services: Services,
  userId: string,
  { listingId, offset }: { listingId: string; offset: number },
  signal: AbortSignal,
): Promise<ListingPage> {
  let stored = await loadListing(services, userId, listingId);
  if (!stored.complete && offset + playlistLimits.page > stored.listing.items.length)
    stored = await lookFurther(services, stored, signal);
  return present(services, userId, stored, offset);
}

export async function loadListing(services: Services, userId: string, listingId: string): Promise<StoredListing> {
  const [row] = await services.db
    .select()
    .from(listings)
    .where(and(eq(listings.userId, userId), eq(listings.id, listingId)));
  if (!row) throw new AppError('not_found');
  return { id: row.id, url: row.url, listing: zStored.parse(row.data), complete: row.complete };
}

async function lookFurther(services: Services, stored: StoredListing, signal: AbortSignal): Promise<StoredListing> {
  const options = { limit: playlistLimits.items, signal, timeoutMs: LIST_TIMEOUT_MS };
  const found = await fetchPlaylist(services, new URL(stored.url), options);
  return services.db.transaction(async (tx) => {
    // A concurrent request may have added items, which keep their places.
    const [row] = await tx.select().from(listings).where(eq(listings.id, stored.id)).for('update');
    if (!row) throw new AppError('not_found');
    const known = zStored.parse(row.data);
    const listing = { ...known, total: found?.total ?? known.total, items: addItems(known.items, found?.items ?? []) };
    await tx.update(listings).set({ data: listing, complete: true }).where(eq(listings.id, stored.id));
    return { ...stored, listing, complete: true };
  });
}

/** Errors: `site_wait` while the site is blocked, `timed_out`, those of the source. */
export async function fetchPlaylist(
  services: Services,
  url: URL,
  { limit, signal, timeoutMs }: { limit: number; signal: AbortSignal; timeoutMs: number },
): Promise<Playlist | null> {
  await requireFreeSite(services, url.href);
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    return storable(
      await readPlaylist(url, { ports: readOnlyPorts(services), signal: AbortSignal.any([signal, timeout]), limit }),
    );
  } catch (error) {
    if (timeout.aborted && !signal.aborted) throw new AppError('timed_out', { cause: error });
    throw error;
  }
}

async function forgetOldest(services: Services, userId: string): Promise<void> {
  const kept = services.db
    .select({ id: listings.id })
    .from(listings)
    .where(eq(listings.userId, userId))
    .orderBy(desc(listings.createdAt))
    .limit(MOST_LISTINGS);
  await services.db.delete(listings).where(and(eq(listings.userId, userId), notInArray(listings.id, kept)));
}

async function present(services: Services, userId: string, stored: StoredListing, offset: number): Promise<ListingPage> {
  const { items, next } = pageAt(stored.listing.items, offset);
  const existing = await existingContents(
    services,
    userId,
    items.map(({ item }) => item.url),
  );
  return {
    items: items.map(({ position, item }) => ({
      position,
      url: item.url,
      title: item.title,
      durationSeconds: item.durationMs === null ? null : item.durationMs / 1000,
      publishedAt: item.publishedAt,
      author: item.author,
      existing: stateOf(existing.get(wantedLink(item.url).key)),
    })),
    next: next ?? (stored.complete ? null : stored.listing.items.length),
    listed: stored.listing.items.length,
    complete: stored.complete,
  };
}
