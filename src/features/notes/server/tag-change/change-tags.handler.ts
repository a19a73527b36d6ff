/** One note after the other, each under its own lock. A killed one goes on from where it last kept how far it came. */
import { and, asc, eq, isNotNull, sql } from 'drizzle-orm';
import { isOneOf } from '#db/one-of.ts';
import { contents } from '#db/schema/content.ts';
import { requireOwnedContent } from '#features/contents/server/index.ts';
import { foldersWithTag, renameTagOfFolders, restoreTagOfFolders } from '#features/smart-folders/server/index.ts';
import type { Services } from '#infra/services.ts';
import type { TaskContext } from '#infra/tasks/task.ts';
import { hasCode } from '#lib/app-error.ts';
import { addTag, hasTag, removeTag, renameTag } from '#lib/notes/edit-tags.ts';
import { favoriteTag } from '#lib/notes/favorite-tag.ts';
import type { TagChange, TagPlan } from '../../tasks.ts';
import { markNote, withTag } from '../note-tags.ts';
import { foldersOf, planOf, reachedOf, stretchOf, toldEvery } from './tag-change-progress.ts';

export async function run(services: Services, change: TagChange, context: TaskContext): Promise<void> {
  const plan = change.undo ?? planOf(context.checkpoints) ?? (await makePlan(services, change));
  // Before the first note, so that whatever was changed can be undone.
  if (change.undo === null && !context.checkpoints.has('plan')) await context.checkpoint('plan', plan);
  const earlier = reachedOf(context.checkpoints);
  const begin = earlier?.done ?? 0;
  const every = stretchOf(plan.length);
  // Up to there the earlier attempt may have changed notes without keeping it.
  const unsure = earlier === null ? 0 : begin + every;
  const same = [...(earlier?.same ?? [])];
  for (const [at, item] of plan.entries()) {
    if (at < begin) continue;
    context.signal.throwIfAborted();
    if (at % every === 0) await context.checkpoint('reached', { done: at, same });
    if (!(await changeOne(services, change, item)) && at >= unsure) same.push(at);
    const done = at + 1;
    if (done % toldEvery === 0 || done === plan.length)
      context.stage('tagging', (100 * done) / plan.length, 'tagging', { done, total: plan.length });
  }
  await changeFolders(services, change, context);
  await context.checkpoint('reached', { done: plan.length, same });
}

/** A removed tag stays in smart folders, which may be waiting for notes that get it. */
async function changeFolders({ db }: Services, change: TagChange, context: TaskContext): Promise<void> {
  const { userId, from, to, undo, undoFolders } = change;
  if (from === null || to === null) return;
  if (undo !== null) return restoreTagOfFolders(db, userId, { from, to, folders: undoFolders ?? [] });
  const folders = foldersOf(context.checkpoints) ?? (await foldersWithTag(db, userId, from));
  if (!context.checkpoints.has('folders')) await context.checkpoint('folders', folders);
  await renameTagOfFolders(db, userId, { from, to, folders });
}

async function makePlan({ db }: Services, { userId, from, to, among = [] }: TagChange): Promise<TagPlan> {
  if (from === null) {
    const chosen = await db
      .select({ id: contents.id, tags: contents.noteTags })
      .from(contents)
      .where(and(eq(contents.userId, userId), isOneOf(contents.id, among), isNotNull(contents.note)))
      .orderBy(asc(contents.id));
    return chosen.flatMap(({ id, tags }) => {
      const was = to === null ? undefined : findTag(tags, to);
      // The favourite is written anew where it stands in other capitals.
      const has = was !== undefined && (to !== favoriteTag || was === to);
      return to === null || has ? [] : [{ contentId: id, was: was ?? '', had: false }];
    });
  }
  const rows = await db
    .select({ id: contents.id, tags: contents.noteTags })
    .from(contents)
    .where(
      and(
        eq(contents.userId, userId),
        sql`exists (select 1 from unnest(${contents.noteTags}) tag where lower(tag) = lower(${from}))`,
      ),
    )
    .orderBy(asc(contents.id));
  return rows.flatMap(({ id, tags }) => {
    const was = findTag(tags, from);
    if (was === undefined || was === to) return [];
    return [{ contentId: id, was, had: to !== null && !isSame(to, was) && findTag(tags, to) !== undefined }];
  });
}

/** As it is written there. */
function findTag(tags: readonly string[], wanted: string): string | undefined {
  return tags.find((tag) => isSame(tag, wanted));
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

async function changeOne(services: Services, change: TagChange, item: TagPlan[number]): Promise<boolean> {
  try {
    const content = await requireOwnedContent(services.db, change.userId, item.contentId);
    const { note } = await markNote(services, content, (text) =>
      change.undo === null ? changed(text, change, item.was) : undone(text, change, item),
    );
    return note !== content.note;
  } catch (error) {
    // The content or its note was deleted meanwhile.
    if (hasCode(error, 'not_found') || hasCode(error, 'note_missing')) return false;
    throw error;
  }
}

function changed(note: string, { from, to }: TagChange, was: string): string {
  if (from === null) return withTag(note, to ?? '');
  return to === null ? removeTag(note, was) : renameTag(note, was, to);
}

/** Leaves a note that has lost the new tag since, or that has the old one again. */
function undone(note: string, { from, to }: TagChange, { was, had }: TagPlan[number]): string {
  if (to === null) return addTag(note, was);
  if (from === null) return was === '' ? removeTag(note, to) : renameTag(note, to, was);
  if (!hasTag(note, to)) return note;
  if (had) return addTag(note, was);
  return hasTag(note, was) && !isSame(to, was) ? note : renameTag(note, to, was);
}
