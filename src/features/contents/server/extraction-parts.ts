/** Expressions over `extractions.data` avoid loading a transcript; PostgreSQL unpacks a large value once per expression. */
import { and, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { contents, extractions } from '#db/schema/content.ts';
import type { Extracted, Transcript } from '#engine/domain.ts';

export type ExtractionHead = Omit<Extracted, 'articleMarkdown' | 'transcript'> & {
  transcript: Omit<Transcript, 'segments'> | null;
};

const data = extractions.data;

function segmentCountIn(value: SQLWrapper): SQL<number> {
  return sql`coalesce(jsonb_array_length(${value} #> '{transcript,segments}'), 0)`;
}

export type ExtractionSummary = { head: ExtractionHead | null; segmentCount: number; hasArticle: boolean };

const unpacked = sql`unpacked`;

/** `|| '{}'` changes nothing but unpacks the value once: unpacking ten hours of speech for each part took most of the time. */
export const extractionSummary = sql<ExtractionSummary>`(
  select jsonb_build_object(
    'head', (${unpacked} #- '{transcript,segments}') - 'articleMarkdown',
    'segmentCount', ${segmentCountIn(unpacked)},
    'hasArticle', coalesce(${unpacked} ->> 'articleMarkdown', '') ~ '[^[:space:]]')
  from (select ${data} || '{}'::jsonb as ${unpacked} offset 0) as once)`;

/** Without corrections; null without a transcript. */
export function loadTranscript(executor: Executor, extractionId: string | null): Promise<Transcript | null> {
  return loadPart(executor, extractionId, sql<Transcript | null>`${data} -> 'transcript'`);
}

/** The transcript that a content shows now. `extractionId`: null when there is none, or the user has no such content. */
export async function shownTranscript(
  executor: Executor,
  userId: string,
  contentId: string,
): Promise<{ extractionId: string | null; transcript: Transcript | null }> {
  const [row] = await executor
    .select({ extractionId: extractions.id, transcript: sql<Transcript | null>`${data} -> 'transcript'` })
    .from(contents)
    .innerJoin(extractions, eq(extractions.id, contents.extractionId))
    .where(and(eq(contents.id, contentId), eq(contents.userId, userId)));
  return row ?? { extractionId: null, transcript: null };
}

export async function hasTranscript(executor: Executor, extractionId: string | null): Promise<boolean> {
  return (await loadPart(executor, extractionId, sql<boolean>`${segmentCountIn(data)} > 0`)) ?? false;
}

/** Whether there are lines with times, within a statement of many contents. */
export function timedLinesExist(extractionId: SQLWrapper): SQL<boolean> {
  return sql`exists (select from ${extractions} where ${extractions.id} = ${extractionId} and ${segmentCountIn(data)} > 0
    and ${data} #> '{transcript,timed}' = 'true')`;
}

export function loadMedia(executor: Executor, extractionId: string | null): Promise<Extracted['media'] | null> {
  return loadPart(executor, extractionId, sql<Extracted['media'] | null>`${data} -> 'media'`);
}

export type Playable = Pick<Extracted, 'media' | 'embed'>;

export function loadPlayable(executor: Executor, extractionId: string | null): Promise<Playable | null> {
  return loadPart(
    executor,
    extractionId,
    sql<Playable | null>`jsonb_build_object('media', ${data} -> 'media', 'embed', ${data} -> 'embed')`,
  );
}

export function loadArticle(executor: Executor, extractionId: string | null): Promise<string | null> {
  return loadPart(executor, extractionId, sql<string | null>`${data} ->> 'articleMarkdown'`);
}

async function loadPart<Part>(executor: Executor, extractionId: string | null, part: SQL<Part | null>): Promise<Part | null> {
  if (extractionId === null) return null;
  const [row] = await executor.select({ part }).from(extractions).where(eq(extractions.id, extractionId));
  return row?.part ?? null;
}
