import type { ComputationName } from '#engine/computations.ts';
import type { ErrorCode, ErrorParams } from '#lib/app-error.ts';

export type Question = { id: number; computation: ComputationName; input: unknown };

export type Answer =
  | { id: number; ok: true; value: unknown; rssBytes: number }
  | { id: number; ok: false; code: ErrorCode; params: ErrorParams; detail: string; rssBytes: number };

/** The child has started (`id` 0) or begins a computation. */
export type Note = { id: number; begins: true };

/** With this argument, the child loads the code of every computation, which fills the code cache, and ends. */
export const warmUp = '--warm';
