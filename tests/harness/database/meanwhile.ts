/** Runs two sessions of a database at once in a fixed order. */
import type { DatabaseClient, Tx } from '#db/client.ts';
import { waitFor } from '../wait.ts';

/** Resolves when exactly `count` sessions of this database wait for a lock. */
export async function untilWaiting(client: Pick<DatabaseClient, 'query'>, count = 1): Promise<void> {
  const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await waitFor('sessions to wait for another', async () => (await client.query(waiting)).length === count || undefined);
}

/** Starts `second` while the transaction of `first` is open, commits once `second` waits for a lock, and returns its result. */
export async function meanwhile<Late>(
  client: DatabaseClient,
  first: (tx: Tx) => Promise<unknown>,
  second: () => Promise<Late>,
  whileItWaits: () => Promise<unknown> = async () => undefined,
): Promise<Late> {
  // In a list: a bare promise would be awaited before the commit, which it waits for.
  const [late] = await client.db.transaction(async (tx) => {
    await first(tx);
    const started = second();
    // The caller gets the rejection below; until then it must not count as unhandled.
    started.catch(() => {});
    await untilWaiting(client);
    await whileItWaits();
    return [started];
  });
  return late as Promise<Late>;
}
