/** Ends a session of a database in the middle of what it writes, as a crash of its process or of the way between them would. */
import type { Query } from '#db/client.ts';

export type WriteKind = `${string} ${'insert' | 'update'}`;

export type EndingSessions = {
  /** The n-th write from now on, and each that comes `every` writes after it, ends the session that makes it. */
  endAt(n: number, every?: number): Promise<void>;
  stop(): Promise<void>;
  /** Which writes ended a session since then. */
  ended(): Promise<WriteKind[]>;
};

const sequenceOf = (kind: WriteKind) => `ended_${kind.replace(' ', '_')}`;

/** Counts by a sequence, which no rollback takes back. */
export async function endSessionsAt(query: Query, tables: readonly string[]): Promise<EndingSessions> {
  await query('create sequence ending_writes');
  await query('create table ending_plan (first bigint not null, every bigint)');
  await query(`create function end_session() returns trigger language plpgsql as $$
    declare n bigint := nextval('ending_writes');
    begin
      if exists (select from ending_plan where n = first or (n > first and (n - first) % every = 0)) then
        perform nextval('ended_' || tg_table_name || '_' || lower(tg_op));
        perform pg_terminate_backend(pg_backend_pid());
        perform pg_sleep(10);
      end if;
      return null;
    end $$`);
  const kinds = tables.flatMap((table) => [`${table} insert`, `${table} update`] as const);
  for (const kind of kinds) {
    const [table, write] = kind.split(' ');
    await query(`create sequence ${sequenceOf(kind)}`);
    await query(`create trigger end_session_${write} after ${write} on ${table} for each row execute function end_session()`);
  }
  const stop = async () => void (await query('delete from ending_plan'));
  return {
    stop,
    async endAt(n, every) {
      await stop();
      for (const sequence of ['ending_writes', ...kinds.map(sequenceOf)]) await query(`select setval('${sequence}', 1, false)`);
      await query('insert into ending_plan (first, every) values ($1, $2)', [n, every ?? null]);
    },
    async ended() {
      const found: WriteKind[] = [];
      for (const kind of kinds) {
        const [row] = await query<{ is_called: boolean }>(`select is_called from ${sequenceOf(kind)}`);
        if (row?.is_called) found.push(kind);
      }
      return found;
    },
  };
}
