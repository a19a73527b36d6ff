/** Runs `work` for 0..count-1, at most `limit` at a time; the first failure stops new starts and is thrown when all have settled. */
export async function forEachParallel(count: number, limit: number, work: (index: number) => Promise<void>): Promise<void> {
  let next = 0;
  let failure: { error: unknown } | undefined;
  const lane = async (): Promise<void> => {
    while (next < count && !failure) {
      const index = next++;
      try {
        await work(index);
      } catch (error) {
        failure ??= { error };
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, count) }, lane));
  if (failure) throw failure.error;
}
