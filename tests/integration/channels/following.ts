/** The server that the tests of channels share, and what they do on it. */
import { createDatabase, type DatabaseClient } from '#db/client.ts';
import { checkChannelsJob } from '#features/channels/jobs.ts';
import { openJobQueue, type RunningQueue } from '#infra/jobs/queue.ts';
import { createLogger } from '#infra/logger/logger.ts';
import type { TestClient } from '../../harness/http/client.ts';
import { waitFor } from '../../harness/wait.ts';
import { startWorld, type World } from '../setup.ts';

export let world: World;
export let database: DatabaseClient;
export let queue: RunningQueue;

/** A server for all subjects of this file's tests: two seconds once. */
export async function startFollowing(): Promise<void> {
  world = await startWorld({ env: { SITE_PACE: '0.01' } });
  database = createDatabase(world.database, { max: 2, applicationName: 'test' });
  const logger = createLogger({ level: 'silent', format: 'json', secrets: [] });
  queue = await openJobQueue({ connection: world.database, logger, work: null });
}

export async function stopFollowing(): Promise<void> {
  await queue.stop(0);
  await database.close();
  await world.close();
}

export type Item = { id: string; title?: string; day?: number; extra?: string };

export const feedType = 'application/rss+xml';
/** `day`: of October 2026. */
export function rss(title: string, items: readonly Item[], page = 'https://blog.example/'): string {
  const written = items.map(({ id, title: name = `Entry ${id}`, day, extra = '' }) => {
    const date = day === undefined ? '' : `<pubDate>${new Date(Date.UTC(2026, 9, day)).toUTCString()}</pubDate>`;
    return `<item><title>${name}</title><guid isPermaLink="false">${id}</guid><link>${new URL(`entries/${id}`, page).href}</link>${date}${extra}</item>`;
  });
  return `<rss version="2.0"><channel><title>${title}</title><link>${page}</link>${written.join('')}</channel></rss>`;
}

export async function follow(client: TestClient, url: string) {
  return (await client.rpc.channel.follow.mutate({ url })).subscription;
}

export async function titles(client: TestClient, channelId?: string): Promise<string[]> {
  const { entries } = await client.rpc.channel.entries.query({ channelId, limit: 100 });
  return entries.map(({ title }) => title);
}

type Row = {
  id: string;
  address: string;
  state: string;
  failures: number;
  problem: { code: string; params: object } | null;
  waits: number;
  silent: boolean;
};

/** `waits`: minutes until the next look. */
export async function rowOf(id: string): Promise<Row | undefined> {
  const [row] = await database.query<Row>(
    `select id, address, state, failures, problem, extract(epoch from next_check_at - now())::float8 / 60 as waits from channels where id = $1`,
    [id],
  );
  return row;
}

/** Makes these channels due and waits until each was looked at. */
export async function look(...ids: string[]): Promise<void> {
  const [{ now } = { now: '' }] = await database.query<{ now: string }>(`select clock_timestamp()::text as now`);
  await database.query(`update channels set next_check_at = now() - interval '1 second' where id = any($1::uuid[])`, [ids]);
  await waitFor('the look', async () => {
    await database.db.transaction((tx) => queue.enqueue(tx, checkChannelsJob, {}, { singletonKey: '' }));
    // A job that runs already may be waiting for a site.
    await database.query(`select pg_notify('gleaner_events', '{"type":"channels_due"}')`);
    const open = await database.query(
      `select 1 from channels where id = any($1::uuid[]) and (checked_at is null or checked_at < $2::timestamptz)`,
      [ids, now],
    );
    return open.length === 0 || undefined;
  });
}
