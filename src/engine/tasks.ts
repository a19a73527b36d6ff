/**
 * Work on what strangers wrote: pure functions of their input that may take long or much memory on hostile text.
 * Callers reach them through `ports.compute`, which runs them in a limited child process. A new task is one line.
 */
import type { ErrorCode } from '#lib/app-error.ts';

export type Task = {
  /** Longest run in ms; the child is killed past it. */
  timeoutMs: number;
  /** What the input is called when the child ran out of memory or stack, or crashed. */
  tooComplex: ErrorCode;
  /** Runs in a child with a larger heap. */
  large?: boolean;
};

function task<Input, Output>(
  load: () => Promise<(input: Input) => Output>,
  tooComplex: ErrorCode,
  { timeoutMs = 9_000, large = false }: { timeoutMs?: number; large?: boolean } = {},
): Task & { load: () => Promise<(input: Input) => Output> } {
  return { load, tooComplex, timeoutMs, large };
}

export const tasks = {
  readPage: task(async () => (await import('./page/read-page.ts')).readPage, 'page_too_complex'),
  lookAtPage: task(async () => (await import('./page/look-at-page.ts')).lookAtPage, 'page_too_complex', { timeoutMs: 5_000 }),
  listFeed: task(async () => (await import('./listings/list-feed.ts')).listFeed, 'feed_unreadable'),
  findEpisode: task(async () => (await import('./sources/podcast/find-episode.ts')).findEpisode, 'feed_unreadable'),
};

export type TaskName = keyof typeof tasks;
type LoadedTask<N extends TaskName> = Awaited<ReturnType<(typeof tasks)[N]['load']>>;
export type TaskInput<N extends TaskName> = Parameters<LoadedTask<N>>[0];
export type TaskOutput<N extends TaskName> = Awaited<ReturnType<LoadedTask<N>>>;
