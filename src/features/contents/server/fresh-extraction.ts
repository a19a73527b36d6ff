import { and, desc, eq, isNull } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { extractions, sources } from '#db/schema/content.ts';
import type { KnownExtraction } from './extractions.ts';

/** What a link leads to may change later. */
const FRESH_MS = 24 * 60 * 60_000;

/** Links expire, because their content may change; files never do. */
export async function freshExtraction(executor: Executor, sourceId: string): Promise<KnownExtraction | null> {
  const [row] = await executor
    .select({ id: extractions.id, data: extractions.data, createdAt: extractions.createdAt, url: sources.url })
    .from(extractions)
    .innerJoin(sources, eq(sources.id, extractions.sourceId))
    .where(and(eq(extractions.sourceId, sourceId), isNull(extractions.contentId)))
    .orderBy(desc(extractions.createdAt))
    .limit(1);
  if (!row) return null;
  if (row.url !== null && row.createdAt.getTime() < Date.now() - FRESH_MS) return null;
  return row.data.problem === null ? { id: row.id, extracted: row.data } : null;
}
