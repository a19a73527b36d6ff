/** Changes one note at a time, each under its own lock. A repeated change has no effect, so an interrupted task starts again. */
import { and, asc, eq, isNotNull, sql } from 'drizzle-orm';
import { isOneOf } from '#db/one-of.ts';
import { contents } from '#db/schema/content.ts';
import { requireOwnedContent } from '#features/contents/server/index.ts';
import type { Services } from '#infra/services.ts';
import type { TaskContext } from '#infra/tasks/task.ts';
import { hasCode } from '#lib/app-error.ts';
import { addTag, hasTag, removeTag, renameTag } from '#lib/notes/edit-tags.ts';
import type { TagChange, TagPlan } from '../../tasks.ts';
import { markNote, withTag } from '../note-tags.ts';
import { planOf } from './tag-changes.ts';

const toldEvery = 20;

export async function run(services: Services, change: TagChange, context: TaskContext): Promise<void> {
  const plan = change.undo ?? planOf(context.checkpoints) ?? (await makePlan(services, change));
  // Stored before the first change, so that every change can be undone.
  if (change.undo === null) await context.checkpoint('plan', plan);
  let changed = 0;
  for (const [at, item] of plan.entries()) {
    context.signal.throwIfAborted();
    if (await changeOne(services, change, item)) changed++;
    const done = at + 1;
    if (done % toldEvery === 0 || done === plan.length)
      context.stage('tagging', (100 * done) / plan.length, 'tagging', { done, total: plan.length });
  }
  await context.checkpoint('outcome', { total: plan.length, changed });
}

async function makePlan({ db }: Services, { userId, from, to, among = [] }: TagChange): Promise<TagPlan> {
  if (from === null) {
    const chosen = await db
      .select({ id: contents.id, tags: contents.noteTags })
      .from(contents)
      .where(and(eq(contents.userId, userId), isOneOf(contents.id, among), isNotNull(contents.note)))
      .orderBy(asc(contents.id));
    return chosen.flatMap(({ id, tags }) => (to === null || tags.includes(to) ? [] : [{ contentId: id, was: '', had: false }]));
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
    const was = tags.find((tag) => tag.toLowerCase() === from.toLowerCase());
    if (was === undefined || was === to) return [];
    return [{ contentId: id, was, had: to !== null && tags.includes(to) }];
  });
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
  if (from === null) return removeTag(note, to);
  if (!hasTag(note, to)) return note;
  if (had) return addTag(note, was);
  const isOnlyCase = to.toLowerCase() === was.toLowerCase();
  return hasTag(note, was) && !isOnlyCase ? note : renameTag(note, to, was);
}
