/**
 * Ten thousand notes of one user among a hundred thousand, zh and en: each list and search call against the same result by hand, in turn
 * in one run; a collection of 5,000 and 500 collections; and the page in Chromium on a processor slowed down four times.
 * `node bench/library.bench.ts 2000 2000`: notes of the one user, and of others. Loopback only.
 */
import { chromium } from '@playwright/test';
import { createDatabase } from '#db/client.ts';
import { cloneDatabase, startPackagedCluster } from '../tests/harness/database/databases.ts';
import { createTestClient } from '../tests/harness/http/client.ts';
import { startTestServer } from '../tests/harness/http/server.ts';
import { measureCalls } from './library/calls.ts';
import { makeLibrary } from './library/data.ts';
import { row } from './library/figures.ts';
import { measurePages, slowdown } from './library/pages.ts';

const [own = 10_000, others = 90_000] = process.argv.slice(2).map(Number);

const cluster = await startPackagedCluster();
const database = await cloneDatabase(cluster.connection);
const server = await startTestServer({ role: 'web', database: database.connection });
const { db, query, close } = createDatabase(database.connection, { max: 4, applicationName: 'bench' });
try {
  const client = createTestClient(server.url);
  await client.rpc.account.ensure.mutate();
  const userId = (await client.rpc.account.me.query()).user?.id ?? '';
  const started = performance.now();
  const { indexMs, ...library } = await makeLibrary({ db, query }, { userId, own, others });
  row('the library is made', `${((performance.now() - started) / 1000).toFixed(0)} s`);
  row('a row of the search is made', `${indexMs.toFixed(1)} ms`);
  process.stdout.write(`\n${own} notes of one user among ${own + others}\n`);
  await measureCalls(client, query, library, own);
  const browser = await chromium.launch({
    executablePath: process.env.GLEANER_CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  });
  try {
    const context = await browser.newContext({ locale: 'zh-CN', viewport: { width: 1440, height: 900 } });
    const [name = '', value = ''] = client.cookie().split(/=(.*)/s);
    await context.addCookies([{ name, value, url: server.url }]);
    await context.addInitScript(`localStorage.setItem('gleaner.tour.v1.guest', 'shown')`);
    process.stdout.write(`\nThe page, on a processor slowed down ${slowdown} times\n`);
    await measurePages(context, server.url);
  } finally {
    await browser.close();
  }
} finally {
  await close();
  await server.stop();
  server.remove();
  await database.drop();
  await cluster.stop();
}
