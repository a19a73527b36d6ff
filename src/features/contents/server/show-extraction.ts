/** Extractions are shared; a content shows one of them through columns of its own. */
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { contents } from '#db/schema/content.ts';
import type { Services } from '#infra/services.ts';
import { contentFieldsOf, type KnownExtraction } from './extractions.ts';
import type { ContentRecord } from './owned.ts';

export async function showExtraction(
  services: Services,
  tx: Tx,
  content: Pick<ContentRecord, 'id' | 'sourceUrl'>,
  known: KnownExtraction,
  also: Partial<Pick<ContentRecord, 'noteLanguage' | 'detail'>> = {},
): Promise<void> {
  await tx
    .update(contents)
    .set({ ...keepingOwnTitle(contentFieldsOf(services, known, content.sourceUrl === null)), ...also })
    .where(eq(contents.id, content.id));
}

/** A content with a note keeps the extraction that its references point into until the new note is complete. */
export async function showExtractionWhileWaiting(
  services: Services,
  tx: Tx,
  { runId, isFile }: { runId: string; isFile: boolean },
  known: KnownExtraction,
): Promise<void> {
  await tx
    .update(contents)
    .set(keepingOwnTitle(contentFieldsOf(services, known, isFile)))
    .where(and(eq(contents.activeRunId, runId), isNull(contents.note)));
}

/** A title that the user gave stays. */
export function keepingOwnTitle<Fields extends { title?: string }>({ title, ...fields }: Fields) {
  if (title === undefined) return fields;
  return { ...fields, title: sql<string>`case when ${contents.ownTitle} then ${contents.title} else ${title} end` };
}

export async function keepOwnExtraction(tx: Tx, contentId: string, extractionId: string): Promise<void> {
  await tx.update(contents).set({ ownExtractionId: extractionId }).where(eq(contents.id, contentId));
}
