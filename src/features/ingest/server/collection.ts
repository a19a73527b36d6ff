/** Looking into a link that stands for many: listed once, kept for a day, shown page by page. */
import { and, desc, eq, inArray, notInArray } from 'drizzle-orm';
import { z } from 'zod';
import { collectionListings } from '#db/schema/batches.ts';
import { contents, sources } from '#db/schema/content.ts';
import { collectionAddress } from '#engine/collections/address.ts';
import type { Collection } from '#engine/collections/collection.ts';
import { collectionSources, listCollection } from '#engine/collections/index.ts';
import { addItems, collectionLimits, distinct, pageAt } from '#engine/collections/listing.ts';
import { siteBlockedUntil, wantedLink } from '#features/summaries/server/index.ts';
import { AppError } from '#lib/app-error.ts';
import { parseHttpUrl } from '#lib/urls.ts';
import type { Services } from '#rpc/services.ts';
import { type CollectionPage, type CollectionView, zCollectionKind } from '../contract.ts';
import { coverOf } from './cover.ts';
import { lookingPorts } from './looking-ports.ts';

/** Listings of one user that are kept. */
const MOST_LISTINGS = 20;
const LIST_TIMEOUT_MS = 180_000;
const FIRST_LOOK_TIMEOUT_MS = 45_000;

const zStored = z.object({
  title: z.string(),
  kind: zCollectionKind,
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

export type Listing = { id: string; url: string; collection: Collection; complete: boolean };

/**
 * The collection behind a link with its first page. Errors: `url_invalid`, `collection_empty`, `input_unsupported` when
 * it is no collection, `site_wait` while its site wants to be left alone, and those of its lister.
 */
export async function openCollection(
  services: Services,
  userId: string,
  text: string,
  signal: AbortSignal,
): Promise<CollectionView> {
  const link = parseHttpUrl(text);
  if (!link) throw new AppError('url_invalid');
  const { url } = collectionAddress(link);
  const whole = collectionSources.find((source) => source.canHandle(url))?.whole ?? false;
  const limit = whole ? collectionLimits.items : collectionLimits.page;
  const found = await lookInto(services, url, { limit, signal, timeoutMs: whole ? LIST_TIMEOUT_MS : FIRST_LOOK_TIMEOUT_MS });
  if (!found) throw new AppError('input_unsupported', { params: { name: url.href } });
  const collection = distinct(found);
  if (collection.items.length === 0) throw new AppError('collection_empty');
  // Fewer than were asked for: there are no more.
  const complete = whole || found.items.length < limit;
  const [row] = await services.db
    .insert(collectionListings)
    .values({ userId, url: url.href, data: collection, complete })
    .returning({ id: collectionListings.id });
  if (!row) throw new AppError('internal', { detail: 'insert returned no row' });
  await forgetOldest(services, userId);
  const cover = collection.coverUrl ? await coverOf(services, collection.coverUrl, url.href, signal) : null;
  const { title, kind, siteName, total } = collection;
  const page = await present(services, userId, { id: row.id, url: url.href, collection, complete }, 0);
  return { listingId: row.id, title, kind, url: collection.url, siteName, cover, total, ...page };
}

/** The page from `offset` on; what a first look left out is asked for now. Errors: `not_found`, those of the lister. */
export async function readCollectionPage(
  services: Services,
  userId: string,
  { listingId, offset }: { listingId: string; offset: number },
  signal: AbortSignal,
): Promise<CollectionPage> {
  let listing = await loadListing(services, userId, listingId);
  if (!listing.complete && offset + collectionLimits.page > listing.collection.items.length)
    listing = await lookFurther(services, listing, signal);
  return present(services, userId, listing, offset);
}

export async function loadListing(services: Services, userId: string, listingId: string): Promise<Listing> {
  const [row] = await services.db
    .select()
    .from(collectionListings)
    .where(and(eq(collectionListings.userId, userId), eq(collectionListings.id, listingId)));
  if (!row) throw new AppError('not_found');
  return { id: row.id, url: row.url, collection: zStored.parse(row.data), complete: row.complete };
}

async function lookFurther(services: Services, listing: Listing, signal: AbortSignal): Promise<Listing> {
  const options = { limit: collectionLimits.items, signal, timeoutMs: LIST_TIMEOUT_MS };
  const found = await lookInto(services, new URL(listing.url), options);
  return services.db.transaction(async (tx) => {
    // Another page may have been asked for at the same time: what it added keeps its place.
    const [row] = await tx.select().from(collectionListings).where(eq(collectionListings.id, listing.id)).for('update');
    if (!row) throw new AppError('not_found');
    const known = zStored.parse(row.data);
    const collection = { ...known, total: found?.total ?? known.total, items: addItems(known.items, found?.items ?? []) };
    await tx.update(collectionListings).set({ data: collection, complete: true }).where(eq(collectionListings.id, listing.id));
    return { ...listing, collection, complete: true };
  });
}

/** What is behind an address, unless its site wants to be left alone. Errors: `site_wait`, `timed_out`, those of its lister. */
export async function lookInto(
  services: Services,
  url: URL,
  { limit, signal, timeoutMs }: { limit: number; signal: AbortSignal; timeoutMs: number },
): Promise<Collection | null> {
  const until = await siteBlockedUntil(services, url.href);
  if (until) throw new AppError('site_wait', { retry: { afterMs: Math.max(1, until.getTime() - Date.now()) } });
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    return await listCollection(url, { ports: lookingPorts(services), signal: AbortSignal.any([signal, timeout]), limit });
  } catch (error) {
    if (timeout.aborted && !signal.aborted) throw new AppError('timed_out', { cause: error });
    throw error;
  }
}

async function forgetOldest(services: Services, userId: string): Promise<void> {
  const kept = services.db
    .select({ id: collectionListings.id })
    .from(collectionListings)
    .where(eq(collectionListings.userId, userId))
    .orderBy(desc(collectionListings.createdAt))
    .limit(MOST_LISTINGS);
  await services.db
    .delete(collectionListings)
    .where(and(eq(collectionListings.userId, userId), notInArray(collectionListings.id, kept)));
}

async function present(services: Services, userId: string, listing: Listing, offset: number): Promise<CollectionPage> {
  const { items, next } = pageAt(listing.collection.items, offset);
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
      existing: existing.get(wantedLink(item.url).key) ?? null,
    })),
    next: next ?? (listing.complete ? null : listing.collection.items.length),
    listed: listing.collection.items.length,
    complete: listing.complete,
  };
}

type Existing = CollectionPage['items'][number]['existing'];

/** Which of these links the user has already, by source key. */
export async function existingContents(
  services: Services,
  userId: string,
  links: readonly string[],
): Promise<Map<string, Existing>> {
  if (links.length === 0) return new Map();
  const rows = await services.db
    .select({ key: sources.key, contentId: contents.id, status: contents.status })
    .from(contents)
    .innerJoin(sources, eq(sources.id, contents.sourceId))
    .where(
      and(
        eq(contents.userId, userId),
        inArray(
          sources.key,
          links.map((link) => wantedLink(link).key),
        ),
      ),
    );
  return new Map(rows.map((row) => [row.key, { contentId: row.contentId, status: row.status }]));
}
