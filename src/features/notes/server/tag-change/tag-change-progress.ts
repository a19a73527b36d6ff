import { z } from 'zod';
import { type TagFolders, type TagPlan, tagChangeTask, zTagFolders } from '../../tasks.ts';

const zPlan = tagChangeTask.payload;

export function planOf(checkpoints: ReadonlyMap<string, unknown>): TagPlan | null {
  const plan = zPlan.safeParse({ userId: '', from: null, to: null, undo: checkpoints.get('plan') ?? null });
  return plan.data?.undo ?? null;
}

/** Null: the task ended before the folders were changed. */
export function foldersOf(checkpoints: ReadonlyMap<string, unknown>): TagFolders | null {
  return zTagFolders.safeParse(checkpoints.get('folders')).data ?? null;
}

export const toldEvery = 20;

/** How many notes of the plan are done, and the places in it of those that stayed as they were. */
export type Reached = { done: number; same: readonly number[] };

const zReached = z.object({ done: z.number().int(), same: z.array(z.number().int()) });

/** Null: no note was begun. */
export function reachedOf(checkpoints: ReadonlyMap<string, unknown>): Reached | null {
  return zReached.safeParse(checkpoints.get('reached')).data ?? null;
}

/** After how many notes it is kept how far the change came. The plan is stored anew each time, so a long one does it less often. */
export function stretchOf(length: number): number {
  return Math.max(toldEvery, Math.ceil(length / 100));
}

/** How many notes were changed, or may have been since it was kept last. */
export function countTouched(length: number, reached: { done: number; same: number } | null): number {
  return reached === null ? 0 : Math.min(length, reached.done + stretchOf(length)) - reached.same;
}

/** What is undone of a plan: not what stayed as it was, and not what the change never came to. */
export function touchedOf(plan: TagPlan, reached: Reached | null): TagPlan {
  if (reached === null) return [];
  const same = new Set(reached.same);
  return plan.slice(0, reached.done + stretchOf(plan.length)).filter((_, at) => !same.has(at));
}
