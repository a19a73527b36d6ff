import { eq, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import type { Db } from '#db/client.ts';
import { timeCursor } from '#db/page-cursor.ts';
import { imageGenerations, musicGenerations, videoProcessingTasks } from '#db/schema/outputs.ts';
import type { outputsContract } from '../contract.ts';

type Calls = typeof outputsContract;
type Page = { limit: number; cursor?: string | undefined };
type OutputTable = PgTable & { id: PgColumn; userId: PgColumn; createdAt: PgColumn };

/** The caller's own rows, paged by cursor, so that new outputs neither repeat nor hide rows. */
function pageOf(table: OutputTable, userId: string, { cursor }: Page): { where: SQL; at: SQL<string>; order: SQL } {
  const after = cursor === undefined ? null : timeCursor.decode(cursor);
  return {
    where: sql`${eq(table.userId, userId)}${after ? sql` and (${table.createdAt}, ${table.id}) < (${after.value}::timestamptz, ${after.id}::uuid)` : sql``}`,
    at: sql<string>`to_char(${table.createdAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
    // The order of the index, including the nulls.
    order: sql`${table.createdAt} desc nulls last, ${table.id} desc nulls last`,
  };
}

function cut<Row extends { row: { id: string }; at: string }>(
  rows: Row[],
  limit: number,
): { shown: Row['row'][]; nextCursor: string | null } {
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    shown: shown.map(({ row }) => row),
    nextCursor: last ? timeCursor.encode({ value: last.at, id: last.row.id }) : null,
  };
}

const stamps = ({ createdAt, updatedAt }: { createdAt: Date; updatedAt: Date }) => ({
  created_at: createdAt.toISOString(),
  updated_at: updatedAt.toISOString(),
});

export async function listMusic(db: Db, userId: string, page: Page): Promise<z.input<Calls['output.music']['output']>> {
  const { where, at, order } = pageOf(musicGenerations, userId, page);
  const rows = await db
    .select({ row: musicGenerations, at })
    .from(musicGenerations)
    .where(where)
    .orderBy(order)
    .limit(page.limit + 1);
  const { shown, nextCursor } = cut(rows, page.limit);
  const items = shown.map(({ id, taskId, title, audioUrl, provider, ...row }) => ({
    ...{ id, task_id: taskId, title, audio_url: audioUrl, provider },
    ...stamps(row),
  }));
  return { items, nextCursor };
}

const contentIdInName = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/i;

export async function listImages(db: Db, userId: string, page: Page): Promise<z.input<Calls['output.images']['output']>> {
  const { where, at, order } = pageOf(imageGenerations, userId, page);
  const rows = await db
    .select({ row: imageGenerations, at })
    .from(imageGenerations)
    .where(where)
    .orderBy(order)
    .limit(page.limit + 1);
  const { shown, nextCursor } = cut(rows, page.limit);
  const items = shown.map(({ id, operationName, generatedImageUrl, generatedImageUrls, ...row }) => ({
    ...{ id, operation_name: operationName, content_id: contentIdInName.exec(operationName)?.[0].toLowerCase() ?? '' },
    ...{ generated_image_url: generatedImageUrl, generated_image_urls: generatedImageUrls },
    ...stamps(row),
  }));
  return { items, nextCursor };
}

export async function listVisionArticles(
  db: Db,
  userId: string,
  page: Page,
): Promise<z.input<Calls['output.visionArticles']['output']>> {
  const { where, at, order } = pageOf(videoProcessingTasks, userId, page);
  const rows = await db
    .select({ row: videoProcessingTasks, at })
    .from(videoProcessingTasks)
    .where(where)
    .orderBy(order)
    .limit(page.limit + 1);
  const { shown, nextCursor } = cut(rows, page.limit);
  const items = shown.map(({ id, videoUrl, htmlUrl, pdfUrl, markdownUrl, status, ...row }) => ({
    ...{ id, video_url: videoUrl, html_url: htmlUrl, pdf_url: pdfUrl, markdown_url: markdownUrl, status },
    ...stamps(row),
  }));
  return { items, nextCursor };
}
