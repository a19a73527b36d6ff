/** A worker may end at any moment: many times it does, at every kind of step, and each time one complete note is made and charged. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectionUrl, createDatabase } from '#db/client.ts';
import { makeMatroska } from '../harness/files/make-matroska.ts';
import { compileCache, startTestServer } from '../harness/http/server.ts';
import { sendWholeFile } from '../harness/http/upload.ts';
import { type FakeLlm, startFakeLlm, writeNoteFor } from '../harness/models/fake-llm.ts';
import { programOf } from '../harness/processes/server-programs.ts';
import { articleHtml, settled, startWorld, submit, type World } from './setup.ts';

/** Inside the transaction at the odd steps, behind it at the even ones; `KILLS=30` takes both at each. */
const kills = Array.from({ length: 15 }, (_, index) => index + 1)
  .flatMap((at) => [
    { at, when: 'inside' as const },
    { at, when: 'after' as const },
  ])
  .filter(({ at, when }) => process.env.KILLS === '30' || (at % 2 === 1) === (when === 'inside'));

let world: World;
let llm: FakeLlm;
beforeAll(async () => {
  llm = await startFakeLlm();
  // Streams for more than three seconds: on the fastest machine too the note is stored in more pieces than there are kills.
  llm.script((request) => ({ text: writeNoteFor(request.prompt), pieceLength: 24, delayMs: 40 }));
  world = await startWorld({ role: 'web', env: environment() });
});
afterAll(async () => {
  await world.close();
  await llm.close();
});

function environment(): Record<string, string> {
  return {
    OPENAI_BASE_URL: llm.url,
    OPENAI_API_KEY: 'sk-test',
    OPENAI_MODEL: 'fake-model',
    WORKER_CONCURRENCY: '8',
    TIME_STARTING_MINUTES: '600',
  };
}

/** A worker that takes jobs by now, and the signal that will end it. */
async function killedWorker(killAt: number, when: 'inside' | 'after'): Promise<{ ended: Promise<NodeJS.Signals | null> }> {
  const child = spawn(process.execPath, [programOf('killing-worker')], {
    cwd: world.server.dataDir,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...environment(),
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: compileCache,
      DATA_DIR: world.server.dataDir,
      DATABASE_URL: connectionUrl(world.database),
      GLEANER_FETCH_ALLOW: world.site.host,
      WORKER_CONCURRENCY: '1',
      KILL_AT: String(killAt),
      KILL_WHEN: when,
    },
  });
  const ended = new Promise<NodeJS.Signals | null>((resolve) => child.once('exit', (_code, signal) => resolve(signal)));
  await Promise.race([once(child.stdout, 'data'), ended]);
  return { ended };
}

test('SUM-08 a worker killed at any step leaves one complete note, charged once, within a minute of the next worker’s start', {
  timeout: 1_500_000,
}, async () => {
  const client = world.client();
  const { query, close } = createDatabase(world.database, { max: 2, applicationName: 'test' });
  const stages = new Set<string>();
  let killed = 0;
  for (let batch = 0; batch < 3; batch++) {
    const own = kills.filter((_, index) => index % 3 === batch);
    const contents: { contentId: string; path: string }[] = [];
    // Two workers are there before two jobs are, so that each meets a run of its own.
    for (let from = 0; from < own.length; from += 2) {
      const pair = own.slice(from, from + 2);
      const workers = await Promise.all(pair.map(({ at, when }) => killedWorker(at, when)));
      for (const { at, when } of pair) {
        const path = `/kill-${at}-${when}`;
        world.site.on(path, { body: articleHtml(`Kill ${at} ${when}`, { paragraphs: 14 }) });
        contents.push({ path, contentId: await submit(client, `${world.site.url}${path}`) });
      }
      for (const signal of await Promise.all(workers.map(({ ended }) => ended))) {
        expect(signal).toBe('SIGKILL');
        killed++;
      }
      // Not found dead by the workers of the next pair, however long that takes: they would be killed at it again.
      await query("update pgboss.job set heartbeat_on = now() + interval '1 hour' where state = 'active'");
      const running = await query<{ stage: string | null }>(
        "select progress ->> 'stage' as stage from tasks where state = 'running'",
      );
      for (const { stage } of running) stages.add(stage ?? 'none');
    }
    await query("update pgboss.job set heartbeat_on = now() where state = 'active'");
    const worker = await startTestServer({
      role: 'worker',
      database: world.database,
      dataDir: world.server.dataDir,
      env: { ...environment(), GLEANER_FETCH_ALLOW: world.site.host },
    });
    const details = await Promise.all(contents.map(({ contentId }) => settled(client, contentId, 60_000)));
    for (const [index, detail] of details.entries()) {
      const { contentId, path } = contents[index] ?? { contentId: '', path: '' };
      expect(detail).toMatchObject({ status: 'completed', problem: null, noteMethod: 'model' });
      expect((await client.rpc.content.versions.query({ contentId })).versions).toHaveLength(1);
      // The page is fetched again only when the cut came before what it says was stored.
      expect(world.site.requests.filter((request) => request === path).length).toBeLessThanOrEqual(2);
    }
    await worker.stop();
  }
  expect(killed).toBe(kills.length);
  expect([...stages].sort()).toEqual(expect.arrayContaining(['outline', 'resolve']));
  const ends = await query(
    `select (select count(*)::int from runs) as runs,
            (select count(*)::int from task_events where event ->> 'type' = 'completed') as ends`,
  );
  expect(ends[0]).toEqual({ runs: killed, ends: killed });
  const holds = await query<{ state: string }>('select state from ledger_holds');
  expect(holds).toEqual(Array.from({ length: killed }, () => ({ state: 'committed' })));
  const [charges] = await query(
    `select (select count(*)::int from ledger_entries e join ledger_accounts a on a.id = e.account_id
       where not a.is_house and cause = 'charge') as charges, (select sum(reserved)::int from ledger_accounts) as reserved`,
  );
  expect(charges).toEqual({ charges: killed, reserved: 0 });
  await close();
});

test('SUM-04 SUM-08 a worker killed while it reads a recording whose words came along leaves one complete note', {
  timeout: 600_000,
}, async () => {
  const client = world.client();
  const { query, close } = createDatabase(world.database, { max: 2, applicationName: 'test' });
  const line = 'The keeper of the mill weighed seven sacks of barley and wrote it down.';
  const words = Array.from({ length: 12 }, (_, n) => `${n + 1}\n00:00:${10 + n},000 --> 00:00:${10 + n},900\n${line}\n`).join(
    '\n',
  );
  const begun: string[] = [];
  for (const at of [1, 2, 3]) {
    const worker = await killedWorker(at, at % 2 === 1 ? 'inside' : 'after');
    const send = (name: string, bytes: Uint8Array) => sendWholeFile(client, world.server.url, { name, bytes });
    const uploadId = await send(`pair-${at}.mkv`, makeMatroska({ seconds: 60 }));
    const item = { uploadId, wordsId: await send(`pair-${at}.srt`, Buffer.from(words)) };
    const { results } = await client.rpc.ingest.submit.mutate({ items: [item], noteLanguage: 'en' });
    const [result] = results;
    if (!result || !('contentId' in result)) throw new Error(`not started: ${JSON.stringify(results)}`);
    begun.push(result.contentId);
    expect(await worker.ended).toBe('SIGKILL');
    await query("update pgboss.job set heartbeat_on = now() + interval '1 hour' where state = 'active'");
  }
  await query("update pgboss.job set heartbeat_on = now() where state = 'active'");
  const { database, server } = world;
  const worker = await startTestServer({ role: 'worker', database, dataDir: server.dataDir, env: environment() });
  for (const contentId of begun) {
    expect(await settled(client, contentId)).toMatchObject({
      ...{ status: 'completed', problem: null, ownWords: true, durationSeconds: 60, noteMethod: 'model' },
      media: { type: 'audio' },
    });
    expect((await client.rpc.content.versions.query({ contentId })).versions).toHaveLength(1);
    const stored = await query<{ unread: string | null }>(
      "select data ->> 'recordingUnread' as unread from extractions where content_id = $1",
      [contentId],
    );
    expect(stored).toEqual([{ unread: null }]);
  }
  await worker.stop();
  await close();
});
