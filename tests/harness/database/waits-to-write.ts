/** Whether a call is over only once it has written. */
import { sql } from 'drizzle-orm';
import type { DatabaseClient } from '#db/client.ts';
import { meanwhile } from './meanwhile.ts';

/** Keeps writers out of the table: true when `call` has not ended as long as it cannot write there. */
export async function waitsToWrite(client: DatabaseClient, table: string, call: () => Promise<unknown>): Promise<boolean> {
  let isOver = false;
  let waits = false;
  await meanwhile(
    client,
    (tx) => tx.execute(sql.raw(`lock table ${table} in exclusive mode`)),
    () =>
      call().finally(() => {
        isOver = true;
      }),
    async () => {
      waits = !isOver;
    },
  );
  return waits;
}
