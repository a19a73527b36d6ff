/** Slugs are unique among all users. The current one is stored in the collection, former ones in a table of their own. */
import { eq, inArray, sql } from 'drizzle-orm';
import type { Executor, Tx } from '#db/client.ts';
import { collectionSlugs, collections } from '#db/schema/collections.ts';
import { AppError } from '#lib/app-error.ts';
import { endingOf, slugOf } from './slug-of-name.ts';

const mostFormer = 20;

/** A slug that no collection has or had. Endings are random: three collisions in a row do not occur. */
export async function freeSlug(tx: Tx, name: string): Promise<string> {
  for (let attempt = 0; attempt < 3; attempt++) {
    const slug = slugOf(name);
    if (await isFree(tx, slug)) return slug;
  }
  throw new AppError('internal', { detail: 'no free slug' });
}

/** Keeps the ending of the slug, so that going back to an old name restores its address. */
export async function slugAfterRenaming(tx: Tx, { id, slug }: { id: string; slug: string }, name: string): Promise<string> {
  const wanted = slugOf(name, endingOf(slug));
  if (wanted === slug) return slug;
  const free = (await isFree(tx, wanted, id)) ? wanted : await freeSlug(tx, name);
  await tx.delete(collectionSlugs).where(eq(collectionSlugs.slug, free));
  await keepFormerSlugs(tx, id, [slug]);
  return free;
}

/** Deletes the oldest beyond the limit. */
export async function keepFormerSlugs(tx: Tx, collectionId: string, slugs: readonly string[]): Promise<void> {
  if (slugs.length === 0) return;
  await tx
    .insert(collectionSlugs)
    .values(slugs.map((slug) => ({ slug, collectionId, createdAt: sql`clock_timestamp()` })))
    .onConflictDoNothing();
  const old = tx
    .select({ slug: collectionSlugs.slug })
    .from(collectionSlugs)
    .where(eq(collectionSlugs.collectionId, collectionId))
    .orderBy(sql`${collectionSlugs.createdAt} desc`)
    .offset(mostFormer);
  await tx.delete(collectionSlugs).where(inArray(collectionSlugs.slug, old));
}

export async function formerSlugsOf(executor: Executor, collectionId: string): Promise<string[]> {
  const rows = await executor
    .select({ slug: collectionSlugs.slug })
    .from(collectionSlugs)
    .where(eq(collectionSlugs.collectionId, collectionId))
    .orderBy(collectionSlugs.createdAt);
  return rows.map(({ slug }) => slug);
}

/** The slug from an archive, if it is valid and free; else a new one. */
export async function importedSlug(tx: Tx, { name, slug }: { name: string; slug: string }): Promise<string> {
  return slug === slugOf(name, endingOf(slug)) && (await isFree(tx, slug)) ? slug : freeSlug(tx, name);
}

/** `own`: the collection whose own former slugs count as free. */
export async function isFree(executor: Executor, slug: string, own?: string): Promise<boolean> {
  const [taken] = await executor.select({ id: collections.id }).from(collections).where(eq(collections.slug, slug));
  if (taken) return false;
  const [former] = await executor
    .select({ collectionId: collectionSlugs.collectionId })
    .from(collectionSlugs)
    .where(eq(collectionSlugs.slug, slug));
  return former === undefined || former.collectionId === own;
}
