import type { TaskName } from '#engine/tasks.ts';
import type { ErrorCode, ErrorParams } from '#lib/app-error.ts';

export type Question = { id: number; task: TaskName; input: unknown };

/** `rssBytes` is the child's memory after the task. */
export type Answer =
  | { id: number; ok: true; value: unknown; rssBytes: number }
  | { id: number; ok: false; code: ErrorCode; params: ErrorParams; detail: string; rssBytes: number };

/** The child has started (`id` 0), or has loaded the code of a task and begins with it. */
export type Note = { id: number; begins: true };
