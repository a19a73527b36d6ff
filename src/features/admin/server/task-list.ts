import { and, desc, eq, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import { timeCursor } from '#db/page-cursor.ts';
import { user } from '#db/schema/auth.ts';
import { taskInFlight, tasks } from '#db/schema/tasks.ts';
import { unwrittenRuns } from '#features/summaries/server/index.ts';
import type { Services } from '#infra/services.ts';
import type { AdminTask } from '../contract.ts';
import type { ShownState } from '../shared/task-kinds.ts';

const pageSize = 30;
/** For a failed task of this kind, the feature knows which users wait for it. */
const noteKind = 'note';

/** Whether the task is the latest failure of a note. */
export async function isNote(db: Services['db'], taskId: string): Promise<boolean> {
  const [row] = await db
    .select({ id: tasks.id })
    .from(tasks)
    .where(and(eq(tasks.id, taskId), eq(tasks.kind, noteKind), sql`${tasks.state} = 'failed'`, isNull(tasks.replacedAt)));
  return row !== undefined;
}

/** Newest first; of failed tasks, only the latest of each kind and key. */
export async function listTasks(
  services: Pick<Services, 'db' | 'tasks'>,
  { state, kind, cursor }: { state: ShownState; kind: string | null; cursor: string | null },
): Promise<{ tasks: AdminTask[]; nextCursor: string | null }> {
  const rows = await services.db
    .select({
      task: tasks,
      at: sql<string>`to_char(${tasks.createdAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
      user: sql<string | null>`case when ${user.isAnonymous} then 'guest ' || left(${user.id}, 6) else ${user.email} end`,
    })
    .from(tasks)
    .leftJoin(user, eq(user.id, tasks.userId))
    .where(
      and(
        // Both conditions are written out to match the partial indexes.
        state === 'failed'
          ? and(sql`${tasks.state} = 'failed'`, isNull(tasks.replacedAt))
          : and(taskInFlight, eq(tasks.state, state)),
        kind === null ? undefined : eq(tasks.kind, kind),
        cursor === null ? undefined : isAfter(cursor),
      ),
    )
    .orderBy(desc(tasks.createdAt), desc(tasks.id))
    .limit(pageSize + 1);
  const page = rows.slice(0, pageSize);
  const last = page.at(-1);
  const ids = page.map(({ task }) => task.id);
  const unwritten = state === 'failed' ? await unwrittenRuns(services.db, ids) : new Set<string>();
  return {
    tasks: page.map(({ task, user: name }) => ({
      ...{ id: task.id, kind: task.kind, state, attempts: task.attempts, errorCode: task.errorCode },
      user: name,
      createdAt: task.createdAt.toISOString(),
      repeatable: unwritten.has(task.id) || (state === 'failed' && services.tasks.isRepeatable(task.kind)),
    })),
    nextCursor: rows.length > pageSize && last ? timeCursor.encode({ value: last.at, id: last.task.id }) : null,
  };
}

function isAfter(cursor: string): SQL | undefined {
  const { value, id } = timeCursor.decode(cursor);
  const at = sql`${value}::timestamptz`;
  return or(sql`${tasks.createdAt} < ${at}`, and(sql`${tasks.createdAt} = ${at}`, lt(tasks.id, id)));
}
