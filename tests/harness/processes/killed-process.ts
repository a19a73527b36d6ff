/** Kills a process in the middle of what it writes: the write waits in the database until its process is dead. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connectionUrl, type DatabaseConnection, openSession, type Query } from '#db/client.ts';
import { compileCache } from '../http/server.ts';
import { waitFor } from '../wait.ts';
import { applicationName, type OneChange } from './one-change.ts';
import { programOf } from './server-programs.ts';

const lock = 20_261_125;
const tables = [
  ...['ledger_accounts', 'ledger_holds', 'ledger_grants', 'ledger_entries', 'licenses', 'referrals'],
  ...['contents', 'collections', '"user"'],
];

export type KilledProcesses = {
  /** Its n-th write to these tables is its last. False: it came to its end before that. */
  killAt(n: number, change: OneChange): Promise<boolean>;
  close(): Promise<void>;
};

/** Writes of `one-change.ts` are counted by a sequence, which no rollback takes back. */
export async function killProcessesAt(connection: DatabaseConnection, query: Query): Promise<KilledProcesses> {
  await query('create sequence killed_writes');
  await query('create table killed_plan (n bigint not null)');
  await query(`create function wait_for_the_end() returns trigger language plpgsql as $$
    begin
      if current_setting('application_name') = '${applicationName}' and nextval('killed_writes') = (select n from killed_plan) then
        perform pg_advisory_xact_lock(${lock});
      end if;
      return null;
    end $$`);
  for (const table of tables)
    await query(
      `create trigger wait_for_the_end after insert or update or delete on ${table} for each row execute function wait_for_the_end()`,
    );
  const holder = await openSession(connection, { applicationName: 'test' });
  let next: { kind: OneChange['kind']; child: Promise<ChildProcess> } | null = null;
  const endNext = async () => void (await next?.child)?.kill('SIGKILL');
  return {
    async killAt(n, change) {
      await query('delete from killed_plan');
      await query('insert into killed_plan values ($1)', [n]);
      await query(`select setval('killed_writes', 1, false)`);
      await holder.query('select pg_advisory_lock($1)', [lock]);
      const { kind } = change;
      if (next?.kind !== kind) {
        await endNext();
        next = { kind, child: startOne(connection, kind) };
      }
      const child = await next.child;
      // Begins while this one works.
      next = { kind, child: startOne(connection, kind) };
      const ended = once(child, 'exit');
      child.stdin?.write(`${JSON.stringify(change)}\n`);
      const isWaiting = async () => {
        if (child.exitCode !== null) return false;
        const rows = await query(`select 1 from pg_locks where locktype = 'advisory' and objid = $1 and not granted`, [lock]);
        return rows.length > 0 || undefined;
      };
      const reached = await waitFor('the write or the end', isWaiting);
      if (reached) child.kill('SIGKILL');
      const [code] = (await ended) as [number | null];
      await holder.query('select pg_advisory_unlock($1)', [lock]);
      // What was sent before the end may still be done.
      await waitFor('its sessions to end', async () => {
        const rows = await query(
          `select 1 from pg_stat_activity where datname = current_database() and application_name = $1 and state <> 'idle'`,
          [applicationName],
        );
        return rows.length === 0 || undefined;
      });
      if (!reached && code !== 0) throw new Error(`the change ended with ${code}`);
      return reached;
    },
    async close() {
      await endNext();
      await holder.close();
    },
  };
}

async function startOne(connection: DatabaseConnection, kind: OneChange['kind']): Promise<ChildProcess> {
  const child = spawn(process.execPath, [programOf('one-change'), connectionUrl(connection), kind], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: compileCache },
  });
  await once(child.stdout, 'data');
  return child;
}
