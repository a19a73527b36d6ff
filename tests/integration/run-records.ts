/** Runs that wait and batches of them, in the database of `account-rows.ts`. */
import { eq } from 'drizzle-orm';
import { batchItems } from '#db/schema/batches.ts';
import type { contents } from '#db/schema/content.ts';
import { runWaits } from '#db/schema/site-rate-limits.ts';
import type { OwnedContent } from '#features/contents/server/index.ts';
import { createBatch } from '#features/summaries/server/batches.ts';
import { client } from './account-rows.ts';
import { addContent, addRun, addSource } from './content-records.ts';

export async function addBatch(userId: string, items: [content: OwnedContent, runId: string | null][], title = 'Batch') {
  const batchId = await createBatch(client.db, { userId, title, url: `https://b.example/${title}` });
  for (const [position, [{ id: contentId }, runId]] of items.entries())
    await client.db.insert(batchItems).values({ batchId, contentId, runId, position });
  return batchId;
}

/** A content that waits for a run of its own. */
export async function addWaiting(userId: string, values: Partial<typeof contents.$inferInsert> = {}, task: object = {}) {
  const source = await addSource();
  const runId = await addRun(source.id, {}, task);
  const content = await addContent(userId, source.id, {
    ...{ sourceUrl: source.url, status: 'processing', activeRunId: runId, ...values },
  });
  return { content, runId, source };
}

export const waitOf = async (id: string) => (await client.db.select().from(runWaits).where(eq(runWaits.runId, id)))[0];

export const stage = (name: string) => ({ type: 'stage' as const, stage: name, percent: 1, code: name, elapsedMs: 0 });
