/** What work of every kind takes of the server's model: refused without budget, counted on its own account, and nothing stays reserved. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type DatabaseClient } from '#db/client.ts';
import { modelReservations } from '#db/schema/model-reservations.ts';
import { modelUses } from '#db/schema/model-uses.ts';
import { codeOf, type TestClient } from '../harness/http/client.ts';
import { uploadFile } from '../harness/http/upload.ts';
import {
  type FakeLlm,
  type LlmReply,
  type LlmRequest,
  pricedModel,
  startFakeLlm,
  wantsArticle,
  writeArticleFor,
  writeNoteFor,
} from '../harness/models/fake-llm.ts';
import { waitFor } from '../harness/wait.ts';
import { settled, startWorld, type World } from './setup.ts';

const limitUsd = 20;
let llm: FakeLlm;
let world: World;
let database: DatabaseClient;

beforeAll(async () => {
  llm = await startFakeLlm();
  world = await startWorld({
    env: { ...pricedModel(llm), MODEL_DAILY_COST_LIMIT: String(limitUsd) },
  });
  database = createDatabase(world.database, { max: 2, applicationName: 'test' });
});
afterAll(async () => {
  await database.close();
  await world.close();
  await llm.close();
});

function answerAll({ prompt }: LlmRequest): LlmReply {
  if (prompt.includes('Title of the talk'))
    return { text: [...prompt.matchAll(/^L(\d+) /gm)].map(([, id]) => `L${id} 第 ${id} 句`).join('\n') };
  if (prompt.includes('Question: ') || prompt.includes('REQUEST-')) return { text: 'The keeper weighed his sacks. [L0]' };
  return { text: wantsArticle(prompt) ? writeArticleFor(prompt) : writeNoteFor(prompt), pieceLength: 400 };
}

function talk(lines: number): Buffer {
  const time = (s: number) => `00:${String(Math.floor(s / 60)).padStart(2, '0')}:${String(s % 60).padStart(2, '0')},000`;
  const said = (i: number) => `Keeper ${i} of ${lines} weighed his own ${i + 3} sacks of rye in the year ${1700 + i}.`;
  return Buffer.from(
    Array.from({ length: lines }, (_, i) => `${i + 1}\n${time(i * 6)} --> ${time(i * 6 + 6)}\n${said(i)}\n`).join('\n'),
  );
}

async function open(lines: number): Promise<Place> {
  llm.script(answerAll);
  const client = world.client();
  const contentId = await uploadFile(client, world.server.url, { name: `talk ${lines}.srt`, bytes: talk(lines) });
  await settled(client, contentId);
  return { client, contentId, language: 'zh' };
}

/** `language`: of the translation. */
type Place = { client: TestClient; contentId: string; language: 'zh' | 'en' };
type Kind = { kind: string; begin: (at: Place) => Promise<unknown>; stop: (at: Place, taskId: string) => Promise<unknown> };

const promptId = 'official-timeline';
const kinds: Kind[] = [
  {
    kind: 'note',
    begin: ({ client, contentId }) => client.rpc.content.summarizeAgain.mutate({ contentId }),
    stop: ({ client, contentId }) => client.rpc.content.cancel.mutate({ contentId }),
  },
  {
    kind: 'chat',
    begin: ({ client, contentId }) => client.rpc.chat.ask.mutate({ contentId, question: 'Who weighed?' }),
    stop: ({ client }, taskId) => client.rpc.task.cancel.mutate({ taskId }),
  },
  {
    kind: 'prompt',
    begin: ({ client, contentId }) => client.rpc.prompt.run.mutate({ contentId, promptId, language: 'en' }),
    stop: ({ client }, taskId) => client.rpc.task.cancel.mutate({ taskId }),
  },
  {
    kind: 'translation',
    begin: ({ client, ...place }) => client.rpc.content.translate.mutate(place),
    stop: ({ client, ...place }) => client.rpc.content.cancelTranslation.mutate(place),
  },
  {
    kind: 'article',
    begin: ({ client, contentId }) => client.rpc.content.writeArticle.mutate({ contentId, parts: 'all' }),
    stop: ({ client, contentId }) => client.rpc.content.cancelArticle.mutate({ contentId }),
  },
];

type Row = { id: string; state: string; user_id: string | null; usage: Record<string, number> | null };

const tasksOf = (kind: string) =>
  database.query<Row>('select id, state, user_id, usage from tasks where kind = $1 order by created_at desc', [kind]);

/** The latest of its kind. */
async function latest(kind: string): Promise<Row> {
  const [row] = await tasksOf(kind);
  if (!row) throw new Error(`no task of the kind ${kind}`);
  return row;
}

const ended = (kind: string) =>
  waitFor(`the end of the ${kind}`, async () => {
    const row = await latest(kind);
    return row.state === 'queued' || row.state === 'running' ? undefined : row;
  });

const reservations = (job: string) => database.db.$count(modelReservations, eq(modelReservations.job, job));

/** What each task of this kind has stored as its usage is what stands on its own account. */
async function expectOwnAccounts(kind: string): Promise<void> {
  const uses = await database.db.select().from(modelUses);
  for (const { id, state, user_id, usage } of await tasksOf(kind)) {
    if (state === 'queued' || state === 'running') continue;
    const use = uses.find(({ job }) => job === `${kind}:${id}`);
    // A note that asked the model for nothing has no account.
    if (!use) expect({ kind, usage }).toEqual({ kind: 'note', usage: null });
    else {
      const { calls, inputTokens, cachedTokens, outputTokens, estimatedCalls, costUsd } = use;
      expect(usage).toEqual({ calls, inputTokens, cachedTokens, outputTokens, estimatedCalls, costUsd });
      expect(use).toMatchObject({ kind, userId: user_id, ownKey: false });
    }
  }
}

/** What calls get that name a task of somebody else. */
async function reached({ client }: Place, taskId: string) {
  const cancel = await client.rpc.task.cancel.mutate({ taskId }).catch((error: unknown) => codeOf(error));
  for await (const { type, data } of client.events('task.watch', { taskId }))
    if (type !== 'connected') return { cancel, watch: type === 'serialized-error' ? (data as Error).message : type };
  return { cancel, watch: null };
}

describe.each(kinds)('$kind', ({ kind, begin, stop }) => {
  test('SUM-08 what each takes is on its own account, and nothing stays reserved when it ends, fails or is stopped, by its user alone', async () => {
    const [ada, bob] = [await open(40), await open(30)];
    for (const place of [bob, ada]) {
      llm.requests.length = 0;
      await begin(place);
      const done = await ended(kind);
      expect(done.state).toBe('completed');
      expect(llm.requests.length).toBeGreaterThan(0);
      expect(done.usage).toMatchObject({ calls: llm.requests.length, estimatedCalls: 0 });
      expect(await reservations(`${kind}:${done.id}`)).toBe(0);
      place.language = 'en';
    }

    llm.script(() => ({ status: 401 }));
    await begin(ada);
    const failed = await ended(kind);
    expect(failed.state).toBe('failed');
    expect(await reservations(`${kind}:${failed.id}`)).toBe(0);

    llm.script(() => ({ hang: true }));
    await begin(bob);
    const { id } = await latest(kind);
    const reserved = () => reservations(`${kind}:${id}`);
    await waitFor('a reservation', async () => ((await reserved()) > 0 ? true : undefined));
    expect(await reached(ada, id)).toEqual({ cancel: 'not_found', watch: 'not_found' });
    expect((await latest(kind)).state).toBe('running');
    await stop(bob, id);
    expect((await latest(kind)).state).toBe('cancelled');
    await waitFor('nothing to be reserved', async () => ((await reserved()) === 0 ? true : undefined));
    await expectOwnAccounts(kind);
  });

  test('SUM-08 without budget none is begun', async () => {
    const place = await open(20);
    const before = (await tasksOf(kind)).length;
    const spent = { job: `note:${crypto.randomUUID()}`, kind: 'note', ownKey: false, model: 'house-model', costUsd: limitUsd };
    await database.db.insert(modelUses).values(spent);
    try {
      llm.requests.length = 0;
      expect(codeOf(await begin(place).catch((error: unknown) => error))).toBe('server_cost_limit');
      expect(await tasksOf(kind)).toHaveLength(before);
      expect(llm.requests).toEqual([]);
    } finally {
      await database.query('delete from model_uses where job = $1', [spent.job]);
    }
  });
});
