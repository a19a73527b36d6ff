/** How a run is put in line, priced and begun, as stored, statement by statement, among other contents and users. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { batchItems } from '#db/schema/batches.ts';
import { contents, extractions, noteVersions, runs } from '#db/schema/content.ts';
import { runWaits, siteRateLimits } from '#db/schema/site-rate-limits.ts';
import { tasks } from '#db/schema/tasks.ts';
import type { Extracted, StoredNote } from '#engine/domain.ts';
import { requireOwnedContent, wantedLink } from '#features/contents/server/index.ts';
import { createBatch } from '#features/summaries/server/batches.ts';
import { cancelWork } from '#features/summaries/server/cancel-run.ts';
import { findFreshRun, isFetchedAnew, knownSeconds } from '#features/summaries/server/note-price.ts';
import { readDetail, readOverview } from '#features/summaries/server/read-content.ts';
import { retryNotes, unwrittenRuns } from '#features/summaries/server/retry-notes.ts';
import { runKey, wordsKey } from '#features/summaries/server/run-key.ts';
import { priorityFor, priorityOfSingle } from '#features/summaries/server/run-priority.ts';
import { startNote, startNoteAgain } from '#features/summaries/server/start-note.ts';
import { summaryOfUrl } from '#features/summaries/server/summary-of-url.ts';
import { costOfWork } from '#features/summaries/server/work-cost.ts';
import { batchSummaryTask, noteTask } from '#features/summaries/tasks.ts';
import type { Services } from '#infra/services.ts';
import { addUser, client, codeOf, hoursAgo, inTx, keepAccountRows } from './account-rows.ts';
import {
  addContent,
  addExtraction,
  addOwn,
  addRun,
  addSource,
  asker,
  contentOf,
  extractedOf,
  linesOf,
  runOf,
  taskOf,
} from './content-records.ts';
import { type Recorded, recordedServices } from './recorded-services.ts';
import { addBatch, addWaiting, stage, waitOf } from './run-records.ts';

keepAccountRows();

let recorded: Recorded;
let services: Services;
const signal = new AbortController().signal;

beforeEach(async () => {
  for (const name of ['tasks', 'site_pace']) await client.query(`delete from ${name}`);
  for (const id of ['ada', 'bob', 'eve']) await addUser(id);
  recorded = recordedServices([noteTask, batchSummaryTask]);
  services = recorded.services;
});
/** Forgets what was told so far. */
function forget(): void {
  for (const list of [recorded.metered, recorded.told, recorded.moved]) list.length = 0;
}

/** What a run wrote; `costLimited` where it stopped at the limit. */
const noteOf = (markdown: string, costLimited = false) =>
  ({ markdown, outline: { method: 'extractive', model: null, costLimited }, coverage: null }) as unknown as StoredNote;
const wish = { noteLanguage: 'en', detail: 'standard' } as const;

describe('priorities', () => {
  test('SUM-02 fall with what a user has waiting, single requests before all of batches', async () => {
    expect([priorityOfSingle(0), priorityOfSingle(1), priorityOfSingle(90_000), priorityOfSingle(90_001)]).toEqual([
      ...[100_000, 99_999, 10_000, 10_000],
    ]);
    const of = (userId: string, batch: boolean) => inTx((tx) => priorityFor(tx, userId, batch));
    expect([await of('ada', false), await of('ada', true)]).toEqual([100_000, 0]);
    const [inBatch, single, left] = [await addWaiting('ada'), await addWaiting('ada'), await addWaiting('ada')];
    await addWaiting('bob');
    await addOwn('ada');
    await addBatch('ada', [
      [inBatch.content, inBatch.runId],
      [left.content, randomUUID()],
    ]);
    expect([await of('ada', false), await of('ada', true)]).toEqual([99_998, -1]);
    expect((await contentOf(single.content.id))?.activeRunId).toBe(single.runId);
  });
});

describe('prices', () => {
  const seconds = (values: Partial<Parameters<typeof knownSeconds>[1]> & { source: { id: string } }) =>
    knownSeconds(client.db, { content: null, own: null, refetch: false, toldSeconds: null, ...values });

  test('ACC-03 go by the words that are known, else by the length of the record, else by what the page told', async () => {
    const source = await addSource();
    expect(await seconds({ source })).toBeNull();
    expect(await seconds({ source, toldSeconds: 0 })).toBeNull();
    expect(await seconds({ source, toldSeconds: 95.4 })).toBe(95.4);
    const content = await addContent('ada', source.id, { durationMs: 61_500 });
    expect(await seconds({ source, content, toldSeconds: 95 })).toBe(62);
    expect(await seconds({ source, content: { ...content, durationMs: null }, toldSeconds: 95.4 })).toBe(96);
    expect(await seconds({ source, content: { ...content, durationMs: 0 }, toldSeconds: 95.4 })).toBe(96);
    const heard = {
      ...linesOf(['x']),
      provenance: { origin: 'human', track: 'en', heardMs: 200_000 },
    } as Extracted['transcript'];
    await addExtraction(source.id, { transcript: heard });
    expect(await seconds({ source, content })).toBe(200);
    expect(await seconds({ source, content, refetch: true })).toBe(62);
    const shorter = { ...heard, provenance: { origin: 'human', heardMs: 30_000 } } as Extracted['transcript'];
    const own = { extractionId: await addExtraction(source.id, { transcript: shorter }, { contentId: content.id }) };
    expect(await seconds({ source, content, own })).toBe(30);
    expect(await seconds({ source, content, own, refetch: true })).toBe(30);
    expect(await seconds({ source, content, own: { track: 'x' } })).toBe(200);
    expect(await seconds({ source, content, own: { extractionId: randomUUID() } })).toBe(62);
  });

  test('SUM-08 a finished run answers for a day, unless it stopped at the cost limit', async () => {
    const { id } = await addSource();
    const run = (values: object) => addRun(id, { key: 'k', note: noteOf('Note'), ...values }, null);
    await run({ finishedAt: hoursAgo(24.1) });
    await run({ finishedAt: new Date(), note: null });
    await run({ finishedAt: new Date(), note: noteOf('Short', true) });
    await run({ finishedAt: new Date(), key: 'other' });
    expect(await findFreshRun(client.db, 'k')).toBeUndefined();
    await run({ finishedAt: hoursAgo(23.9) });
    const latest = await run({ finishedAt: hoursAgo(5) });
    expect((await findFreshRun(client.db, 'k'))?.id).toBe(latest);
  });

  test('SUM-08 a link is fetched anew when it could not be read or was read a day ago, a file never', async () => {
    const [link, file] = [await addSource(), await addSource({ url: null, key: 'file:1' })];
    const anew = (source: typeof link, problemCode: string | null = null) => isFetchedAnew(client.db, { problemCode }, source);
    expect([await anew(link), await anew(file)]).toEqual([true, false]);
    await addExtraction(link.id);
    expect([await anew(link), await anew(link, 'out_of_time'), await anew(link, 'fetch_status')]).toEqual([false, false, true]);
    await client.db.update(extractions).set({ createdAt: hoursAgo(24.1) });
    expect(await anew(link)).toBe(true);
  });

  test('ACC-03 of work are told before it is begun', async () => {
    const time = { startingSeconds: 600, monthlySeconds: 0, referralSeconds: 0, referralMost: 0, grantDays: null };
    services.settings = { ...services.settings, time } as never;
    const ada = { id: 'ada', role: 'user' as const };
    const cost = (input: Parameters<typeof costOfWork>[2], person: Parameters<typeof costOfWork>[1] = ada) =>
      costOfWork(services, person, input);
    const links = (...list: [url: string, durationSeconds: number | null][]) =>
      ({ work: 'links', links: list.map(([url, durationSeconds]) => ({ url, durationSeconds })), noteLanguage: 'en' }) as const;
    expect(await cost({ work: 'question' })).toEqual({ pays: 'nothing', seconds: 0, unknown: 0, left: 600 });
    const fresh: [string, number | null][] = [
      ['https://n.example/1', 10.2],
      ['https://n.example/2', null],
      ['https://n.example/3', 5],
    ];
    expect(await cost(links(...fresh))).toEqual({ pays: 'time', seconds: 16, unknown: 1, left: 600 });
    expect(await cost(links(...fresh), null)).toEqual({ pays: 'time', seconds: 16, unknown: 1, left: 600 });
    expect(await cost({ work: 'again', contentId: randomUUID() }).catch(codeOf)).toBe('not_found');
    expect(await cost({ work: 'again', contentId: randomUUID() }, null)).toMatchObject({ pays: 'nothing' });
    const url = 'https://k.example/1';
    const source = await addSource({ url });
    expect(await cost(links([url, 7.5]))).toMatchObject({ pays: 'time', seconds: 8 });
    const known = await addContent('ada', source.id, { sourceUrl: url, durationMs: 90_000 });
    expect(await cost(links([url, null]))).toMatchObject({ pays: 'nothing' });
    expect(await cost({ work: 'again', contentId: known.id })).toMatchObject({ pays: 'time', seconds: 90 });
    expect(await cost({ work: 'batch', contentIds: [known.id] })).toMatchObject({ pays: 'time', seconds: 90 });
    expect(await cost({ work: 'batch', contentIds: [known.id] }, null)).toMatchObject({ pays: 'nothing' });
    await client.query(`update contents set note = 'Note', note_excerpt = 'Note' where id = $1`, [known.id]);
    expect(await cost({ work: 'batch', contentIds: [known.id] })).toMatchObject({ pays: 'nothing', seconds: 0 });
    // Another user pays for the same link, until somebody has begun or just finished it.
    const bob = { id: 'bob', role: 'user' as const };
    expect(await cost(links([url, 7]), bob)).toMatchObject({ seconds: 7 });
    const key = runKey({ llm: null, keyUserId: null }, source.key, { noteLanguage: 'en', detail: 'standard' });
    const runId = await addRun(source.id, { key, note: noteOf('x'), finishedAt: new Date() });
    expect([await cost(links([url, 7]), bob), await cost({ work: 'again', contentId: known.id })]).toMatchObject([
      { pays: 'nothing' },
      { pays: 'nothing' },
    ]);
    await client.db.update(tasks).set({ state: 'running' });
    expect(await cost(links([url, 7]), bob)).toMatchObject({ pays: 'nothing' });
    await client.db.update(tasks).set({ state: 'completed' });
    expect(await cost(links([url, 7]), bob)).toMatchObject({ pays: 'nothing' });
    expect(await cost({ work: 'again', contentId: known.id })).toMatchObject({ seconds: 90 });
    await client.query(`update contents set status = 'failed' where id = $1`, [known.id]);
    expect(await cost({ work: 'again', contentId: known.id })).toMatchObject({ pays: 'nothing' });
    await client.db.update(runs).set({ note: null }).where(eq(runs.id, runId));
    expect([await cost(links([url, 7]), bob), await cost(links([url, 7]))]).toMatchObject([{ seconds: 7 }, { seconds: 90 }]);
    expect(await cost({ ...links([url, 7]), detail: 'brief' }, bob)).toMatchObject({ seconds: 7 });
    await client.query(`update contents set active_run_id = $2 where id = $1`, [known.id, runId]);
    expect(await cost(links([url, 7]))).toMatchObject({ pays: 'nothing' });
    expect(await cost({ work: 'again', contentId: known.id })).toMatchObject({ pays: 'nothing' });
    services.settings = { ...services.settings, time: null };
    expect(await cost(links(...fresh))).toEqual({ pays: 'unlimited', seconds: 0, unknown: 0, left: null });
  });
});

describe('work', () => {
  const url = 'https://w.example/page';
  const begin = (userId = 'ada', options: Parameters<typeof startNote>[4] = {}) =>
    startNote(services, asker(userId), wantedLink(url), 'en', options);
  const keyOf = (detail: 'standard' | 'brief' = 'standard') =>
    runKey({ llm: null, keyUserId: null }, `url:${url}`, { noteLanguage: 'en', detail });

  test('SUM-01 is begun for a new link, with what was told of it', async () => {
    const started = await begin('ada', { title: '  Told ', toldSeconds: 95.4, detail: 'brief' });
    expect(started).toEqual({ contentId: started.contentId, status: 'processing', existing: false, begun: true });
    const content = await contentOf(started.contentId);
    const run = await runOf(content?.activeRunId);
    expect(content).toMatchObject({
      userId: 'ada',
      title: 'Told',
      sourceUrl: url,
      detail: 'brief',
      noteLanguage: 'en',
      status: 'processing',
    });
    expect(run).toMatchObject({
      key: keyOf('brief'),
      detail: 'brief',
      refetch: false,
      again: false,
      variant: null,
      keyUserId: null,
    });
    expect(await taskOf(run?.id)).toMatchObject({
      kind: 'note',
      key: keyOf('brief'),
      userId: null,
      state: 'queued',
      priority: 100_000,
      startAfter: null,
    });
    expect(recorded.metered).toEqual([
      [
        'reserve',
        expect.objectContaining({
          id: run?.id,
          request: { ...asker('ada'), needsBudget: false, keyUserId: null, contentId: started.contentId, seconds: 96 },
        }),
      ],
    ]);
    expect(recorded.told).toContainEqual({ type: 'user_work', userId: 'ada' });
    expect(await waitOf(run?.id ?? '')).toMatchObject({ site: 'host:w.example', priority: 100_000, waiting: true });
  });

  test('SUM-08 that is under way is joined by others, and a content on its way is returned as it is', async () => {
    const first = await begin();
    const runId = (await contentOf(first.contentId))?.activeRunId;
    await client.db.update(runWaits).set({ priority: -5 });
    forget();
    const again = await begin();
    expect(again).toEqual({ contentId: first.contentId, status: 'processing', existing: true, begun: false });
    // Asked for alone, it goes to the front.
    expect(await waitOf(runId ?? '')).toMatchObject({ priority: 100_000 });
    await client.db.update(runWaits).set({ priority: -5 });
    const known = await addExtraction((await runOf(runId))?.sourceId ?? '', { title: 'Read already' });
    await client.db.update(runs).set({ extractionId: known });
    const batchId = await createBatch(client.db, { userId: 'bob', title: '', url: '' });
    const other = await begin('bob', { batch: { id: batchId, position: 3 } });
    expect(other).toMatchObject({ status: 'processing', existing: false, begun: true });
    expect(await contentOf(other.contentId)).toMatchObject({
      activeRunId: runId,
      title: 'Read already',
      extractionId: known,
      userId: 'bob',
    });
    expect(recorded.metered).toEqual([
      ['join', expect.objectContaining({ kind: 'note', request: { ...asker('bob'), needsBudget: false, keyUserId: null } })],
    ]);
    expect(await client.db.select().from(batchItems)).toEqual([{ batchId, contentId: other.contentId, runId, position: 3 }]);
    expect((await waitOf(runId ?? ''))?.priority).toBe(-5);
    expect(await begin('bob', { batch: { id: batchId, position: 4 } })).toMatchObject({ existing: true, begun: false });
    expect((await waitOf(runId ?? ''))?.priority).toBe(-5);
    await begin('eve');
    expect((await waitOf(runId ?? ''))?.priority).toBe(100_000);
    expect(await client.db.$count(runs)).toBe(1);
  });

  test('SUM-08 that has just ended answers at once, and a completed content is left alone', async () => {
    const source = await addSource({ url });
    const extractionId = await addExtraction(source.id, { title: 'Read', kind: 'video', durationMs: 61_000, problem: null });
    const note = noteOf('Written.');
    await addRun(source.id, { key: keyOf(), note, finishedAt: new Date(), extractionId }, null);
    const started = await begin();
    expect(started).toMatchObject({ status: 'completed', existing: false, begun: true });
    expect(await contentOf(started.contentId)).toMatchObject({
      ...{ status: 'completed', activeRunId: null, note: 'Written.', title: 'Read', extractionId, kind: 'video' },
      ...{ contentType: 'longVideo', noteLanguage: 'en', detail: 'standard' },
    });
    expect(recorded.metered.map(([call]) => call)).toEqual(['join']);
    expect(recorded.told).toContainEqual({ type: 'user_work', userId: 'ada' });
    forget();
    expect(await begin()).toEqual({ contentId: started.contentId, status: 'completed', existing: true, begun: false });
    expect([recorded.metered, recorded.told]).toEqual([[], []]);
    // A failed one takes it too, and is the same record.
    const failed = await addContent('bob', source.id, { status: 'failed', problemCode: 'fetch_status', noteLanguage: 'zh' });
    expect(await begin('bob')).toEqual({ contentId: failed.id, status: 'completed', existing: true, begun: true });
    expect(await contentOf(failed.id)).toMatchObject({ note: 'Written.', problemCode: null, noteLanguage: 'en' });
  });

  test('SUM-01 that failed is tried again, and is refused when the user’s storage is full', async () => {
    const source = await addSource({ url });
    const failed = await addContent('ada', source.id, { status: 'failed', problemCode: 'timed_out', problemParams: { a: 1 } });
    services.settings = { ...services.settings, uploads: { ...services.settings.uploads, quotaBytes: 0 } };
    expect(await begin('ada', { needsRoom: true }).catch(codeOf)).toBe('storage_quota');
    expect(await begin()).toEqual({ contentId: failed.id, status: 'processing', existing: true, begun: true });
    expect(await contentOf(failed.id)).toMatchObject({ status: 'processing', problemCode: null, problemParams: null });
    // What is there needs no room.
    expect(await begin('ada', { needsRoom: true })).toMatchObject({ begun: false });
  });

  test('SUM-02 of a batch starts when its site is free, behind what waits there', async () => {
    const batchId = await createBatch(client.db, { userId: 'ada', title: '', url: '' });
    const free = new Date(Date.now() + 60_000);
    await client.db.insert(siteRateLimits).values({ site: 'host:w.example', nextStart: free });
    const started = await begin('ada', { batch: { id: batchId, position: 0 } });
    const task = await taskOf((await contentOf(started.contentId))?.activeRunId);
    expect(task).toMatchObject({ startAfter: free });
    expect(task?.priority).toBe(0);
  });

  test('SUM-05 is begun anew beside the note that is there, as new work', async () => {
    const source = await addSource({ url });
    const extractionId = await addExtraction(source.id);
    const content = await addContent('ada', source.id, { extractionId, note: 'Old', noteExcerpt: 'Old', updatedAt: new Date(0) });
    await addRun(source.id, { key: keyOf(), note: noteOf('x'), finishedAt: new Date() }, null);
    let also = 0;
    const again = (words?: Parameters<typeof startNoteAgain>[3]['words'], of = content) =>
      startNoteAgain(services, of, wish, {
        clientAddress: 'a',
        ...(words === undefined ? {} : { words }),
        also: async () => void also++,
      });
    expect([await again(), also]).toEqual(['completed', 1]);
    const run = await runOf((await contentOf(content.id))?.activeRunId);
    expect(run).toMatchObject({ key: keyOf(), again: true, refetch: false, variant: run?.id, track: null });
    expect(await contentOf(content.id)).toMatchObject({ status: 'completed', note: 'Old', updatedAt: new Date(0), extractionId });
    expect(await again().catch(codeOf)).toBe('work_in_progress');
    await cancelWork(services, await requireOwnedContent(client.db, 'ada', content.id));
    await client.db.update(extractions).set({ createdAt: hoursAgo(25) });
    // From words that the user chose: they are kept for this content alone.
    await again({ track: 'rejected' });
    const ofTrack = await runOf((await contentOf(content.id))?.activeRunId);
    expect(ofTrack).toMatchObject({
      track: 'rejected',
      refetch: true,
      key: runKey({ llm: null, keyUserId: null }, wordsKey(source.key, content.id, { track: 'rejected' }), wish),
    });
    expect(await waitOf(ofTrack?.id ?? '')).toBeDefined();
    await cancelWork(services, await requireOwnedContent(client.db, 'ada', content.id));
    await again({ extracted: extractedOf({ title: 'From a file' }) });
    const fromFile = await contentOf(content.id);
    const ofFile = await runOf(fromFile?.activeRunId);
    expect(fromFile?.ownExtractionId).toBe(ofFile?.extractionId);
    expect(await waitOf(ofFile?.id ?? '')).toBeUndefined();
    const [stored] = await client.db
      .select()
      .from(extractions)
      .where(eq(extractions.id, ofFile?.extractionId ?? ''));
    expect(stored).toMatchObject({ contentId: content.id, sourceId: source.id, data: { title: 'From a file' } });
    await cancelWork(services, await requireOwnedContent(client.db, 'ada', content.id));
    // They stay until the source's own are wanted.
    await again(undefined, await requireOwnedContent(client.db, 'ada', content.id));
    expect((await runOf((await contentOf(content.id))?.activeRunId))?.extractionId).toBe(ofFile?.extractionId);
    await cancelWork(services, await requireOwnedContent(client.db, 'ada', content.id));
    await again(null, await requireOwnedContent(client.db, 'ada', content.id));
    expect((await contentOf(content.id))?.ownExtractionId).toBeNull();
    await client.query('delete from contents');
    expect(await again().catch(codeOf)).toBe('not_found');
  });

  test('SUM-05 anew goes on where the current note stopped at the cost limit', async () => {
    const source = await addSource({ url });
    const content = await addContent('ada', source.id, { note: 'Old', noteExcerpt: 'Old' });
    const ended = (values: object) => addRun(source.id, { key: keyOf(), finishedAt: hoursAgo(30), ...values }, null);
    await ended({ note: noteOf('a', true), variant: 'stopped', finishedAt: hoursAgo(29) });
    await ended({ note: noteOf('a', true), variant: 'older' });
    await ended({ note: noteOf('whole'), variant: 'whole', finishedAt: hoursAgo(1) });
    await ended({ note: noteOf('b', true), variant: 'other', key: 'other', finishedAt: hoursAgo(1) });
    const [version] = await client.db
      .insert(noteVersions)
      .values({ userId: 'ada', contentId: content.id, markdown: 'Old', method: 'model', outline: noteOf('a', true).outline })
      .returning();
    await client.db.update(contents).set({ noteVersionId: version?.id }).where(eq(contents.id, content.id));
    const variant = async () => {
      await startNoteAgain(services, await requireOwnedContent(client.db, 'ada', content.id), wish, { clientAddress: '' });
      const run = await runOf((await contentOf(content.id))?.activeRunId);
      await cancelWork(services, await requireOwnedContent(client.db, 'ada', content.id));
      return run?.variant === run?.id ? 'own' : run?.variant;
    };
    expect(await variant()).toBe('stopped');
    await client.db.update(noteVersions).set({ outline: noteOf('a').outline });
    expect(await variant()).toBe('own');
  });

  test('SUM-14 that a failed run left is begun again for all who waited, also when one cannot pay', async () => {
    const source = await addSource({ url });
    const runId = await addRun(source.id, {}, null);
    const at = (n: number) => ({ createdAt: new Date(Date.UTC(2026, 0, n)), sourceUrl: url });
    const first = await addContent('bob', source.id, { status: 'failed', ...at(1) });
    const second = await addContent('ada', source.id, { status: 'failed', ...at(2) });
    await addContent('eve', source.id, { ...at(3) });
    const other = await addRun(source.id, { detail: 'brief' }, null);
    expect([...(await unwrittenRuns(client.db, [runId, other]))]).toEqual([runId]);
    expect(await unwrittenRuns(client.db, [])).toEqual(new Set());
    expect(await retryNotes(services, other, '').catch(codeOf)).toBe('task_not_repeatable');
    recorded.broke.push('bob');
    const retried = await retryNotes(services, runId, '192.0.2.9');
    const mine = await contentOf(second.id);
    expect(retried).toEqual({ runId: mine?.activeRunId, begun: 1, total: 2 });
    expect((await contentOf(first.id))?.activeRunId).toBeNull();
    expect(recorded.metered).toEqual([
      ['reserve', expect.objectContaining({ request: expect.objectContaining({ userId: 'ada', clientAddress: '192.0.2.9' }) })],
    ]);
    const refused = await retryNotes(services, runId, '').catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'out_of_time' });
    recorded.broke.length = 0;
    expect(await retryNotes(services, runId, '')).toMatchObject({ begun: 1, total: 1 });
    await client.db.update(runs).set({ note: noteOf('x') });
    expect(await unwrittenRuns(client.db, [runId])).toEqual(new Set());
  });

  test('SUM-01 a summary of a link waits as long as it is told to', async () => {
    const source = await addSource({ url });
    const content = await addContent('ada', source.id, {
      status: 'completed',
      title: 'T',
      note: 'N',
      noteExcerpt: 'N',
      problemCode: 'fetch_status',
    });
    const ask = (userId: string, waitMs: number) =>
      summaryOfUrl(services, asker(userId), wantedLink(url), { url, waitMs }, signal);
    expect(await ask('ada', 1000)).toEqual({
      ...{ contentId: content.id, status: 'completed', title: 'T', summary: 'N', problem: { code: 'fetch_status', params: {} } },
    });
    expect(await ask('bob', 0)).toMatchObject({ status: 'processing', summary: null, problem: null, title: 'w.example/page' });
  });
});

describe('a content', () => {
  test('SUM-03 is read with what its note, its source and its run say, by its owner', async () => {
    const source = await addSource({ url: 'https://r.example/' });
    const transcript = linesOf(['One.', 'Two.']);
    const extractionId = await addExtraction(source.id, { transcript, articleMarkdown: ' \n', kind: 'video', chapters: [] });
    const runId = await addRun(source.id, {}, { progress: stage('outline') });
    const content = await addContent('ada', source.id, {
      ...{
        extractionId,
        activeRunId: runId,
        note: 'N',
        noteExcerpt: 'N',
        kind: 'video',
        durationMs: 61_500,
        sourceUrl: source.url,
      },
    });
    const [version] = await client.db
      .insert(noteVersions)
      .values({
        ...{ userId: 'ada', contentId: content.id, markdown: 'N', method: 'model', model: 'm' },
        outline: { method: 'model', checks: { statements: 4, statementsVerified: 3 }, chapters: [], costLimited: true } as never,
        coverage: { share: 0.5 } as never,
      })
      .returning();
    await client.db.update(contents).set({ noteVersionId: version?.id }).where(eq(contents.id, content.id));
    await addContent('bob', source.id);
    const overview = await readOverview(client.db, 'ada', content.id);
    expect(overview).toMatchObject({
      ...{
        contentId: content.id,
        extractionId,
        durationSeconds: 61.5,
        hasScript: true,
        hasText: false,
        timed: true,
        transcriptVersion: 0,
      },
      ...{ noteMethod: 'model', noteModel: 'm', noteEdited: false, verified: { statements: 4, standing: 3 }, costLimited: true },
      ...{ coverage: { share: 0.5 }, run: { stage: 'outline' }, originalFile: null, ownWords: false, noteVersionId: version?.id },
    });
    for (const read of [readOverview, readDetail])
      expect(await read(client.db, 'bob', content.id).catch(codeOf)).toBe('not_found');
    expect(await readDetail(client.db, 'ada', content.id)).toMatchObject({
      subtitlesArray: [{ text: 'One.' }, { text: 'Two.' }],
      paragraphs: [],
    });
    // Edited, its coverage is computed from what it says now.
    await client.db.update(noteVersions).set({ method: 'edited' });
    const edited = await readOverview(client.db, 'ada', content.id);
    expect([edited.noteEdited, edited.noteMethod, edited.coverage === null]).toEqual([true, 'model', false]);
    expect(edited.coverage).not.toEqual({ share: 0.5 });
    // By the outline of its own version: by those of others the whole talk would count.
    await client.db.update(contents).set({ note: 'N [00:00](#t=0)' }).where(eq(contents.id, content.id));
    const alone = (await readOverview(client.db, 'ada', content.id)).coverage;
    const whole = [{ title: 'A', segmentIds: [0, 1], points: [{ text: 'a', segmentIds: [0, 1] }] }];
    for (const createdAt of ['2020-01-01', '2040-01-01'])
      await client.db.insert(noteVersions).values({
        ...{ userId: 'ada', contentId: content.id, markdown: 'O', method: 'model', createdAt: new Date(createdAt) },
        outline: { method: 'model', abstract: [], chapters: whole } as never,
      });
    await client.db
      .update(noteVersions)
      .set({ model: 'n' })
      .where(eq(noteVersions.id, version?.id ?? ''));
    expect((await readOverview(client.db, 'ada', content.id)).coverage).toEqual(alone);
    expect(alone?.share).toBeLessThan(0.6);
    await client.db.update(contents).set({ extractionId: null }).where(eq(contents.id, content.id));
    expect((await readOverview(client.db, 'ada', content.id)).coverage).toEqual({ share: 0.5 });
  });
});
