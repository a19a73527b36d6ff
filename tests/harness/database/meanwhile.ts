/** Two sessions of a database at once, in an order that a test knows. */
import type { DatabaseClient, Tx } from '#db/client.ts';
import { waitFor } from '../wait.ts';

/** Until so many sessions of this database wait for another. */
export async function untilWaiting(client: Pick<DatabaseClient, 'query'>, count = 1): Promise<void> {
  const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await waitFor('sessions to wait for another', async () => (await client.query(waiting)).length === count || undefined);
}

/** Begins `second` in the open transaction of `first`, which ends once `second` waits for it. Gives how `second` ends. */
export async function meanwhile<Late>(
  client: DatabaseClient,
  first: (tx: Tx) => Promise<unknown>,
  second: () => Promise<Late>,
  whileItWaits: () => Promise<unknown> = async () => undefined,
): Promise<Late> {
  // In a list, as a promise that a transaction gives is waited for before it ends.
  const [late] = await client.db.transaction(async (tx) => {
    await first(tx);
    const started = second();
    // A failure is told to whoever waits for the end.
    started.catch(() => {});
    await untilWaiting(client);
    await whileItWaits();
    return [started];
  });
  return late as Promise<Late>;
}
