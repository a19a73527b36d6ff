/**
 * Work that an earlier version began, in a database with its migrations and its data (`tests/fixtures/schema-0018`): this
 * version opens it, shows what has ended as it was, and ends what was in flight.
 */
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { openSession, type Session } from '#db/client.ts';
import { createEmptyDatabase, type TestDatabase } from '../harness/database/databases.ts';
import { loadSchema0018, readFixture } from '../harness/database/earlier-version.ts';
import { codeOf, createTestClient, type TestClient } from '../harness/http/client.ts';
import { startTestServer, type TestServer } from '../harness/http/server.ts';
import {
  type FakeLlm,
  type LlmReply,
  startFakeLlm,
  translateFor,
  writeArticleFor,
  writeNoteFor,
} from '../harness/models/fake-llm.ts';
import { type Replay, startReplay } from '../harness/sites/replay.ts';
import { waitFor } from '../harness/wait.ts';
import { articleHtml, expectNoteColumns, settled, submit } from './setup.ts';

const people = ['ada', 'ben'] as const;
type Person = (typeof people)[number];

const zPart = z.looseObject({ state: z.string(), paragraphs: z.union([z.number(), z.array(z.string())]) });
const zTranslated = z.looseObject({ state: z.string().nullable(), lines: z.array(z.string().nullable()), done: z.number() });
/** Without progress, which the task tells now. */
const zAnswered = z.object({
  promptId: z.string(),
  title: z.string(),
  prompt: z.string(),
  state: z.string(),
  text: z.string().nullable(),
  sources: z.unknown(),
  checks: z.unknown(),
  model: z.unknown(),
  usage: z.unknown(),
  outdated: z.boolean(),
  problem: z.unknown(),
});
const zShown = z.looseObject({
  contentId: z.string(),
  detail: z.looseObject({ title: z.string(), status: z.string(), running: z.boolean(), note: z.string().nullable() }),
  versions: z.array(z.string()),
  article: z.looseObject({ state: z.string().nullable(), parts: z.array(zPart) }),
  zh: zTranslated,
  en: zTranslated,
  chat: z.object({
    answering: z.boolean(),
    messages: z.array(
      z.looseObject({
        id: z.string(),
        role: z.string(),
        parts: z.array(z.looseObject({ text: z.string() })),
        metadata: z.looseObject({ state: z.string().optional() }),
      }),
    ),
  }),
  prompts: z.array(zAnswered),
});
type Shown = z.infer<typeof zShown>;
const zPerson = z.object({ cookie: z.string(), contents: z.array(zShown), prompts: z.array(z.looseObject({})) });
const before = z.object({ ada: zPerson, ben: zPerson }).parse(JSON.parse(readFixture('answers.json')));

/** What the pages of a content show. */
async function show({ rpc }: TestClient, contentId: string): Promise<Shown> {
  const { note, title, status, problem, run, noteMethod, noteEdited, transcriptEdits, subtitlesArray } =
    await rpc.content.detail.query({ contentId });
  const { parts, ...article } = await rpc.content.writtenArticle.query({ contentId });
  const chat = await rpc.chat.history.query({ contentId });
  const { results } = await rpc.prompt.results.query({ contentId });
  const prompts = results.map(async ({ promptId }) => (await rpc.prompt.result.query({ contentId, promptId })).result);
  const lines = subtitlesArray.length;
  return withoutTimes(
    zShown.parse({
      contentId,
      detail: { title, status, problem, noteMethod, noteEdited, transcriptEdits, lines, running: run !== null, note },
      versions: (await rpc.content.versions.query({ contentId })).versions.map(({ versionId }) => versionId),
      article: {
        ...article,
        parts: parts.map(({ paragraphs, ...part }) => ({
          ...part,
          paragraphs: part.state === 'waiting' ? paragraphs.length : paragraphs.map(({ text }) => text),
        })),
      },
      zh: await rpc.content.translation.query({ contentId, language: 'zh' }),
      en: await rpc.content.translation.query({ contentId, language: 'en' }),
      chat: { messages: chat.messages, answering: chat.answeringId !== null },
      prompts: await Promise.all(prompts),
      highlights: (await rpc.highlights.ofContent.query({ contentId })).highlights,
      collections: (await rpc.share.getContentCollections.query({ contentId })).map(({ name }) => name),
    }),
  );
}

/** Times of the data were moved when it was loaded; those within messages were not. */
function withoutTimes<T>(value: T): T;
function withoutTimes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => withoutTimes(item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) => (/(?:[a-z]At|_at)$/.test(key) ? [] : [[key, withoutTimes(inner)]])),
  );
}

const shownBefore = (person: Person) => before[person].contents.map((content) => withoutTimes(content));
const isOver = (state: string | null) => state !== 'queued' && state !== 'running';
function isUnderWay({ detail, article, zh, en, chat, prompts }: Shown): boolean {
  const states = [article.state, zh.state, en.state, ...prompts.map(({ state }) => state)];
  return detail.running || chat.answering || !states.every(isOver);
}

function reply(prompt: string): { kind: string; text: string } {
  const first = /^L(\d+) /m.exec(prompt)?.[1];
  if (/^Task: the lines L\d+ to L\d+ as an article/m.test(prompt)) return { kind: 'article', text: writeArticleFor(prompt) };
  const translated = translateFor(prompt);
  if (translated !== null) return { kind: 'translation', text: translated };
  if (/^Question: /m.test(prompt)) return { kind: 'chat', text: 'They all kept it [L0].' };
  if (prompt.includes('REQUEST-')) return { kind: 'prompt', text: `- Read from ${first ?? 'the findings'}. [L${first ?? 0}]` };
  return { kind: 'note', text: writeNoteFor(prompt) };
}

/** What a request is about: the barn of a talk, the name of a page. */
const subjectOf = (prompt: string) => /barn ([A-Z]\w+)|The (\w+) oven/.exec(prompt)?.slice(1).find(Boolean) ?? '?';

// On one of the two PostgreSQLs, as `tasks.test.ts`; migrations are tested on both, in `upgrade.test.ts`.
describe.each(inject('clusters').slice(-1))('work that an earlier version began, on $name', (cluster) => {
  let database: TestDatabase;
  let session: Session;
  let llm: FakeLlm;
  let internet: Replay;
  let server: TestServer;
  let clients: Record<Person, TestClient>;
  /** `<kind> <subject> <what of it>` of each request to the model. */
  const asked: string[] = [];
  let special: ((prompt: string) => LlmReply | null) | null = null;
  const after: Record<Person, Shown[]> = { ada: [], ben: [] };

  const start = async () => {
    server = await startTestServer({
      database: database.connection,
      ...(server ? { dataDir: server.dataDir } : {}),
      env: {
        GLEANER_REPLAY: internet.url,
        OPENAI_BASE_URL: llm.url,
        OPENAI_API_KEY: 'sk-test',
        OPENAI_MODEL: 'fake-model',
        // As it was: talks are cut at the same places.
        OPENAI_CONTEXT_TOKENS: '2000',
        AUTH_SECRET: 'a-secret-of-the-tests-of-upgrades',
        MODEL_ANSWERS_AT_ONCE: '2',
      },
    });
    const client = (person: Person) => createTestClient(server.url, before[person].cookie);
    clients = { ada: client('ada'), ben: client('ben') };
  };
  const showAll = (person: Person) =>
    Promise.all(before[person].contents.map(({ contentId }) => show(clients[person], contentId)));

  beforeAll(async () => {
    [llm, internet] = await Promise.all([startFakeLlm(), startReplay()]);
    for (const name of ['held', 'left', 'twice', 'queued', 'alone', 'later'])
      internet.on(`https://valley.example/${name}`, { body: articleHtml(`The ${name} oven`, { paragraphs: 6 }) });
    llm.script(({ prompt }) => {
      const { kind, text } = reply(prompt);
      const part = /the lines L(\d+) to/.exec(prompt)?.[1] ?? /this is part (\d+) of/.exec(prompt)?.[1];
      const window = kind === 'translation' ? /^L(\d+) \S/m.exec(prompt)?.[1] : part;
      asked.push(`${kind} ${subjectOf(prompt)} ${window ?? '-'}`);
      return special?.(prompt) ?? { text, pieceLength: 500 };
    });
    database = await createEmptyDatabase(cluster.connection);
    await loadSchema0018(database.connection);
    session = await openSession(database.connection, { applicationName: 'test' });
    // No call wrote such a row, and the keys of this version refuse it.
    await session.query(
      `insert into note_versions (user_id, content_id, markdown, method)
       select other.id, c.id, 'Of somebody else', 'edited' from contents c join "user" other on other.id <> c.user_id`,
    );
    await start();
    for (const person of people)
      after[person] = await waitFor(
        `the work of ${person}`,
        async () => {
          const shown = await showAll(person);
          return shown.some(isUnderWay) ? undefined : shown;
        },
        120_000,
      );
  });
  afterAll(async () => {
    await server?.stop();
    server?.remove();
    await session?.close();
    await Promise.all([llm?.close(), internet?.close()]);
    if (database) await expectNoteColumns(database.connection);
    await database?.drop();
  });

  const pairs = () =>
    people.flatMap((person) =>
      shownBefore(person).map((earlier) => {
        const now = after[person].find(({ contentId }) => contentId === earlier.contentId);
        if (!now) throw new Error('no content');
        return { earlier, now };
      }),
    );

  test('everything that had ended reads the same', () => {
    for (const { earlier, now } of pairs()) {
      const { detail, versions, article, zh, en, chat, prompts, ...rest } = earlier;
      expect(now).toMatchObject(rest);
      if (!detail.running) expect(now).toMatchObject({ detail, versions });
      if (isOver(article.state)) expect(now.article).toMatchObject(article);
      if (isOver(zh.state)) expect(now.zh).toMatchObject(zh);
      if (isOver(en.state)) expect(now.en).toMatchObject(en);
      if (!chat.answering) expect(now.chat).toEqual(chat);
      expect(now.prompts.map(({ promptId }) => promptId).sort()).toEqual(prompts.map(({ promptId }) => promptId).sort());
      for (const prompt of prompts.filter(({ state }) => isOver(state)))
        expect(now.prompts.find(({ promptId }) => promptId === prompt.promptId)).toMatchObject(prompt);
    }
  });

  test('everything that was in flight has ended well, with what it had', () => {
    for (const { earlier, now } of pairs()) {
      if (earlier.detail.running) {
        expect(now.detail).toMatchObject({ status: 'completed', problem: null, noteMethod: 'model' });
        expect(now.versions).toHaveLength(earlier.versions.length + 1);
        expect(now.versions).toEqual(expect.arrayContaining(earlier.versions));
      }
      if (!isOver(earlier.article.state)) {
        expect(now.article).toMatchObject({ state: 'completed', problem: null, done: 4, total: 4 });
        expect(now.article.parts.map(({ state }) => state)).toEqual(Array.from({ length: 4 }, () => 'written'));
        for (const [index, part] of earlier.article.parts.entries())
          if (part.state === 'written') expect(now.article.parts[index]).toMatchObject({ paragraphs: part.paragraphs });
      }
      if (!isOver(earlier.zh.state))
        expect(now.zh).toMatchObject({
          state: 'completed',
          problem: null,
          done: 76,
          total: 76,
          lines: Array.from({ length: 76 }, (_, line) => `第 ${line} 句的译文`),
        });
      for (const { promptId, state } of earlier.prompts)
        if (!isOver(state))
          expect(now.prompts.find((each) => each.promptId === promptId)).toMatchObject({
            state: 'completed',
            text: '- Read from the findings. [00:00](#t=0)\n',
            problem: null,
          });
      if (earlier.chat.answering) {
        expect(now.chat.messages.slice(0, -1)).toEqual(earlier.chat.messages);
        expect(now.chat.messages.at(-1)).toMatchObject({
          role: 'assistant',
          parts: [{ text: 'They all kept it. [00:00](#t=0)' }],
          metadata: { state: 'done' },
        });
      }
    }
  });

  test('the note of work that two users share is one note', () => {
    for (const title of ['The held oven', 'The queued oven']) {
      const notes = people.map((person) => after[person].find(({ detail }) => detail.title === title)?.detail.note);
      expect(notes[0]).toContain('oven');
      expect(notes[1]).toBe(notes[0]);
    }
  });

  test('the model was asked for each thing once, and for nothing that was paid before', () => {
    expect(asked.toSorted()).toEqual([
      ...['Fir 20', 'Fir 39', 'Fir 59', 'Gorse 19', 'Gorse 39', 'Gorse 58'].map((part) => `article ${part}`),
      ...['Hazel 0', 'Hazel 19', 'Hazel 39', 'Hazel 58'].map((part) => `article ${part}`),
      'chat Fir -',
      'chat Gorse -',
      ...['alone', 'held', 'left', 'queued', 'twice'].map((page) => `note ${page} -`),
      // Six answers, written from what was found in two parts each.
      ...Array.from({ length: 6 }, () => 'prompt ? -'),
      ...['Alder 1', 'Alder 2', 'Fir 2', 'Fir 2', 'Gorse 1', 'Gorse 2', 'Gorse 2', 'Hazel 1', 'Hazel 2'].map(
        (part) => `prompt ${part}`,
      ),
      ...['Fir 50', 'Gorse 50', 'Hazel 0', 'Hazel 50'].map((window) => `translation ${window}`),
    ]);
  });

  test('no job of that version is left', async () => {
    const names = ['summaries.execute-run', 'summaries.translate', 'summaries.write-article', 'prompts.run'];
    expect(
      await session.query(`select name, state from pgboss.job where name = any($1) and state in ('created', 'retry', 'active')`, [
        names,
      ]),
    ).toEqual([]);
  });

  test('what lists show of a note is there, and rows keep their owner', async () => {
    const { uniqueVideos } = await clients.ada.rpc.user.videos.query({ limit: 100 });
    expect(uniqueVideos.find(({ title }) => title === 'The shared oven')).toMatchObject({
      excerpt: expect.stringContaining('They keep their heat.'),
      tags: ['ovens', 'heat'],
    });
    for (const person of people) {
      const { uniqueVideos: own } = await clients[person].rpc.user.videos.query({ limit: 100 });
      expect(own.map(({ content_id }) => content_id).sort()).toEqual(
        before[person].contents.map(({ contentId }) => contentId).sort(),
      );
      expect((await clients[person].rpc.prompt.mine.query()).prompts).toMatchObject(withoutTimes(before[person].prompts));
      expect(await clients[person].rpc.content.running.query()).toEqual({ items: [], batches: [] });
    }
  });

  test('nothing of one user shows for the other', async () => {
    for (const person of people) {
      const { rpc } = clients[person === 'ada' ? 'ben' : 'ada'];
      for (const { contentId } of before[person].contents) {
        const calls = await Promise.allSettled([
          rpc.content.detail.query({ contentId }),
          rpc.content.writtenArticle.query({ contentId }),
          rpc.content.translation.query({ contentId, language: 'zh' }),
          rpc.chat.history.query({ contentId }),
          rpc.prompt.results.query({ contentId }),
        ]);
        for (const call of calls) expect(call.status === 'rejected' && codeOf(call.reason)).toBe('not_found');
      }
    }
  });

  test('a second start changes nothing, and all places for answers are free', async () => {
    await server.stop();
    asked.length = 0;
    await start();
    await settled(clients.ben, await submit(clients.ben, 'https://valley.example/later'));
    expect(asked).toEqual(['note later -']);
    for (const person of people) expect(await showAll(person)).toEqual(after[person]);

    special = (prompt) => (prompt.includes('REQUEST-') ? { hang: true } : null);
    const contentId = before.ada.contents.find(({ detail }) => detail.title === 'Hazel')?.contentId ?? '';
    const outcomes: string[] = [];
    for (const promptId of ['official-timeline', 'official-critique', 'official-blog-post'])
      outcomes.push(
        await clients.ada.rpc.prompt.run.mutate({ contentId, promptId, language: 'en' }).then(
          () => 'started',
          (error: unknown) => codeOf(error) ?? 'unknown',
        ),
      );
    expect(outcomes).toEqual(['started', 'started', 'too_many_answers']);
  });
});
