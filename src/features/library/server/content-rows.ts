import { and, eq, sql } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { isOneOf } from '#db/one-of.ts';
import { contents } from '#db/schema/content.ts';
import { userContentHighlights } from '#db/schema/highlights.ts';
import { tasks } from '#db/schema/tasks.ts';
import { coverPathOf, toProblem, toRunState } from '#features/contents/server/index.ts';
import type { TaskStage } from '#lib/task-event.ts';
import type { ContentRow } from '../contract.ts';

/** Joins `tasks` for the columns below. */
export const isItsTask = eq(tasks.id, contents.activeRunId);

export const contentRowColumns = {
  content: {
    id: contents.id,
    userId: contents.userId,
    title: contents.title,
    sourceUrl: contents.sourceUrl,
    kind: contents.kind,
    coverBlob: contents.coverBlob,
    noteExcerpt: contents.noteExcerpt,
    noteTags: contents.noteTags,
    contentType: contents.contentType,
    status: contents.status,
    problemCode: contents.problemCode,
    problemParams: contents.problemParams,
    publishedAt: contents.publishedAt,
    createdAt: contents.createdAt,
    updatedAt: contents.updatedAt,
    description: contents.description,
    durationMs: contents.durationMs,
    activeRunId: contents.activeRunId,
    openTodos: contents.openTodos,
    doneTodos: contents.doneTodos,
  },
  progress: tasks.progress,
  highlightCount: sql<number>`(select count(*)::int from ${userContentHighlights} marked where marked.user_id = ${contents.userId} and marked.content_id = ${contents.id} and marked.deleted_at is null)`,
};

/** Rows by id, without deleted contents and those of other users. */
export async function contentRowsOf(
  executor: Executor,
  userId: string,
  contentIds: readonly string[],
): Promise<Map<string, ContentRow>> {
  if (contentIds.length === 0) return new Map();
  const rows = await executor
    .select(contentRowColumns)
    .from(contents)
    .leftJoin(tasks, isItsTask)
    .where(ownOnes(userId, contentIds));
  return new Map(rows.map((row) => [row.content.id, toContentRow(row)]));
}

const ownOnes = (userId: string, ids: readonly string[]) => and(eq(contents.userId, userId), isOneOf(contents.id, ids));

export type ContentRowSource = {
  content: Pick<typeof contents.$inferSelect, keyof typeof contentRowColumns.content>;
  progress: TaskStage | null;
  highlightCount: number;
};

export function toContentRow({ content, progress, highlightCount }: ContentRowSource): ContentRow {
  return {
    content_id: content.id,
    title: content.title,
    source_url: content.sourceUrl,
    audio_url: content.kind === 'audio' ? `/api/contents/${content.id}/media` : null,
    cover_url: coverPathOf(content),
    excerpt: content.noteExcerpt,
    tags: content.noteTags,
    content_type: content.contentType,
    status: content.status,
    problem: toProblem(content),
    highlightCount,
    open_todos: content.openTodos,
    done_todos: content.doneTodos,
    published_at: content.publishedAt,
    created_at: content.createdAt.toISOString(),
    updated_at: content.updatedAt.toISOString(),
    description: content.description,
    duration_seconds: content.durationMs === null ? null : content.durationMs / 1000,
    loading: content.activeRunId !== null,
    run: content.activeRunId === null ? null : toRunState(progress),
    content: { user_id: content.userId },
  };
}
