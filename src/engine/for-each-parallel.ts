import pMap from 'p-map';

/** After a failure, `work`'s signal is aborted and nothing new starts; the first one is thrown once all work has settled. */
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
