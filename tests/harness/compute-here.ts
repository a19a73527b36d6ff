import { computations } from '#engine/computations.ts';
import type { Compute } from '#engine/ports.ts';

/** The engine's computations in this very process, for tests of what they do and not of where they run. */
export const computeHere: Compute = async (computation, input) => {
  const run = (await computations[computation].load()) as (input: unknown) => never;
  return run(input);
};
