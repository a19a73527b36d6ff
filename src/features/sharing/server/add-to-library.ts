/** Copies notes of other users into a library, with their extractions, so that nothing is fetched or transcribed again. */
import type { Executor, Tx } from '#db/client.ts';
import {
  type ContentRecord,
  createContent,
  ensureSource,
  loadExtraction,
  type OwnedContent,
  showExtraction,
  wantedLink,
} from '#features/contents/server/index.ts';
import { contentOfLink, copyNote } from '#features/notes/server/index.ts';
import { startWork } from '#features/summaries/server/index.ts';
import { takeFromLimits } from '#infra/limits/counted-limits.ts';
import type { Asker, Services } from '#infra/services.ts';
import { AppError } from '#lib/app-error.ts';
import type { VisibleCollection } from './public-collections.ts';
import { publicMarkdown } from './public-markdown.ts';
import { itemsNamed } from './public-notes.ts';

/** `noteVersionId`: the version of the copied note; null if none was copied. */
export type Added = { contentId: string; isNew: boolean; noteVersionId: string | null };

/** Null for an uploaded file, which belongs to its owner only. Errors: `too_many_submissions`. */
export async function addToLibrary(services: Services, asker: Asker, from: OwnedContent): Promise<Added | null> {
  if (from.sourceUrl === null) return null;
  const wanted = wantedLink(from.sourceUrl);
  if (!('url' in wanted)) return null;
  // Without a note, or with a text that its owner chose, the note is made anew from the link.
  if (from.note === null || from.extractionId === null || from.ownExtractionId !== null) {
    const { contentId, existing } = await startWork(services, asker, wanted, from.noteLanguage, { detail: from.detail });
    return { contentId, isNew: !existing, noteVersionId: null };
  }
  return services.db.transaction(async (tx): Promise<Added> => {
    const source = await ensureSource(tx, wanted);
    const known = await contentOfLink(tx, asker.userId, wanted);
    if (known) return { contentId: known.id, isNew: false, noteVersionId: null };
    const { noteLanguage, detail, title } = from;
    const made = await createContent(services, tx, { userId: asker.userId, source, noteLanguage, detail, title });
    const noteVersionId = await copyInto(services, tx, made, from);
    await services.events.publish(tx, { type: 'user_work', userId: asker.userId });
    return { contentId: made.id, isNew: true, noteVersionId };
  });
}

async function copyInto(services: Services, tx: Tx, made: ContentRecord, from: OwnedContent): Promise<string> {
  const extraction = from.extractionId === null ? null : await loadExtraction(tx, from.extractionId);
  if (extraction) await showExtraction(services, tx, made, extraction);
  return copyNote(tx, made, { ...from, note: publicMarkdown(from.note ?? '') });
}

const copiesPerHour = 300;

/** Errors: `too_many_submissions`. */
export function takeCopies(executor: Executor, { userId }: Asker, count: number): Promise<void> {
  return takeFromLimits(
    executor,
    Array.from({ length: count }, () => ({
      key: `library-copies:${userId}`,
      most: copiesPerHour,
      windowSeconds: 3600,
      refusal: (minutes: number, afterMs: number) =>
        new AppError('too_many_submissions', { params: { minutes }, retry: { afterMs } }),
    })),
  );
}

/** In the order of `contentIds`, ignoring any not in the collection. Errors: `not_found` if none is, `too_many_submissions`. */
export async function addItemsToLibrary(
  services: Services,
  askerOf: () => Promise<Asker>,
  collection: VisibleCollection,
  contentIds: readonly string[],
): Promise<{ addedCount: number; skippedCount: number; contentIds: string[] }> {
  const wanted = [...new Set(contentIds)];
  const items = await itemsNamed(services.db, collection, wanted);
  if (items.size === 0) throw new AppError('not_found');
  const asker = await askerOf();
  await takeCopies(services.db, asker, items.size);
  const added: Added[] = [];
  for (const id of wanted) {
    const content = items.get(id);
    const one = content ? await addToLibrary(services, asker, content) : null;
    if (one) added.push(one);
  }
  const addedCount = added.filter(({ isNew }) => isNew).length;
  return { addedCount, skippedCount: contentIds.length - addedCount, contentIds: added.map(({ contentId }) => contentId) };
}
