/** The packaged PostgreSQL and the session that says whose data folder it is. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openSession } from '#db/client.ts';
import { startEmbeddedPostgres } from '#db/embedded.ts';
import { killOrphans } from '#db/embedded-cluster.ts';
import { waitFor } from '../harness/wait.ts';

test('packaged PostgreSQL: takes its lock again after the session that held it was ended', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'gleaner-lock-'));
  const embedded = await startEmbeddedPostgres({ dataDir });
  try {
    const { query, close } = await openSession(embedded.connection, { applicationName: 'test' });
    const holders = async () =>
      (
        await query<{ pid: number }>(
          `select pid from pg_locks join pg_stat_activity using (pid)
           where locktype = 'advisory' and granted and application_name like 'gleaner instance %'`,
        )
      ).map(({ pid }) => pid);
    const [first] = await holders();
    await query('select pg_terminate_backend($1)', [first]);
    const second = await waitFor('another holder', async () => (await holders()).find((pid) => pid !== first));
    expect(second).toBeGreaterThan(0);
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toMatchObject({ code: 'data_folder_in_use' });
    await close();
  } finally {
    await embedded.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
});

test.runIf(process.platform === 'linux')(
  'packaged PostgreSQL: starts again beside workers that outlived a killed one',
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'gleaner-orphans-'));
    const embedded = await startEmbeddedPostgres({ dataDir });
    const killed = embedded.pid();
    const { query } = await openSession(embedded.connection, { applicationName: 'test' });
    const [writer] = await query<{ pid: number }>(`select pid from pg_stat_activity where backend_type = 'walwriter'`);
    const stopped = writer?.pid ?? 0;
    try {
      // As one that waits for what the killed PostgreSQL held.
      process.kill(stopped, 'SIGSTOP');
      process.kill(killed, 'SIGKILL');
      await waitFor('another PostgreSQL', () => (embedded.pid() === killed ? undefined : true));
      await waitFor('the old worker to end', () => (existsSync(`/proc/${stopped}`) ? undefined : true));
      const again = await openSession(embedded.connection, { applicationName: 'test' });
      await killOrphans({ clusterDir: embedded.directory });
      expect(await again.query('select 1 as one')).toEqual([{ one: 1 }]);
      await again.close();
    } finally {
      if (existsSync(`/proc/${stopped}`)) process.kill(stopped, 'SIGKILL');
      await embedded.stop();
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
);
