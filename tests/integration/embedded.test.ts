/** The packaged PostgreSQL and the session that says whose data folder it is. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openSession } from '#db/client.ts';
import { startEmbeddedPostgres } from '#db/embedded.ts';
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
