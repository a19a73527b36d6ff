/** A note's run, step by step: what it reads, for whom, what it stores, and when it is put off. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Tx } from '#db/client.ts';
import { contents, extractions, noteVersions, runs, sources } from '#db/schema/content.ts';
import { ledgerHolds } from '#db/schema/ledger.ts';
import { runWaits, siteRateLimits } from '#db/schema/site-rate-limits.ts';
import { uploads } from '#db/schema/uploads.ts';
import type { Extracted, Segment } from '#engine/domain.ts';
import { readPage } from '#engine/page/read-page.ts';
import type { SpeechPort } from '#engine/ports.ts';
import { reserveTime } from '#features/metering/server/task-time.ts';
import { watchEnds } from '#features/summaries/server/batch-summary/watch-ends.ts';
import { run } from '#features/summaries/server/execute-run.handler.ts';
import { rewriteFromFile, rewriteFromRejectedTrack, startWithFile } from '#features/summaries/server/own-source-text.ts';
import { createRunCredential } from '#features/summaries/server/run-credential.ts';
import { timedSpeech } from '#features/summaries/server/timed-speech.ts';
import { watchProgress } from '#features/summaries/server/watch-progress.ts';
import { noteTask } from '#features/summaries/tasks.ts';
import type { Services } from '#infra/services.ts';
import type { TaskContext } from '#infra/tasks/task.ts';
import { AppError } from '#lib/app-error.ts';
import { computeHere } from '../harness/compute-here.ts';
import { addUser, client, codeOf, keepAccountRows } from './account-rows.ts';
import { addContent, addExtraction, addRun, addSource, asker, byText, linesOf } from './content-records.ts';
import { type Recorded, recordedServices } from './recorded-services.ts';

keepAccountRows();

const folder = mkdtempSync(join(tmpdir(), 'gleaner-runs-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let recorded: Recorded;
let services: Services;
let asked: [url: string, asker: unknown][] = [];
let refusal: unknown = null;
beforeEach(async () => {
  for (const name of ['tasks', 'site_pace', 'blob_garbage']) await client.query(`delete from ${name}`);
  for (const id of ['ada', 'bob']) await addUser(id);
  [asked, refusal] = [[], new AppError('fetch_failed')];
  recorded = recordedServices([noteTask]);
  services = {
    ...recorded.services,
    compute: computeHere,
    ytDlp: { forAsker: () => ({}) },
    youtubeClients: [],
    speech: null,
    blobs: { localPath: async (key: string) => join(folder, key), stat: async () => ({ size: 7 }) },
    fetch: async (url: string, options: { asker?: unknown }) => {
      asked.push([url, options.asker]);
      throw refusal;
    },
  } as unknown as Services;
});

const sentences = [
  'The clay has to rest for a whole night before anybody touches it.',
  'Three teams measured the kiln and found the same eleven hours of heat.',
  'A village of forty people built the first one without a plan.',
  'The second kiln failed because the stones were still wet.',
  'Every school of the valley now teaches how the fire is laid.',
  'Ash from the orchard gives the glaze its green colour.',
];
const stamp = (s: number) => `00:00:${String(s).padStart(2, '0')},000`;
const srt = sentences.map((text, n) => `${n + 1}\n${stamp(n * 9)} --> ${stamp(n * 9 + 8)}\n${text}\n`).join('\n');

type Told = { stages: unknown[][]; put: number[] };
function contextOf(id: string, values: object = {}): TaskContext & Told {
  const told: Told = { stages: [], put: [] };
  return {
    ...told,
    ...{
      task: { id, createdAt: new Date() },
      usageKey: `note:${id}`,
      signal: new AbortController().signal,
      draft: () => undefined,
    },
    ...{
      stage: (...said: unknown[]) => told.stages.push(said),
      putOff: (ms: number) => told.put.push(ms),
      logger: services.logger,
    },
    write: (work: (tx: Tx) => Promise<unknown>) => client.db.transaction(work),
    complete: (work: (tx: Tx) => Promise<void>) => client.db.transaction(work),
    ...values,
  } as unknown as TaskContext & Told;
}
const contentOf = async (id: string) => (await client.db.select().from(contents).where(eq(contents.id, id)))[0];
const runOf = async (id: string) => (await client.db.select().from(runs).where(eq(runs.id, id)))[0];
const extractionOf = async (id: string | null | undefined) =>
  (
    await client.db
      .select()
      .from(extractions)
      .where(eq(extractions.id, id ?? randomUUID()))
  )[0];

/** A file with these words, and two contents that wait for its run. */
async function addFile(values: Partial<typeof runs.$inferInsert> = {}, text = srt) {
  const name = `${randomUUID()}.srt`;
  writeFileSync(join(folder, name), text);
  const source = await addSource({ key: `file:${name}`, url: null, blobKey: name, fileName: 'Kiln.srt' });
  const runId = await addRun(source.id, values);
  const waiting = { status: 'processing' as const, activeRunId: runId };
  return {
    source,
    runId,
    mine: await addContent('ada', source.id, waiting),
    theirs: await addContent('bob', source.id, { ...waiting, title: 'Own', ownTitle: true }),
  };
}

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
    asked = [];
    const id = await addRun(source.id, values);
    const error = await run(services, {}, contextOf(id)).catch(codeOf);
    return [error, asked.length > 0, (await runOf(id))?.extractionId ?? null];
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
    asked = [];
    const id = await addRun(source.id, values);
    await client.query('delete from contents');
    if (waits) {
      const at = (n: number) => new Date(Date.UTC(2026, 0, n));
      await addContent('ada', source.id, { activeRunId: id, createdAt: at(2), updatedAt: at(1) });
      await addContent('bob', source.id, { activeRunId: id, createdAt: at(1), updatedAt: at(2) });
    }
    await run(services, {}, contextOf(id)).catch(codeOf);
    return asked[0];
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
    refusal = error;
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
    refusal = full;
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

describe('words that a user chose', () => {
  const signal = new AbortController().signal;
  const rejected = [{ track: 'auto', fault: 'repeated' }] as never;

  /** A file that Ada has sent. */
  async function addUpload(name: string, bytes: string, values: Partial<typeof uploads.$inferInsert> = {}): Promise<string> {
    const id = randomUUID().replaceAll('-', '');
    writeFileSync(join(folder, id), bytes);
    await client.db
      .insert(uploads)
      .values({ id, userId: 'ada', name, sizeBytes: bytes.length, status: 'complete', blobKey: `uploads/${id}`, ...values });
    return id;
  }
  const withFiles = () => {
    const blobs = { localPath: async (key: string) => join(folder, key.slice(key.indexOf('/') + 1)) };
    return { ...services, blobs } as unknown as Services;
  };
  async function addRead(data: Partial<Extracted> = {}) {
    const source = await addSource();
    const about = {
      kind: 'video' as const,
      title: 'Kiln',
      author: 'Ann',
      durationMs: 99_000,
      sections: [],
      partial: true,
      problem: 'subtitles_missing' as const,
    };
    return addContent('ada', source.id, {
      sourceUrl: source.url,
      detail: 'brief',
      extractionId: await addExtraction(source.id, { ...about, ...data } as Partial<Extracted>),
    });
  }
  const use = (content: Awaited<ReturnType<typeof addRead>>, uploadId: string) =>
    rewriteFromFile(withFiles(), content, { uploadId, clientAddress: '192.0.2.7' }, signal);
  const wordsOf = async (content: { id: string }) =>
    (await extractionOf((await runOf((await contentOf(content.id))?.activeRunId ?? ''))?.extractionId))?.data;

  test('SUM-06 subtitles take the place of the words, and keep what else is known of the source', async () => {
    const content = await addRead({ rejected });
    const uploadId = await addUpload('own.srt', srt);
    expect(await use(content, uploadId)).toBe('processing');
    const words = await wordsOf(content);
    expect(words).toMatchObject({
      kind: 'video',
      title: 'Kiln',
      author: 'Ann',
      durationMs: 99_000,
      problem: null,
      rejected,
      transcript: { timed: true },
    });
    expect([words?.transcript?.segments.length, words?.sections, words?.partial, words?.language]).toEqual([
      6,
      undefined,
      undefined,
      words?.transcript?.language,
    ]);
    const [request] = recorded.metered
      .filter(([call]) => call === 'reserve')
      .map(([, task]) => (task as { request: object }).request);
    expect(request).toMatchObject({ userId: 'ada', clientAddress: '192.0.2.7', contentId: content.id });
    expect(await runOf((await contentOf(content.id))?.activeRunId ?? '')).toMatchObject({ detail: 'brief', again: true });
    expect(await client.db.$count(uploads)).toBe(0);
    const garbage = await client.query<{ key: string }>('select blob_key as key from blob_garbage');
    expect(garbage.map(({ key }) => key)).toEqual([expect.stringContaining(uploadId)]);
    // Without a length of its own, the content has that of the subtitles.
    const short = await addRead({
      durationMs: null,
      transcript: { ...linesOf(['x']), provenance: { origin: 'human', rejected } } as never,
    });
    await use(short, await addUpload('own.srt', srt));
    expect(await wordsOf(short)).toMatchObject({ durationMs: 53_000, rejected });
  });

  test('SUM-06 a text takes their place without times, and one that cannot be read leaves all as it is', async () => {
    const content = await addRead();
    const text = Array.from(
      { length: 6 },
      (_, n) => `Paragraph ${n + 1} tells of the barn, the mill and the river. It is short.`,
    ).join('\n\n');
    await use(content, await addUpload('own.txt', text));
    expect(await wordsOf(content)).toMatchObject({
      language: null,
      articleMarkdown: expect.stringContaining('Paragraph 1'),
      transcript: { timed: false, language: null, provenance: { origin: 'document', track: 'own.txt' } },
    });
    const other = await addRead();
    for (const [name, bytes, code] of [
      ['own.html', '<html><body><p>Words</p></body></html>', 'input_unsupported'],
      ['own.txt', ' \n ', 'document_no_text'],
    ] as const)
      expect([name, await use(other, await addUpload(name, bytes)).catch(codeOf)]).toEqual([name, code]);
    expect(await use(other, await addUpload('big.txt', 'x', { sizeBytes: 20 * 1024 * 1024 + 1 })).catch(codeOf)).toBe(
      'document_too_large',
    );
    expect([await client.db.$count(uploads), (await contentOf(other.id))?.activeRunId]).toEqual([0, null]);
  });

  test('SUM-06 a file is its sender’s, and not one that a content is made of', async () => {
    const content = await addRead();
    expect(await use(content, await addUpload('own.srt', srt, { userId: 'bob' })).catch(codeOf)).toBe('upload_not_found');
    const used = await addUpload('used.srt', srt);
    await addSource({ key: `file:${used}`, url: null, blobKey: `uploads/${used}` });
    expect(await use(content, used).catch(codeOf)).toBe('upload_not_found');
    expect([await client.db.$count(uploads), await client.query('select 1 from blob_garbage')]).toEqual([2, []]);
    // What was never read is known by its record.
    const source = await addSource();
    const unread = await addContent('ada', source.id, {
      sourceUrl: source.url,
      title: 'Never read',
      author: 'Ann',
      kind: null,
      durationMs: 5,
      status: 'failed',
    });
    await use(unread, await addUpload('own.srt', srt));
    expect(await wordsOf(unread)).toMatchObject({
      kind: 'subtitles',
      title: 'Never read',
      author: 'Ann',
      canonicalUrl: source.url,
      durationMs: 5,
      chapters: [],
      media: null,
    });
  });

  test('SUM-04 start a recording that they came along with, which is taken once they can be read', async () => {
    let taken = 0;
    const key = `file:${randomUUID()}`;
    const take = async () => {
      taken++;
      return { key, blobKey: 'uploads/talk', fileName: 'Talk.mp3' };
    };
    const start = (uploadId: string, recording = { key, take }, userId = 'ada') =>
      startWithFile(withFiles(), asker(userId), recording, { uploadId, noteLanguage: 'zh', detail: 'brief' }, signal);
    const refused = (uploadId: string) => start(uploadId).catch((error: unknown) => error);
    const about = (code: string) => ({ code, params: expect.objectContaining({ field: 'wordsId' }) });
    expect(await refused('none-of-these')).toMatchObject(about('upload_not_found'));
    expect(await refused(await addUpload('own.html', '<p>Words</p>'))).toMatchObject(about('input_unsupported'));
    expect(await refused(await addUpload('own.txt', ' \n '))).toMatchObject(about('document_no_text'));
    expect(await client.db.$count(uploads)).toBe(0);
    // What is too large, or a recording itself, may have been named by mistake.
    expect(await refused(await addUpload('big.srt', srt, { sizeBytes: 20 * 1024 * 1024 + 1 }))).toMatchObject({
      ...{ code: 'document_too_large', params: { field: 'wordsId', most: expect.any(String) } },
    });
    expect(await refused(await addUpload('other.mp3', 'ID3'))).toMatchObject({
      ...{ code: 'input_unsupported', params: { field: 'wordsId', name: 'other.mp3' } },
    });
    expect([taken, await client.db.$count(uploads), await client.db.$count(contents)]).toEqual([0, 2, 0]);
    await client.db.delete(uploads);
    const uploadId = await addUpload('own.en.srt', srt);
    const started = await start(uploadId);
    expect([taken, started]).toEqual([1, { contentId: started.contentId, status: 'processing', existing: false, begun: true }]);
    const content = await contentOf(started.contentId);
    expect(content).toMatchObject({ userId: 'ada', noteLanguage: 'zh', detail: 'brief', status: 'processing', sourceUrl: null });
    const own = await extractionOf(content?.ownExtractionId);
    expect(own).toMatchObject({
      contentId: started.contentId,
      data: { recordingUnread: true, language: 'en', kind: 'subtitles' },
    });
    expect((await runOf(content?.activeRunId ?? ''))?.extractionId).toBe(own?.id);
    expect(await client.db.$count(uploads)).toBe(0);
    // The answer to the first call was lost.
    expect(await start(uploadId)).toEqual({ contentId: started.contentId, status: 'processing', existing: true, begun: false });
    expect(await start(uploadId, { key, take }, 'bob').catch(codeOf)).toBe('upload_not_found');
    expect(await start(uploadId, { key: `${key}x`, take }).catch(codeOf)).toBe('upload_not_found');
    await client.db.update(contents).set({ ownExtractionId: null });
    expect([await start(uploadId).catch(codeOf), taken]).toEqual(['upload_not_found', 1]);
    // What the recording itself is refused for is not about the words, which are deleted all the same.
    const failing = async () => {
      throw new AppError('upload_incomplete');
    };
    const late = await start(await addUpload('own.srt', srt), { key: 'file:late', take: failing }).catch(
      (error: unknown) => error,
    );
    expect(late).toMatchObject({ code: 'upload_incomplete', params: {} });
    const broken = { ...withFiles(), compute: () => Promise.reject(new TypeError('broken')) } as unknown as Services;
    const words = { uploadId: await addUpload('own.srt', srt), noteLanguage: 'zh' as const };
    await expect(startWithFile(broken, asker('ada'), { key: 'file:late', take }, words, signal)).rejects.toThrow('broken');
    expect(await client.db.$count(uploads)).toBe(0);
  });

  test('SUM-06 a track is used when it was rejected, and given back', async () => {
    const content = await addRead({ rejected });
    const track = (name: string | null) => rewriteFromRejectedTrack(services, content, { track: name, clientAddress: '' });
    const refused = await track('other').catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'bad_request', params: { field: 'track' } });
    expect(await track('auto')).toBe('processing');
    expect(await runOf((await contentOf(content.id))?.activeRunId ?? '')).toMatchObject({ track: 'auto', extractionId: null });
    await client.db.update(contents).set({ activeRunId: null });
    expect(await track(null)).toBe('processing');
    expect(await runOf((await contentOf(content.id))?.activeRunId ?? '')).toMatchObject({ track: null, extractionId: null });
  });
});

describe('a recording whose words came along', () => {
  const bare = { durationSeconds: 60.5, mime: 'audio/mpeg', video: false, audio: true, hasCoverArt: false, subtitles: [] };
  const tagged = {
    ...bare,
    tags: { title: 'Told', artist: 'Ann', language: 'de' },
    chapters: [{ title: 'One', startSeconds: 3 }],
  };
  type Probe = Partial<typeof tagged>;

  /** What stands before it is read, and the services with which it is. */
  async function addRecording(probe: Probe | Error, words: Partial<Extracted> = {}) {
    writeFileSync(join(folder, 'talk'), 'ID3 sound');
    const source = await addSource({ key: `file:${randomUUID()}`, url: null, blobKey: 'uploads/talk', fileName: 'Talk.mp3' });
    const extractionId = await addExtraction(source.id, {
      ...{ kind: 'subtitles', title: 'Words', transcript: linesOf(sentences), recordingUnread: true, ...words },
    });
    const runId = await addRun(source.id, { extractionId });
    const content = await addContent('ada', source.id, { status: 'processing', activeRunId: runId, kind: 'subtitles' });
    const put: string[] = [];
    const reading = {
      ...services,
      blobs: {
        localPath: async (key: string) => join(folder, key.slice(key.indexOf('/') + 1)),
        put: async (key: string) => void put.push(key),
        stat: async (key: string) => ({ size: key.length }),
      },
      media: {
        async probe() {
          if (probe instanceof Error) throw probe;
          return { ...tagged, ...probe };
        },
        cover: async () => Buffer.from('jpeg'),
      },
    } as unknown as Services;
    return { source, extractionId, runId, content, put, reading };
  }

  test('SUM-04 is read once its note is written from them: its player, title, length and chapters, and they stay', async () => {
    const { source, extractionId, runId, content, put, reading } = await addRecording({ hasCoverArt: true });
    const other = await addExtraction(source.id, { title: 'Other' });
    await run(reading, {}, contextOf(runId));
    const [cover] = put;
    expect(put).toEqual([expect.stringMatching(/^covers\/[\w-]+\.jpg$/)]);
    expect((await extractionOf(extractionId))?.data).toMatchObject({
      ...{ kind: 'audio', title: 'Told', author: 'Ann', durationMs: 60_500, language: 'en', coverBlob: cover, problem: null },
      ...{ chapters: [{ title: 'One', startMs: 3000 }], transcript: { segments: linesOf(sentences).segments } },
      media: { type: 'audio', mime: 'audio/mpeg', blob: 'uploads/talk', url: null },
    });
    expect((await extractionOf(extractionId))?.data.recordingUnread).toBeUndefined();
    expect((await extractionOf(other))?.data.title).toBe('Other');
    expect(await contentOf(content.id)).toMatchObject({
      ...{
        status: 'completed',
        kind: 'audio',
        title: 'Told',
        durationMs: 60_500,
        coverBlob: cover,
        extractionId,
        problemCode: null,
      },
    });
    // Its cover counts; the upload was counted when it came.
    const [{ storedBytes } = { storedBytes: null }] = await client.db.select().from(sources).where(eq(sources.id, source.id));
    expect(storedBytes).toBe(cover?.length);
    const garbage = await client.query<{ key: string; at: Date }>('select blob_key as key, created_at as at from blob_garbage');
    expect(garbage.map(({ key, at }) => [key, Math.round((new Date(at).getTime() - Date.now()) / 3_600_000)])).toEqual([
      [cover, 12],
    ]);
  });

  test('SUM-04 has the language and the length of its words where it does not tell its own', async () => {
    const read = async (probe: Probe, words: Partial<Extracted>) => {
      const { extractionId, runId, reading } = await addRecording(probe, words);
      await run(reading, {}, contextOf(runId));
      const { language, durationMs, articleMarkdown } = (await extractionOf(extractionId))?.data ?? {};
      return [language, durationMs, articleMarkdown];
    };
    const nothing = { durationSeconds: null, tags: {} } as unknown as Probe;
    const words = { language: 'zh-TW', durationMs: 9000, articleMarkdown: '# Words' };
    expect(await read(nothing, words)).toEqual(['zh-TW', 9000, '# Words']);
    expect(await read({}, words)).toEqual(['zh-TW', 60_500, '# Words']);
    expect(await read(nothing, {})).toEqual(['en', null, null]);
  });

  test('SUM-04 that cannot be read leaves the note to them, and says why', async () => {
    for (const [error, code] of [
      [new AppError('media_refused'), 'media_refused'],
      [new AppError('file_missing'), 'file_missing'],
      [new AppError('timed_out'), 'timed_out'],
      [new AppError('document_unreadable'), 'media_unreadable'],
    ] as const) {
      const { extractionId, runId, content, reading } = await addRecording(error);
      const before = (await extractionOf(extractionId))?.data;
      await run(reading, {}, contextOf(runId));
      expect(await contentOf(content.id)).toMatchObject({ status: 'completed', title: 'Words', problemCode: code });
      // Another version tries it again.
      expect((await extractionOf(extractionId))?.data).toEqual(before);
    }
    for (const error of [new AppError('busy', { retry: {} }), new AppError('storage_failed'), new TypeError('broken')]) {
      const { runId, content, reading } = await addRecording(error);
      await expect(run(reading, {}, contextOf(runId))).rejects.toBeDefined();
      expect(await contentOf(content.id)).toMatchObject({ status: 'processing', problemCode: null, title: 'A' });
    }
    const { runId, content, reading } = await addRecording(new AppError('media_unreadable'));
    await expect(run(reading, {}, contextOf(runId, { signal: AbortSignal.abort() }))).rejects.toBeDefined();
    expect(await contentOf(content.id)).toMatchObject({ status: 'processing', problemCode: null });
  });
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
