/** A note's run, step by step: what it reads, for whom, what it stores, and when it is put off. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Tx } from '#db/client.ts';
import { contents, extractions, noteVersions, type runs, sources } from '#db/schema/content.ts';
import { ledgerHolds } from '#db/schema/ledger.ts';
import { runWaits, siteRateLimits } from '#db/schema/site-rate-limits.ts';
import type { Extracted, Segment } from '#engine/domain.ts';
import { readPage } from '#engine/page/read-page.ts';
import type { SpeechPort } from '#engine/ports.ts';
import { reserveTime } from '#features/metering/server/task-time.ts';
import { watchEnds } from '#features/summaries/server/batch-summary/watch-ends.ts';
import { run } from '#features/summaries/server/execute-run.handler.ts';
import { createRunCredential } from '#features/summaries/server/run-credential.ts';
import { timedSpeech } from '#features/summaries/server/timed-speech.ts';
import { watchProgress } from '#features/summaries/server/watch-progress.ts';
import type { Services } from '#infra/services.ts';
import { AppError } from '#lib/app-error.ts';
import { client, codeOf } from './account-rows.ts';
import { addContent, addExtraction, addRun, addSource, byText, linesOf } from './content-records.ts';
import {
  addFile,
  contentOf,
  contextOf,
  extractionOf,
  keepRunRows,
  recorded,
  runOf,
  sentences,
  services,
  site,
} from './run-services.ts';

keepRunRows();

test('SUM-01 a run reads its source, keeps what it read, and gives the note to all who wait', async () => {
  const { source, runId, mine, theirs } = await addFile();
  const other = await addContent('ada', (await addSource()).id);
  const context = contextOf(runId);
  await run(services, {}, context);
  const done = await runOf(runId);
  const extraction = await extractionOf(done?.extractionId);
  expect(extraction).toMatchObject({ sourceId: source.id, contentId: null, data: { kind: 'subtitles', problem: null } });
  expect(done?.note?.markdown).toMatch(/\S/);
  expect(done?.finishedAt).toBeInstanceOf(Date);
  for (const { id } of [mine, theirs])
    expect(await contentOf(id)).toMatchObject({
      status: 'completed',
      activeRunId: null,
      extractionId: extraction?.id,
      contentType: 'local',
      kind: 'subtitles',
    });
  expect([(await contentOf(mine.id))?.note, (await contentOf(theirs.id))?.title]).toEqual([done?.note?.markdown, 'Own']);
  expect(await contentOf(other.id)).toEqual(other);
  expect(await client.db.$count(noteVersions)).toBe(2);
  // Its file was counted when it was uploaded, and has no cover.
  const [row] = await client.db.select().from(sources).where(eq(sources.id, source.id));
  expect([row?.storedBytes, recorded.queued, context.put]).toEqual([0, [], []]);
  expect(context.stages).toContainEqual(['outline', expect.any(Number), 'finding_chapters']);
});

test('SUM-08 a run uses what was read just now, in the language that is wanted, unless it is to read anew', async () => {
  const source = await addSource({ url: 'https://s.example/x' });
  const data: Partial<Extracted> = { transcript: linesOf(sentences), captionLanguages: ['en', 'zh-Hans'], kind: 'video' };
  const known = await addExtraction(source.id, data);
  const attempt = async (values: Partial<typeof runs.$inferInsert>) => {
    site.asked = [];
    const id = await addRun(source.id, values);
    const error = await run(services, {}, contextOf(id)).catch(codeOf);
    return [error, site.asked.length > 0, (await runOf(id))?.extractionId ?? null];
  };
  expect(await attempt({})).toEqual([undefined, false, known]);
  expect(recorded.queued).toEqual([]);
  for (const values of [{ noteLanguage: 'zh' as const }, { refetch: true }, { track: 'x' }])
    expect((await attempt(values)).slice(1)).toEqual([true, null]);
  expect(await attempt({ noteLanguage: 'zh', extractionId: known })).toEqual([undefined, false, known]);
  await client.db
    .update(extractions)
    .set({ data: { ...(await extractionOf(known))?.data, captionLanguages: ['de'] } as Extracted });
  expect((await attempt({ noteLanguage: 'zh' }))[1]).toBe(false);
});

test('ACC-03 a run measures the time of its words, and takes for good only what it has heard itself', async () => {
  const time = { startingSeconds: 600, monthlySeconds: 0, referralSeconds: 0, referralMost: 0, grantDays: null };
  services.settings = { ...services.settings, time };
  const source = await addSource({ url: 'https://s.example/x' });
  const heard = {
    ...linesOf(sentences),
    provenance: { origin: 'speech', track: 'x', heardMs: 61_000 },
  } as unknown as Extracted['transcript'];
  await addExtraction(source.id, { transcript: heard });
  const runId = await addRun(source.id);
  const content = await addContent('ada', source.id, { activeRunId: runId });
  await client.db.transaction((tx) =>
    reserveTime(services, tx, { taskId: runId, userId: 'ada', contentId: content.id, seconds: 5 }),
  );
  await run(services, {}, contextOf(runId));
  const holds = await client.db.select().from(ledgerHolds);
  expect(holds.map(({ taskId, amount, measured, processed }) => [taskId, amount, measured, processed])).toEqual([
    [runId, expect.any(Number), 61, 0],
  ]);
  const long = await addRun(source.id);
  await addExtraction(source.id, {
    transcript: { ...heard, provenance: { ...heard?.provenance, heardMs: 900_000 } } as Extracted['transcript'],
  });
  await client.db.transaction((tx) =>
    reserveTime(services, tx, { taskId: long, userId: 'ada', contentId: content.id, seconds: 5 }),
  );
  expect(await run(services, {}, contextOf(long)).catch(codeOf)).toBe('out_of_time');
});

test('SUM-02 a run asks in the name of who waits longest, or of whose key pays', async () => {
  const source = await addSource({ url: 'https://s.example/x' });
  const attempt = async (values: Partial<typeof runs.$inferInsert> = {}, waits = true) => {
    site.asked = [];
    const id = await addRun(source.id, values);
    await client.query('delete from contents');
    if (waits) {
      const at = (n: number) => new Date(Date.UTC(2026, 0, n));
      await addContent('ada', source.id, { activeRunId: id, createdAt: at(2), updatedAt: at(1) });
      await addContent('bob', source.id, { activeRunId: id, createdAt: at(1), updatedAt: at(2) });
    }
    await run(services, {}, contextOf(id)).catch(codeOf);
    return site.asked[0];
  };
  expect(await attempt()).toEqual([expect.stringContaining('s.example'), { userId: 'bob' }]);
  expect((await attempt({ keyUserId: 'ada' }))?.[1]).toEqual({ userId: 'ada' });
  expect((await attempt({}, false))?.[1]).toEqual({});
});

test('SUM-03 a source without words fails with what it said, and one that is gone is told', async () => {
  const silent = async (data: Partial<Extracted>) => {
    const source = await addSource();
    const id = await addRun(source.id, { extractionId: await addExtraction(source.id, data) });
    return run(services, {}, contextOf(id)).catch(codeOf);
  };
  expect([await silent({ problem: 'subtitles_missing' }), await silent({})]).toEqual(['subtitles_missing', 'document_no_text']);
  const file = await addSource({ key: 'file:x', url: null, fileName: 'x.srt' });
  expect(await run(services, {}, contextOf(await addRun(file.id))).catch(codeOf)).toBe('file_missing');
  expect(await run(services, {}, contextOf(randomUUID())).catch(codeOf)).toBe('internal');
  // Of a track that is not there any more nothing is stored.
  const { runId, source } = await addFile({ track: 'gone' });
  expect(await run(services, {}, contextOf(runId)).catch(codeOf)).toBe('subtitles_missing');
  expect(await client.db.$count(extractions, eq(extractions.sourceId, source.id))).toBe(0);
});

test('SUM-06 a track that was chosen is kept for the one content that waits', async () => {
  const { runId, mine, theirs } = await addFile();
  await run(services, {}, contextOf(runId));
  const track = (await extractionOf((await runOf(runId))?.extractionId))?.data.transcript?.provenance.track ?? null;
  const chosen = await addRun(mine.sourceId, { track });
  expect(await run(services, {}, contextOf(chosen)).catch(codeOf)).toBe('cancelled');
  await client.db.update(contents).set({ activeRunId: chosen }).where(eq(contents.id, mine.id));
  await run(services, {}, contextOf(chosen));
  const own = (await runOf(chosen))?.extractionId;
  expect(await extractionOf(own)).toMatchObject({ contentId: mine.id });
  expect([(await contentOf(mine.id))?.ownExtractionId, (await contentOf(theirs.id))?.ownExtractionId]).toEqual([own, null]);
});

test('SUM-08 a full disk and a site that sends away put a run off, for a day at the most', async () => {
  const source = await addSource({ url: 'https://s.example/x' });
  const attempt = async (error: unknown, values: object = {}) => {
    site.refusal = error;
    const id = await addRun(source.id);
    await client.db.insert(runWaits).values({ runId: id, site: 'host:s.example', priority: 0 });
    const context = contextOf(id, values);
    return { error: await run(services, {}, context).catch(codeOf), put: context.put, stage: context.stages.at(-1), id };
  };
  const task = (hours: number) => ({ task: { id: randomUUID(), createdAt: new Date(Date.now() - hours * 3_600_000) } });
  const full = new AppError('storage_failed', { retry: { afterMs: 61_500 } });
  expect(await attempt(full)).toMatchObject({
    error: undefined,
    put: [61_500],
    stage: ['queued', 0, 'waiting_space', { seconds: 62 }],
  });
  expect(await attempt(new AppError('storage_failed'))).toMatchObject({ error: 'storage_failed', put: [] });
  expect(await attempt(new AppError('fetch_failed', { retry: { afterMs: 5 } }))).toMatchObject({
    error: 'fetch_failed',
    put: [],
  });
  const old = await addRun(source.id);
  for (const [hours, put] of [
    [24.1, []],
    [23.9, [61_500]],
  ] as const) {
    site.refusal = full;
    const context = contextOf(old, { task: { ...task(hours).task, id: old } });
    await run(services, {}, context).catch(codeOf);
    expect(context.put).toEqual(put);
  }
  const busy = await attempt(new AppError('fetch_status', { params: { status: 429 }, retry: { afterMs: 120_000 } }));
  const afterMs = busy.put[0] ?? 0;
  expect([busy.error, afterMs >= 119_000, afterMs < 125_000]).toEqual([undefined, true, true]);
  expect(await client.db.select().from(siteRateLimits)).toMatchObject([
    { site: 'host:s.example', reason: 'fetch_status', strikes: 1 },
  ]);
});

test('SUM-06 a session is that of the one who waits longest, and is asked for by site', async () => {
  const source = await addSource();
  const runId = await addRun(source.id);
  const credential = createRunCredential(services, runId);
  expect(await credential('bilibili')).toBeNull();
  const at = (n: number) => new Date(Date.UTC(2026, 0, n));
  await addContent('ada', source.id, { activeRunId: runId, updatedAt: at(2) });
  await addContent('bob', source.id, { activeRunId: runId, updatedAt: at(1) });
  const read: unknown[] = [];
  const db = new Proxy(client.db, {
    get: (target, name, receiver) => {
      if (name === 'select') read.push(name);
      return Reflect.get(target, name, receiver);
    },
  });
  expect(await createRunCredential({ ...services, db } as Services, runId)('bilibili')).toBeNull();
  expect(read).toHaveLength(2);
});

test('ACC-03 time is measured piece by piece before it is heard, each piece once', async () => {
  const heard: string[] = [];
  const order: string[] = [];
  const engine = {
    id: 'engine',
    recognise: async (piece: { startMs: number }): Promise<Segment[]> => {
      order.push('heard');
      heard.push(`${piece.startMs}`);
      return [];
    },
  };
  const context = {
    task: { id: randomUUID() },
    write: async (work: (tx: Tx) => Promise<unknown>) => {
      order.push('measured');
      return client.db.transaction(work);
    },
  };
  const speech = timedSpeech(services, { engineFor: async () => engine } as unknown as SpeechPort, context as never);
  const timed = await speech.engineFor(...([] as unknown as Parameters<SpeechPort['engineFor']>));
  for (const startMs of [0, 1000, 1000]) await timed.recognise({ startMs, endMs: startMs + 1000 } as never, {} as never);
  expect([heard, order.slice(0, 4)]).toEqual([
    ['0', '1000', '1000'],
    ['measured', 'heard', 'measured', 'heard'],
  ]);
  const refusing = timedSpeech(
    services,
    { engineFor: async () => engine } as unknown as SpeechPort,
    { ...context, write: async () => Promise.reject(new AppError('out_of_time')) } as never,
  );
  const refused = await refusing.engineFor(...([] as unknown as Parameters<SpeechPort['engineFor']>));
  expect(await refused.recognise({ startMs: 0, endMs: 1 } as never, {} as never).catch(codeOf)).toBe('out_of_time');
  expect(heard).toHaveLength(3);
});

test('SUM-12 the end of a note is told by its task, by its user’s work, and by a lost connection', async () => {
  let tell: (one: unknown) => void = () => undefined;
  let closed = 0;
  const subscribe = (listener: typeof tell) => {
    tell = listener;
    return () => closed++;
  };
  const events = { subscribe } as never;
  const controller = new AbortController();
  const ends = watchEnds({ events }, 'ada', controller.signal);
  const woken = async (one: unknown) => {
    let done = false;
    const waiting = ends.wait(['t1']).then(() => (done = true));
    tell(one);
    await new Promise(setImmediate);
    const before = done;
    if (!before) tell(null);
    await waiting;
    return before;
  };
  expect(await woken({ type: 'task', taskId: 't1' })).toBe(true);
  expect(await woken({ type: 'task', taskId: 't2' })).toBe(false);
  expect(await woken({ type: 'user_work', userId: 'ada' })).toBe(true);
  expect(await woken({ type: 'user_work', userId: 'bob' })).toBe(false);
  expect(await woken({ type: 'channels_due' })).toBe(false);
  // What was told in between is not missed.
  tell({ type: 'task', taskId: 't1' });
  await ends.wait(['t1']);
  const waiting = ends.wait(['t1']).catch((error: unknown) => error);
  controller.abort(new Error('stop'));
  expect(await waiting).toMatchObject({ message: 'stop' });
  ends.close();
  expect(closed).toBe(1);
});

test('SUM-04 who watches a content whose run has ended is told how', async () => {
  const source = await addSource();
  const signal = new AbortController().signal;
  const watch = async (content: { id: string; userId: string }, which: string | null = content.id, until = signal) => {
    const found: Map<string, string>[] = [];
    const contentId = which ?? undefined;
    const tasks = {
      async *watch(request: { find: () => Promise<Map<string, string>>; once: boolean; drafts: boolean }) {
        expect([request.once, request.drafts]).toEqual([contentId !== undefined, contentId !== undefined]);
        found.push(await request.find());
        yield* [] as never[];
      },
    };
    const seen: unknown[] = [];
    const events = watchProgress({ ...services, tasks } as unknown as Services, {
      userId: content.userId,
      contentId,
      lastEventId: 4,
      signal: until,
    });
    for await (const { id, data } of events) seen.push([id, data]);
    return { seen, found: found.map((map) => [...map]) };
  };
  const told = (contentId: string, event: object) => [[4, { contentId, taskId: null, event: { ...event, elapsedMs: 0 } }]];
  const done = await addContent('ada', source.id);
  expect((await watch(done)).seen).toEqual(told(done.id, { type: 'completed' }));
  expect((await watch(done, null)).seen).toEqual([]);
  expect((await watch(done, done.id, AbortSignal.abort())).seen).toEqual([]);
  expect((await watch({ id: done.id, userId: 'bob' })).seen).toEqual([]);
  const cancelled = await addContent('ada', (await addSource()).id, { status: 'cancelled' });
  expect((await watch(cancelled)).seen).toEqual(told(cancelled.id, { type: 'cancelled' }));
  const failed = await addContent('ada', (await addSource()).id, {
    status: 'failed',
    problemCode: 'fetch_status',
    problemParams: { status: 404 },
  });
  expect((await watch(failed)).seen).toEqual(told(failed.id, { type: 'failed', code: 'fetch_status', params: { status: 404 } }));
  const runId = await addRun(source.id);
  const waiting = await addContent('bob', source.id, { activeRunId: runId });
  const other = await addContent('bob', (await addSource()).id, { activeRunId: await addRun(source.id) });
  expect(await watch(waiting)).toEqual({ seen: [], found: [[[runId, waiting.id]]] });
  expect((await watch(waiting, null)).found[0]?.sort()).toEqual(
    [
      [runId, waiting.id],
      [other.activeRunId, other.id],
    ].sort(byText),
  );
});

test('SUM-03 a cover is made for a page and a PDF without one, of what was just read', async () => {
  const html = `<!doctype html><html lang="en"><head><title>Oven</title></head><body><article><h1>Oven</h1>${sentences
    .map((text) => `<p>${text} ${text}</p>`)
    .join('')}</article></body></html>`;
  const source = await addSource({ url: 'https://s.example/oven' });
  const fetch = async (url: string) => {
    const bytes = Buffer.from(html);
    return {
      ...{ status: 200, url, headers: new Headers({ 'content-type': 'text/html; charset=utf-8' }), body: [bytes] },
      ...{ bytes: async () => bytes, cancel: async () => undefined },
    };
  };
  const extractPage = async (page: Parameters<typeof readPage>[0]) => readPage(page);
  const pages = { ...services, fetch, extractPage, renderPage: null } as unknown as Services;
  const first = await addRun(source.id);
  await run(pages, {}, contextOf(first));
  const extractionId = (await runOf(first))?.extractionId;
  expect((await extractionOf(extractionId))?.data).toMatchObject({ kind: 'page', coverBlob: null });
  expect(recorded.queued).toEqual([
    [expect.objectContaining({ name: expect.any(String) }), { extractionId }, { singletonKey: extractionId }],
  ]);
  // What was read before has asked for its cover before.
  await run(pages, {}, contextOf(await addRun(source.id)));
  expect(recorded.queued).toHaveLength(1);
});
