import { and, eq, sql } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { smartFolders } from '#db/schema/smart-folders.ts';

type FolderTags = { folderId: string; tags: string[] };
type Renamed = { from: string; to: string };

/** The folders that name the tag, in any capitals. */
export async function foldersWithTag(executor: Executor, userId: string, tag: string): Promise<FolderTags[]> {
  const named = sql`exists (select 1 from unnest(${smartFolders.tags}) one where lower(one) = lower(${tag}))`;
  return executor
    .select({ folderId: smartFolders.id, tags: smartFolders.tags })
    .from(smartFolders)
    .where(and(eq(smartFolders.userId, userId), named));
}

/** Leaves folders whose tags were changed since. */
export async function renameTagOfFolders(
  executor: Executor,
  userId: string,
  { folders, ...renamed }: Renamed & { folders: readonly FolderTags[] },
): Promise<void> {
  for (const { folderId, tags } of folders)
    await setTags(executor, userId, { folderId, before: tags, after: tagsRenamed(tags, renamed) });
}

/** `folders`: as they were before `renameTagOfFolders`. */
export async function restoreTagOfFolders(
  executor: Executor,
  userId: string,
  { folders, ...renamed }: Renamed & { folders: readonly FolderTags[] },
): Promise<void> {
  for (const { folderId, tags } of folders)
    await setTags(executor, userId, { folderId, before: tagsRenamed(tags, renamed), after: tags });
}

async function setTags(
  executor: Executor,
  userId: string,
  { folderId, before, after }: { folderId: string; before: string[]; after: string[] },
): Promise<void> {
  await executor
    .update(smartFolders)
    .set({ tags: after })
    .where(and(eq(smartFolders.userId, userId), eq(smartFolders.id, folderId), eq(smartFolders.tags, before)));
}

function tagsRenamed(tags: readonly string[], { from, to }: Renamed): string[] {
  const isTo = (tag: string) => tag.toLowerCase() === to.toLowerCase();
  const renamed = tags.map((tag) => (tag.toLowerCase() === from.toLowerCase() ? to : tag));
  return renamed.filter((tag, at) => !isTo(tag) || renamed.findIndex(isTo) === at);
}
