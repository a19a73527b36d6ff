/** What the integration tests share: a server on a database of its own, sites to read, a signed-in guest. */
import { expect, inject } from 'vitest';
import { type DatabaseConnection, openSession, type Session } from '#db/client.ts';
import type { ContentDetail } from '#features/contents/contract.ts';
import type { NoteColumns } from '#features/contents/server/index.ts';
import { noteColumns } from '#features/notes/server/note-columns.ts';
import { cloneDatabase } from '../harness/database/databases.ts';
import { createTestClient, type TestClient } from '../harness/http/client.ts';
import { startTestServer, type TestServer, type TestServerOptions } from '../harness/http/server.ts';
import { type Replay, startReplay } from '../harness/sites/replay.ts';
import { type Site, startSite } from '../harness/sites/site.ts';
import { waitFor } from '../harness/wait.ts';

export type World = {
  server: TestServer;
  site: Site;
  /** The internet as this server knows it. */
  internet: Replay;
  database: DatabaseConnection;
  client(): TestClient;
  close(): Promise<void>;
};

type WorldOptions = TestServerOptions & { cluster?: DatabaseConnection };

/** A server with a loopback site it may read. Close it in `afterAll`. */
export async function startWorld(options: WorldOptions = {}): Promise<World> {
  const site = await startSite();
  const { server, internet, database, drop } = await startFor([site], options);
  return {
    server,
    site,
    internet,
    database,
    client: () => createTestClient(server.url),
    async close() {
      await server.stop();
      server.remove();
      await Promise.all([site.close(), internet.close()]);
      await expectNoteColumns(database);
      await drop();
    },
  };
}

/** Files that one server serves; those after them get another. */
const mostFiles = 40;
type Served = Awaited<ReturnType<typeof startFor>> & { spare: Site[] };
let served: Promise<Served> | undefined;

/**
 * The server that this process of the runner keeps for every file that calls this, and a site of this file's own. A file may call it
 * whose tests need no setting, bring their own users, and neither count all rows nor look at what the whole server did: other
 * files have been there. E-mail addresses and addresses of the internet are used in one file only.
 */
export async function shareWorld(): Promise<World> {
  if (served && !(await served).server.isRunning()) served = undefined;
  // A start that failed is the matter of one file: the next tries again.
  served ??= startServed().catch((error: unknown) => {
    served = undefined;
    throw error;
  });
  const { server, internet, database, spare } = await served;
  const site = spare.pop();
  if (spare.length === 0) served = undefined;
  if (!site) throw new Error('no site is left');
  return {
    server,
    site,
    internet,
    database,
    client: () => createTestClient(server.url),
    async close() {
      await site.close();
      await expectNoteColumns(database);
      // All files come from one address.
      await inSession(database, (query) => query('delete from rate_limits'));
    },
  };
}

async function startServed(): Promise<Served> {
  const spare = await Promise.all(Array.from({ length: mostFiles }, () => startSite()));
  return { ...(await startFor(spare, { endsWithParent: true })), spare };
}

async function startFor(sites: readonly Site[], options: WorldOptions) {
  const cluster = options.cluster ?? inject('clusters')[0]?.connection;
  if (!cluster) throw new Error('no cluster');
  const database = await cloneDatabase(cluster);
  const internet = await startReplay();
  const more = options.env?.GLEANER_FETCH_ALLOW;
  const allow = [...sites.map(({ host }) => host), ...(more ? [more] : [])].join(',');
  const server = await startTestServer({
    ...options,
    database: database.connection,
    env: { ...options.env, GLEANER_FETCH_ALLOW: allow, GLEANER_REPLAY: internet.url },
  });
  return { server, internet, database: database.connection, drop: () => database.drop() };
}

async function inSession<T>(database: DatabaseConnection, work: (query: Session['query']) => Promise<T>): Promise<T> {
  const { query, close } = await openSession(database, { applicationName: 'test' });
  try {
    return await work(query);
  } finally {
    await close();
  }
}

/** What lists show of each note was written with it, by whatever wrote the note last. */
export async function expectNoteColumns(database: DatabaseConnection): Promise<void> {
  const rows = await inSession(database, (query) =>
    query<NoteColumns & { note: string }>(
      `select note, note_excerpt as "noteExcerpt", note_tags as "noteTags", open_todos as "openTodos", done_todos as "doneTodos"
       from contents where note is not null`,
    ),
  );
  for (const row of rows) expect(row).toEqual(noteColumns(row.note));
}

/** A small article about a subject, in words that occur nowhere else. */
export function articleHtml(title: string, options: { paragraphs?: number; image?: string } = {}): string {
  const facts = [
    'keeps its heat for eleven hours',
    'was measured by three teams in 1987',
    'costs a third of what people expected',
    'failed twice before it worked',
    'is now taught in every school of the valley',
  ];
  const paragraphs = Array.from(
    { length: options.paragraphs ?? 12 },
    (_, index) =>
      `<p>Report ${index + 1} on ${title} says that the oven ${facts[index % facts.length]}, and that the village of Lorn${index} built ${index + 2} more of them before winter came back to the hills.</p>`,
  );
  const image = options.image ? `<figure><img src="${options.image}" width="640" height="360" alt="oven"></figure>` : '';
  return `<!doctype html><html lang="en"><head><title>${title} | The Valley Post</title>
<meta property="og:title" content="${title}"><meta property="og:site_name" content="The Valley Post"><meta property="og:description" content="How ${title} came to be.">
<meta property="article:published_time" content="2026-03-04T08:00:00Z"><meta name="author" content="Ada Quill"></head>
<body><nav><a href="/">Home</a> <a href="/about">About</a></nav><main><article><h1>${title}</h1>${image}${paragraphs.join('\n')}</article></main><footer>Copyright</footer></body></html>`;
}

/** Submits a link and waits until its note is there or has failed. */
export async function summarise(client: TestClient, url: string, noteLanguage: 'zh' | 'en' = 'en'): Promise<ContentDetail> {
  const contentId = await submit(client, url, noteLanguage);
  return settled(client, contentId);
}

export async function submit(client: TestClient, url: string, noteLanguage: 'zh' | 'en' = 'en'): Promise<string> {
  const { results } = await client.rpc.ingest.submit.mutate({ items: [{ url }], noteLanguage });
  const [result] = results;
  if (!result || !('contentId' in result)) throw new Error(`not started: ${JSON.stringify(result)}`);
  return result.contentId;
}

/** The content once no run is under way for it. */
export function settled(client: TestClient, contentId: string, timeoutMs = 60_000): Promise<ContentDetail> {
  return waitFor(
    `content ${contentId}`,
    async () => {
      const detail = await client.rpc.content.detail.query({ contentId });
      return detail.run === null && detail.status !== 'processing' ? detail : undefined;
    },
    timeoutMs,
  );
}
