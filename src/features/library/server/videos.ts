/** The user's contents, newest first, a page at a time by position rather than by count: rows that move don't repeat or hide others. */
import { and, desc, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { contents, runs } from '#db/schema/content.ts';
import { userContentHighlights } from '#db/schema/highlights.ts';
import { coverPathOf, toProblem, toRunState } from '#features/summaries/server/index.ts';
import { AppError } from '#lib/app-error.ts';
import { type ContentType, contentTypes } from '#lib/content-type.ts';
import type { Services } from '#rpc/services.ts';
import type { ContentRow, libraryContract } from '../contract.ts';

type Call = (typeof libraryContract)['user.videos'];

const zCursor = z.tuple([z.string(), z.uuid()]);

function encodeCursor(position: { at: string; id: string }): string {
  return Buffer.from(JSON.stringify([position.at, position.id])).toString('base64url');
}

function decodeCursor(cursor: string): { at: string; id: string } {
  try {
    const [at, id] = zCursor.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
    if (Number.isNaN(Date.parse(at))) throw new Error('not a time');
    return { at, id };
  } catch (error) {
    throw new AppError('bad_request', { cause: error, params: { field: 'cursor' } });
  }
}

export async function listVideos(
  services: Services,
  userId: string,
  input: z.output<Call['input']>,
): Promise<z.input<Call['output']>> {
  const after = input.cursor === undefined ? null : decodeCursor(input.cursor);
  const rows = await services.db
    .select({
      content: contents,
      stage: runs.stage,
      highlightCount: sql<number>`(select count(*)::int from ${userContentHighlights} marked where marked.user_id = ${contents.userId} and marked.content_id = ${contents.id} and marked.deleted_at is null)`,
      // The database's own precision: a JavaScript date would lose the microseconds and repeat rows at page edges.
      at: sql<string>`to_char(${contents.updatedAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
    })
    .from(contents)
    .leftJoin(runs, eq(runs.id, contents.activeRunId))
    .where(
      and(
        eq(contents.userId, userId),
        input.type === undefined ? undefined : eq(contents.contentType, input.type),
        after ? sql`(${contents.updatedAt}, ${contents.id}) < (${after.at}::timestamptz, ${after.id}::uuid)` : undefined,
      ),
    )
    .orderBy(desc(contents.updatedAt), desc(contents.id))
    .limit(input.limit + 1);
  const typeCounts = await countTypes(services, userId);
  const page = rows.slice(0, input.limit);
  const last = page.at(-1);
  return {
    uniqueVideos: page.map(({ content, stage, highlightCount }) => toContentRow(content, stage, highlightCount)),
    count: input.type === undefined ? contentTypes.reduce((sum, type) => sum + typeCounts[type], 0) : typeCounts[input.type],
    typeCounts,
    nextCursor: rows.length > input.limit && last ? encodeCursor({ at: last.at, id: last.content.id }) : null,
  };
}

async function countTypes(services: Services, userId: string): Promise<Record<ContentType, number>> {
  const rows = await services.db
    .select({ type: contents.contentType, count: sql<number>`count(*)::int` })
    .from(contents)
    .where(eq(contents.userId, userId))
    .groupBy(contents.contentType);
  const counts = { longVideo: 0, shortVideo: 0, audio: 0, online: 0, local: 0 };
  for (const { type, count } of rows) counts[type] = count;
  return counts;
}

function toContentRow(content: typeof contents.$inferSelect, stage: unknown, highlightCount: number): ContentRow {
  return {
    content_id: content.id,
    title: content.title,
    source_url: content.sourceUrl,
    audio_url: content.kind === 'audio' ? `/api/contents/${content.id}/media` : null,
    cover_url: coverPathOf(content),
    note: content.note,
    content_type: content.contentType,
    status: content.status,
    problem: toProblem(content),
    highlightCount,
    published_at: content.publishedAt,
    created_at: content.createdAt.toISOString(),
    updated_at: content.updatedAt.toISOString(),
    description: content.description,
    duration_seconds: content.durationMs === null ? null : content.durationMs / 1000,
    loading: content.activeRunId !== null,
    run: content.activeRunId === null ? null : toRunState(stage),
    content: { user_id: content.userId },
  };
}
