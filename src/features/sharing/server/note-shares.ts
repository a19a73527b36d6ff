import { randomBytes } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import type { Db, Executor } from '#db/client.ts';
import { sharedNotes } from '#db/schema/shared-notes.ts';
import type { OwnedContent } from '#features/contents/server/index.ts';
import { AppError } from '#lib/app-error.ts';
import type { NoteShare } from '../contract.ts';

const ofContent = ({ id, userId }: OwnedContent) => and(eq(sharedNotes.userId, userId), eq(sharedNotes.contentId, id));

export async function noteShareOf(executor: Executor, content: OwnedContent): Promise<NoteShare | null> {
  const [share] = await executor.select().from(sharedNotes).where(ofContent(content));
  return share ? { slug: share.slug, shared_at: share.createdAt.toISOString(), hidden: share.hiddenAt !== null } : null;
}

/** A note that is already shared keeps its address. The caller has checked the role. Errors: `note_missing`. */
export async function shareNote(db: Db, content: OwnedContent): Promise<NoteShare> {
  if (content.note === null) throw new AppError('note_missing');
  await db
    .insert(sharedNotes)
    .values({ slug: randomBytes(12).toString('base64url'), userId: content.userId, contentId: content.id })
    .onConflictDoNothing({ target: sharedNotes.contentId });
  const share = await noteShareOf(db, content);
  if (!share) throw new AppError('not_found');
  return share;
}

/** The address is lost for good; a share that an administrator hid stays, and stays hidden. */
export async function unshareNote(db: Db, content: OwnedContent): Promise<void> {
  await db.delete(sharedNotes).where(and(ofContent(content), isNull(sharedNotes.hiddenAt)));
}
