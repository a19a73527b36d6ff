/**
 * Extractions are shared and read through a content. They never change, except for a cover that is added later. Words that came
 * along with a recording are for one content alone, and get once what the recording itself says.
 */
import { eq, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { contents, coverBlobOf, extractions } from '#db/schema/content.ts';
import type { Extracted, SourceKind } from '#engine/domain.ts';
import type { Services } from '#infra/services.ts';
import { type ContentType, contentTypeOf } from '#lib/content-type.ts';

export type KnownExtraction = { id: string; extracted: Extracted };

/** Loads everything: prefer the parts in `extraction-parts.ts`. */
export async function loadExtraction(executor: Executor, extractionId: string): Promise<KnownExtraction | null> {
  const [row] = await executor
    .select({ id: extractions.id, extracted: extractions.data })
    .from(extractions)
    .where(eq(extractions.id, extractionId));
  return row ?? null;
}

/** A cover made after the extraction was read; without one, the content keeps its own. */
function madeCover(extractionId: string): SQL<string | null> {
  const made = sql`(select ${coverBlobOf(extractions.data)} from ${extractions} where ${extractions.id} = ${extractionId})`;
  return sql<string | null>`coalesce(${made}, ${contents.coverBlob})`;
}

export function contentFieldsOf(services: Services, known: KnownExtraction, isFile: boolean) {
  const { extracted } = known;
  const kind: SourceKind = extracted.kind;
  const contentType: ContentType = contentTypeOf(
    { isFile, kind, durationMs: extracted.durationMs },
    services.settings.shortVideoMs,
  );
  return {
    extractionId: known.id,
    kind,
    contentType,
    ...(extracted.title === '' ? {} : { title: extracted.title }),
    author: extracted.author,
    siteName: extracted.siteName,
    description: extracted.description,
    publishedAt: extracted.publishedAt,
    language: extracted.transcript?.language ?? extracted.language,
    durationMs: extracted.durationMs,
    coverUrl: extracted.coverUrl,
    coverBlob: extracted.coverBlob ?? madeCover(known.id),
  };
}
