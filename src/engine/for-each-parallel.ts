import pMap from 'p-map';

/**
 * Runs `work` on every item, at most `concurrency` at once. After the first failure nothing new starts; it is thrown when
 * all that runs has settled, so that no work outlives the call. The signal that `work` gets also aborts with that failure.
 */
export async function forEachParallel<Item>(
  items: readonly Item[],
  { concurrency, signal: outer }: { concurrency: number; signal: AbortSignal },
  work: (item: Item, index: number, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const failure = new AbortController();
  const signal = AbortSignal.any([outer, failure.signal]);
  await pMap(
    items,
    async (item, index) => {
      if (failure.signal.aborted) return;
      try {
        await work(item, index, signal);
      } catch (error) {
        failure.abort(error);
      }
    },
    { concurrency },
  );
  failure.signal.throwIfAborted();
}
