/** Makes statements fail, to see that what their transaction did before is undone, and that their caller is told. */
import type { DatabaseClient } from '#db/client.ts';

type Refused = `${'insert' | 'update' | 'delete'} on ${string}`;

/** As long as `work` runs, every row that such a statement writes makes it fail. */
export async function whileRefused(client: Pick<DatabaseClient, 'query'>, what: Refused, work: () => Promise<unknown>) {
  await client.query(`create or replace function refuse_row() returns trigger language plpgsql as
    $$ begin raise exception 'refused by a test'; end $$`);
  await client.query(`create trigger refuse_row before ${what} for each row execute function refuse_row()`);
  try {
    await work();
  } finally {
    await client.query(`drop trigger refuse_row on ${what.replace(/^\w+ on /, '')}`);
  }
}
