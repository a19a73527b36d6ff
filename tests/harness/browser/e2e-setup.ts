/** Once per run of the browser tests: a server without a model, one with the fake model, both on databases of their own. */
import { cloneDatabase, startPackagedCluster } from '../database/databases.ts';
import { startTestServer } from '../http/server.ts';
import { busyWords, startFakeLlm } from '../models/fake-llm.ts';
import { bundleServer } from '../processes/bundle.ts';
import { makeRunFolder } from '../processes/run-folder.ts';
import { startSharedReplay } from '../sites/replay.ts';
import { mostWorkers, ports } from './e2e-ports.ts';
import { provideCluster, provideSharedDatabase } from './e2e-server.ts';

export default async function setup(): Promise<() => Promise<void>> {
  const removeRunFolder = makeRunFolder();
  const llm = await startFakeLlm({ port: ports.llm });
  // As quick as it can be and still in pieces: who looks at a note that is being written holds the model (`Model.hold`).
  const { translateFor, wantsArticle, writeArticleFor, writeNoteFor } = await import('../models/fake-llm.ts');
  const answer = (prompt: string) => (wantsArticle(prompt) ? writeArticleFor(prompt) : writeNoteFor(prompt));
  llm.script(({ prompt }) =>
    prompt.includes(busyWords)
      ? { status: 503, retryAfterSeconds: 70 }
      : { text: translateFor(prompt) ?? answer(prompt), firstDelayMs: 20, delayMs: 2, pieceLength: 60 },
  );
  const replay = await startSharedReplay(ports.replay);
  const allowed = Array.from({ length: mostWorkers }, (_, worker) => `127.0.0.1:${ports.site(worker)}`).join(',');
  const [cluster] = await Promise.all([startPackagedCluster(), bundleServer()]);
  provideCluster(cluster.connection);
  const [database, databaseWithModel] = await Promise.all([cloneDatabase(cluster.connection), cloneDatabase(cluster.connection)]);
  provideSharedDatabase(database.connection);
  const [app, appWithModel] = await Promise.all([
    startTestServer({
      database: database.connection,
      port: ports.app,
      fromSources: true,
      env: {
        GLEANER_FETCH_ALLOW: allowed,
        GLEANER_REPLAY: replay.url,
        RENDER_PAGES: 'true',
        ...(process.env.CHROMIUM_PATH ? { CHROMIUM_PATH: process.env.CHROMIUM_PATH } : {}),
      },
    }),
    startTestServer({
      database: databaseWithModel.connection,
      port: ports.appWithModel,
      fromSources: true,
      env: {
        GLEANER_FETCH_ALLOW: allowed,
        GLEANER_REPLAY: replay.url,
        OPENAI_BASE_URL: llm.url,
        OPENAI_API_KEY: 'sk-test-canary-000000000000',
        OPENAI_MODEL: 'fake-model',
      },
    }),
  ]);
  return async () => {
    for (const server of [app, appWithModel]) {
      await server.stop();
      if (process.env.GLEANER_E2E_LOGS) process.stdout.write(server.output());
      server.remove();
    }
    await Promise.all([llm.close(), replay.close(), cluster.stop()]);
    removeRunFolder();
  };
}
