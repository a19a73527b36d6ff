import type { Compute } from '#engine/ports.ts';
import { tasks } from '#engine/tasks.ts';

/** The engine's tasks in this very process, for tests of what they do and not of where they run. */
export const computeHere: Compute = async (task, input) => {
  const run = (await tasks[task].load()) as (input: unknown) => never;
  return run(input);
};
