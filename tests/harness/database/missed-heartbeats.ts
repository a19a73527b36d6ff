/** A worker that was killed is found by its silence. Where that is not what a test is about, nobody waits for it. */
import { type DatabaseConnection, openSession } from '#db/client.ts';

/** As if a minute had passed since the jobs of killed workers were last heard of. Call it while no other worker is there. */
export async function missHeartbeats(connection: DatabaseConnection): Promise<void> {
  const { query, close } = await openSession(connection, { applicationName: 'test' });
  try {
    await query("update pgboss.job set heartbeat_on = now() - interval '1 minute' where state = 'active'");
  } finally {
    await close();
  }
}
