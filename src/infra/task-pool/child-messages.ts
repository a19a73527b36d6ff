import type { TaskName } from '#engine/tasks.ts';
import type { ErrorCode, ErrorParams } from '#lib/app-error.ts';

export type Question = { id: number; task: TaskName; input: unknown };

export type Answer =
  | { id: number; ok: true; value: unknown; rssBytes: number }
  | { id: number; ok: false; code: ErrorCode; params: ErrorParams; detail: string; rssBytes: number };

/** The child has started (`id` 0) or begins a task. */
export type Note = { id: number; begins: true };

/** With this argument, the child loads the code of every task, which fills the code cache, and ends. */
export const warmTask = '--warm';
