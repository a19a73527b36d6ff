/** Creates, changes and deletes highlights. Every lookup by id includes the user. */
import { and, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Db } from '#db/client.ts';
import { userContentHighlights as highlights } from '#db/schema/highlights.ts';
import type { OwnedContent } from '#features/contents/server/index.ts';
import { AppError } from '#lib/app-error.ts';
import { type Highlight, type highlightsContract, maxHighlightsPerContent } from '../contract.ts';
import { toHighlight } from './present.ts';

type Contract = typeof highlightsContract;

const keptHours = 24;

const ofUser = (userId: string, id: string) => and(eq(highlights.userId, userId), eq(highlights.id, id));

export async function createHighlight(
  db: Db,
  content: OwnedContent,
  input: z.output<Contract['highlights.create']['input']>,
): Promise<Highlight> {
  const [{ count } = { count: 0 }] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(highlights)
    .where(and(eq(highlights.userId, content.userId), eq(highlights.contentId, content.id), isNull(highlights.deletedAt)));
  if (count >= maxHighlightsPerContent) throw new AppError('bad_request', { params: { field: 'highlights' } });
  const [made] = await db
    .insert(highlights)
    .values({
      id: input.id,
      userId: content.userId,
      contentId: content.id,
      highlightText: input.highlight_text,
      scope: input.scope,
      sectionId: input.section_id,
      contentKey: input.content_key,
      comment: input.comment,
      colour: input.colour,
      anchors: input.anchors,
    })
    // A closing page sends the request again with later changes: they count, whichever request arrives first.
    .onConflictDoUpdate({
      target: highlights.id,
      set: { comment: sql`excluded.comment`, updatedAt: sql`now()` },
      setWhere: and(
        eq(highlights.userId, content.userId),
        eq(highlights.contentId, content.id),
        eq(highlights.comment, ''),
        sql`excluded.comment <> ''`,
      ),
    })
    .returning();
  if (made) return toHighlight(made);
  // A repeated request, or another user's id, which is not revealed.
  const [known] = await db
    .select()
    .from(highlights)
    .where(and(ofUser(content.userId, input.id), eq(highlights.contentId, content.id)));
  if (!known) throw new AppError('not_found');
  return toHighlight(known);
}

export async function updateHighlight(
  db: Db,
  userId: string,
  { highlightId, comment, colour }: z.output<Contract['highlights.update']['input']>,
): Promise<Highlight> {
  const [changed] = await db
    .update(highlights)
    .set({ ...(comment === undefined ? {} : { comment }), ...(colour === undefined ? {} : { colour }), updatedAt: sql`now()` })
    .where(and(ofUser(userId, highlightId), isNull(highlights.deletedAt)))
    .returning();
  if (!changed) throw new AppError('not_found');
  return toHighlight(changed);
}

export async function reattachHighlights(
  db: Db,
  content: OwnedContent,
  items: z.output<Contract['highlights.reattach']['input']>['items'],
): Promise<number> {
  return db.transaction(async (tx) => {
    let reattached = 0;
    // One lock order prevents deadlocks between tabs.
    for (const { id, anchors } of items.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
      const rows = await tx
        .update(highlights)
        .set({ anchors })
        .where(and(ofUser(content.userId, id), eq(highlights.contentId, content.id), isNull(highlights.deletedAt)))
        .returning({ id: highlights.id });
      reattached += rows.length;
    }
    return reattached;
  });
}

/** Also deletes for good this user's highlights that were deleted long enough ago. */
export async function deleteHighlight(db: Db, userId: string, highlightId: string): Promise<void> {
  const gone = await db
    .update(highlights)
    .set({ deletedAt: sql`now()` })
    .where(and(ofUser(userId, highlightId), isNull(highlights.deletedAt)))
    .returning({ id: highlights.id });
  if (gone.length === 0) throw new AppError('not_found');
  await db
    .delete(highlights)
    .where(and(eq(highlights.userId, userId), lt(highlights.deletedAt, sql`now() - make_interval(hours => ${keptHours})`)));
}

export async function restoreHighlight(db: Db, userId: string, highlightId: string): Promise<Highlight> {
  const [back] = await db
    .update(highlights)
    .set({ deletedAt: null })
    .where(and(ofUser(userId, highlightId), isNotNull(highlights.deletedAt)))
    .returning();
  if (!back) throw new AppError('not_found');
  return toHighlight(back);
}
