/** Copies notes of other users into a library, with their extractions, so that nothing is fetched or transcribed again. */
import type { Executor, Tx } from '#db/client.ts';
import type { Problem } from '#features/contents/contract.ts';
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
import { startNote } from '#features/summaries/server/index.ts';
import { takeFromLimits } from '#infra/limits/counted-limits.ts';
import type { Asker, Services } from '#infra/services.ts';
import { AppError, hasCode } from '#lib/app-error.ts';
import { publicAddress } from '#lib/personal-address.ts';
import { requireVisible, type VisibleCollection } from './public-collections.ts';
import { publicMarkdown } from './public-markdown.ts';
import { itemsNamed } from './public-notes.ts';

/** `noteVersionId`: the version of the copied note; null if none was copied. */
export type Added = { contentId: string; isNew: boolean; noteVersionId: string | null };

/** Null for an uploaded file and an episode of a private feed, which belong to their owner only. Errors: `too_many_submissions`. */
export async function addToLibrary(services: Services, asker: Asker, from: OwnedContent): Promise<Added | null> {
  const address = publicAddress(from.sourceUrl);
  if (address === null) return null;
  const wanted = wantedLink(address);
  // Without a note, or with a text that its owner chose, the note is made anew from the link.
  if (from.note === null || from.extractionId === null || from.ownExtractionId !== null) {
    const { contentId, existing } = await startNote(services, asker, wanted, from.noteLanguage, { detail: from.detail });
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
      refusal: (minutes: number) => ({ code: 'too_many_submissions' as const, params: { most: copiesPerHour, minutes } }),
    })),
  );
}

type AddedItems = {
  addedCount: number;
  skippedCount: number;
  contentIds: string[];
  left: string[];
  problem: Problem | null;
};

/** After so many items it is looked whether the collection is still public. */
const checkedAfter = 10;

/**
 * In the order of `contentIds`, ignoring any not in the collection. What cannot be added now is left, with the reason. Errors:
 * `not_found` if none is in it, `too_many_submissions`; when nothing at all was added, the reason.
 */
export async function addItemsToLibrary(
  services: Services,
  askerOf: () => Promise<Asker>,
  collection: VisibleCollection,
  contentIds: readonly string[],
): Promise<AddedItems> {
  const wanted = [...new Set(contentIds)];
  const known = await itemsNamed(services.db, collection, wanted);
  if (known.size === 0) throw new AppError('not_found');
  const asker = await askerOf();
  await takeCopies(services.db, asker, known.size);
  const added: Added[] = [];
  const left: string[] = [];
  let problem: AppError | null = null;
  for (let at = 0; at < wanted.length; at += checkedAfter) {
    const named = wanted.slice(at, at + checkedAfter);
    const items = await stillPublic(services, collection, named);
    if (items === null) {
      left.push(...wanted.slice(at).filter((id) => known.has(id)));
      problem ??= new AppError('not_found');
      break;
    }
    for (const id of named) {
      const content = items.get(id);
      const one = content ? await addOrRefuse(services, asker, content) : null;
      if (one instanceof AppError) {
        left.push(id);
        problem ??= one;
      } else if (one) added.push(one);
    }
  }
  if (problem && added.length === 0) throw problem;
  const addedCount = added.filter(({ isNew }) => isNew).length;
  return {
    addedCount,
    skippedCount: contentIds.length - addedCount - left.length,
    contentIds: added.map(({ contentId }) => contentId),
    left,
    problem: problem && { code: problem.code, params: problem.params },
  };
}

/** Null when the collection has been made private. */
async function stillPublic({ db }: Services, { id }: VisibleCollection, named: readonly string[]) {
  try {
    return await itemsNamed(db, await requireVisible(db, id), named);
  } catch (error) {
    if (hasCode(error, 'not_found')) return null;
    throw error;
  }
}

/** What the item is refused for; null: it cannot be added at all. */
export async function addOrRefuse(services: Services, asker: Asker, content: OwnedContent): Promise<Added | AppError | null> {
  try {
    return await addToLibrary(services, asker, content);
  } catch (error) {
    // The item was deleted meanwhile.
    if (hasCode(error, 'not_found')) return null;
    if (!(error instanceof AppError) || error.code === 'database_unavailable' || error.code === 'cancelled') throw error;
    services.logger.info({ code: error.code }, 'an item of a collection was not begun');
    return error;
  }
}
