/** Contents, their deletion and files, as stored, statement by statement, among other contents and users. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Tx } from '#db/client.ts';
import { blobGarbage, contents, sources } from '#db/schema/content.ts';
import { imageGenerations } from '#db/schema/outputs.ts';
import { tasks } from '#db/schema/tasks.ts';
import type { Extracted } from '#engine/domain.ts';
import { run as runDeletion } from '#features/contents/server/batch-delete/delete-contents.handler.ts';
import { readDeletion } from '#features/contents/server/batch-delete/outcome.ts';
import { startBatchDelete } from '#features/contents/server/batch-delete/start-batch-delete.ts';
import { fillNoteColumns } from '#features/contents/server/content-note.ts';
import { createDeleteFiles } from '#features/contents/server/delete-files.handler.ts';
import {
  endWaiting,
  keepOwnExtraction,
  loadExtraction,
  releaseRun,
  showExtraction,
  showExtractionWhileWaiting,
  stopWaiting,
  waitForRun,
} from '#features/contents/server/index.ts';
import { createMakeCover } from '#features/contents/server/make-cover.handler.ts';
import { loadUploadedFile, storePdf } from '#features/contents/server/original-file.ts';
import { renameContent } from '#features/contents/server/rename-content.ts';
import { deleteContentsTask } from '#features/contents/tasks.ts';
import { noteColumns } from '#features/notes/server/note-columns.ts';
import { noteTask } from '#features/summaries/tasks.ts';
import { translationTask } from '#features/transcripts/tasks.ts';
import type { Services } from '#infra/services.ts';
import type { TaskContext } from '#infra/tasks/task.ts';
import { AppError } from '#lib/app-error.ts';
import { addUser, client, codeOf, hoursAgo, inTx, keepAccountRows } from './account-rows.ts';
import {
  addContent,
  addExtraction,
  addOwn,
  addRun,
  addSource,
  byText,
  contentOf,
  extractedOf,
  linesOf,
} from './content-records.ts';
import { type Recorded, recordedServices } from './recorded-services.ts';

keepAccountRows();

let recorded: Recorded;
let services: Services;
const signal = new AbortController().signal;
beforeEach(async () => {
  for (const name of ['tasks', 'blob_garbage']) await client.query(`delete from ${name}`);
  for (const id of ['ada', 'bob']) await addUser(id);
  recorded = recordedServices([noteTask, translationTask, deleteContentsTask]);
  services = { ...recorded.services, llm: { id: 'server-model' } } as unknown as Services;
});

describe('a content', () => {
  const known = (id: string, values: Partial<Extracted> = {}) => ({ id, extracted: extractedOf(values) });

  test('SUM-03 shows what was read, but keeps the title of its owner and a cover made meanwhile', async () => {
    const source = await addSource();
    const read = {
      kind: 'video',
      title: 'Read',
      author: 'A',
      siteName: 'S',
      description: 'D',
      publishedAt: '2020',
      language: 'zh',
      durationMs: 59_999,
      coverUrl: 'https://a.example/c',
    } as const;
    const id = await addExtraction(source.id, { coverBlob: 'covers/made.jpg' });
    const [plain, named] = [
      await addContent('ada', source.id, { coverBlob: 'covers/own.jpg' }),
      await addContent('bob', source.id, { title: 'Mine', ownTitle: true }),
    ];
    for (const content of [plain, named])
      await inTx((tx) => showExtraction(services, tx, content, known(id, read), { noteLanguage: 'zh', detail: 'detailed' }));
    expect(await contentOf(plain.id)).toMatchObject({
      ...{ extractionId: id, kind: 'video', contentType: 'local', title: 'Read', author: 'A', siteName: 'S', description: 'D' },
      ...{
        publishedAt: '2020',
        language: 'zh',
        durationMs: 59_999,
        coverUrl: 'https://a.example/c',
        coverBlob: 'covers/made.jpg',
        noteLanguage: 'zh',
        detail: 'detailed',
      },
    });
    expect((await contentOf(named.id))?.title).toBe('Mine');
    const linked = await addOwn('ada', { coverBlob: 'covers/own.jpg' });
    const other = await addExtraction(source.id);
    await inTx((tx) =>
      showExtraction(
        services,
        tx,
        linked,
        known(other, { ...read, title: '', transcript: linesOf(['x']), coverBlob: 'covers/read.jpg' }),
      ),
    );
    expect(await contentOf(linked.id)).toMatchObject({
      title: 'A',
      contentType: 'shortVideo',
      language: 'en',
      coverBlob: 'covers/read.jpg',
      noteLanguage: 'en',
    });
    await inTx((tx) => showExtraction(services, tx, linked, known(other, { ...read, durationMs: 60_000 })));
    expect(await contentOf(linked.id)).toMatchObject({ contentType: 'longVideo', coverBlob: 'covers/read.jpg' });
  });

  test('SUM-04 waits for one run, and its note stays until that is done', async () => {
    const source = await addSource();
    const runId = await addRun(source.id);
    const id = await addExtraction(source.id);
    const old = { problemCode: 'timed_out', problemParams: {}, updatedAt: new Date(0) };
    const [bare, noted] = [
      await addContent('ada', source.id, { ...old, status: 'failed' }),
      await addContent('bob', source.id, { ...old, ...noteColumns('N'), title: 'Noted' }),
    ];
    const wait = (content: typeof bare, of: ReturnType<typeof known> | null) =>
      inTx((tx) =>
        waitForRun(services, tx, content, { runId, known: of, noteLanguage: 'zh', detail: 'brief', ownExtractionId: null }),
      );
    expect([await wait(bare, known(id)), await wait(noted, known(id))]).toEqual(['processing', 'completed']);
    const shared = { activeRunId: runId, problemCode: null, problemParams: null, noteLanguage: 'zh', detail: 'brief' };
    expect(await contentOf(bare.id)).toMatchObject({ ...shared, status: 'processing', title: 'Read', extractionId: id });
    expect((await contentOf(bare.id))?.updatedAt.getTime()).toBeGreaterThan(0);
    expect(await contentOf(noted.id)).toMatchObject({
      ...shared,
      status: 'completed',
      title: 'Noted',
      extractionId: null,
      updatedAt: new Date(0),
    });
    await inTx((tx) => showExtractionWhileWaiting(services, tx, { runId, isFile: false }, known(id, { title: 'Later' })));
    expect([(await contentOf(bare.id))?.title, (await contentOf(noted.id))?.title]).toEqual(['Later', 'Noted']);
    await inTx((tx) => keepOwnExtraction(tx, bare.id, id));
    expect([(await contentOf(bare.id))?.ownExtractionId, (await contentOf(noted.id))?.ownExtractionId]).toEqual([id, null]);
  });

  test('SUM-04 ends its waiting with what became of the run', async () => {
    const source = await addSource();
    const [runId, otherRun] = [await addRun(source.id), await addRun(source.id)];
    const waiting = { status: 'processing' as const, activeRunId: runId, updatedAt: new Date(0) };
    const error = new AppError('fetch_status', { params: { status: 404 } });
    const [bare, noted] = [
      await addContent('ada', source.id, waiting),
      await addContent('bob', source.id, { ...waiting, ...noteColumns('N') }),
    ];
    const other = await addOwn('ada', { ...waiting, activeRunId: otherRun });
    await inTx((tx) => endWaiting(tx, runId, { state: 'failed', error }));
    const problem = { problemCode: 'fetch_status', problemParams: { status: 404 }, activeRunId: null };
    expect(await contentOf(bare.id)).toMatchObject({ ...problem, status: 'failed' });
    expect((await contentOf(bare.id))?.updatedAt.getTime()).toBeGreaterThan(0);
    expect(await contentOf(noted.id)).toMatchObject({ ...problem, status: 'completed', updatedAt: new Date(0) });
    expect(await contentOf(other.id)).toMatchObject({ status: 'processing', activeRunId: otherRun });
    await inTx((tx) => endWaiting(tx, otherRun, { state: 'cancelled' }));
    expect(await contentOf(other.id)).toMatchObject({ status: 'cancelled', problemCode: null });
  });

  test('SUM-04 is let go of by its user, and the run stops with the last one', async () => {
    const source = await addSource();
    const [runId, otherRun] = [await addRun(source.id), await addRun(source.id)];
    const waiting = { status: 'processing' as const, activeRunId: runId, updatedAt: new Date(0) };
    const [mine, theirs] = [await addContent('ada', source.id, waiting), await addContent('bob', source.id, waiting)];
    const [noted, elsewhere] = [
      await addOwn('ada', { ...waiting, ...noteColumns('N') }),
      await addOwn('ada', { ...waiting, activeRunId: otherRun }),
    ];
    const stop = (contentIds: string[]) => inTx((tx) => stopWaiting(tx, { userId: 'ada', contentIds, runIds: [runId] }));
    expect(await stop([theirs.id, elsewhere.id])).toEqual([]);
    const stopped = await stop([mine.id, noted.id]);
    expect(stopped.map(({ id, status }) => [id, status]).sort(byText)).toEqual(
      [
        [mine.id, 'cancelled'],
        [noted.id, 'completed'],
      ].sort(byText),
    );
    expect([(await contentOf(mine.id))?.updatedAt.getTime() === 0, (await contentOf(noted.id))?.updatedAt.getTime()]).toEqual([
      false,
      0,
    ]);
    await inTx((tx) => releaseRun(services, tx, runId, 'ada'));
    expect(recorded.metered).toEqual([
      ['leave', expect.objectContaining({ id: runId }), { userId: 'ada', others: [{ userId: 'bob', contentId: theirs.id }] }],
    ]);
    await client.db.update(contents).set({ activeRunId: null }).where(eq(contents.id, theirs.id));
    await inTx((tx) => releaseRun(services, tx, runId, 'bob'));
    expect((await client.db.select().from(tasks)).map(({ id, state }) => [id, state]).sort(byText)).toEqual(
      [
        [runId, 'cancelled'],
        [otherRun, 'queued'],
      ].sort(byText),
    );
  });

  test('LIB-09 is renamed by its owner, where its type allows it', async () => {
    const [mine, other] = [await addOwn('ada', { updatedAt: new Date(0) }), await addOwn('ada')];
    expect(await renameContent(services, mine, 'New')).toBe('New');
    expect(await contentOf(mine.id)).toMatchObject({ title: 'New', ownTitle: true, updatedAt: new Date(0) });
    expect(await contentOf(other.id)).toMatchObject({ title: 'A', ownTitle: false });
    expect(await renameContent(services, { ...mine, userId: 'bob' }, 'X').catch(codeOf)).toBe('not_found');
    for (const contentType of ['longVideo', 'shortVideo'] as const)
      expect(await renameContent(services, { ...mine, contentType }, 'X').catch(codeOf)).toBe('title_fixed');
  });

  test('LIB-02 of an older version gets the columns of its note, and no newer one loses its own', async () => {
    const [one, two] = [
      await addOwn('ada', { note: 'One\n\n- [ ] a\n- [x] b\n\n#t', noteExcerpt: null }),
      await addOwn('bob', { note: 'Two', noteExcerpt: null }),
    ];
    const kept = await addOwn('ada', { note: 'Three', noteExcerpt: 'Kept' });
    await addOwn('ada');
    expect(await fillNoteColumns(client.db, noteColumns)).toBe(2);
    expect(await contentOf(one.id)).toMatchObject(noteColumns(one.note ?? ''));
    expect([(await contentOf(two.id))?.noteExcerpt, (await contentOf(kept.id))?.noteExcerpt]).toEqual(['Two', 'Kept']);
    expect(await fillNoteColumns(client.db, noteColumns)).toBe(0);
  });
});

describe('deletion of many', () => {
  test('LIB-15 is begun once for what is the user’s, and tells its outcome', async () => {
    const [one, two, theirs] = [await addOwn('ada'), await addOwn('ada'), await addOwn('bob')];
    expect(await startBatchDelete(services, 'ada', [theirs.id]).catch(codeOf)).toBe('not_found');
    expect(await readDeletion(services, 'ada')).toBeNull();
    const { taskId, total } = await startBatchDelete(services, 'ada', [one.id, two.id, one.id, theirs.id]);
    expect(total).toBe(2);
    const [task] = await client.db.select().from(tasks);
    expect(task).toMatchObject({ id: taskId, kind: 'delete_contents', key: 'ada', userId: 'ada' });
    const { contentIds } = (task?.payload ?? {}) as { contentIds: string[] };
    expect(contentIds.sort()).toEqual([one.id, two.id].sort());
    expect(await startBatchDelete(services, 'ada', [one.id]).catch(codeOf)).toBe('work_in_progress');
    expect(await readDeletion(services, 'ada')).toEqual({ taskId, state: 'running', total: 2, deleted: 0, failed: [] });
    const failed = [{ contentId: one.id, title: 'A' }];
    await client.db
      .update(tasks)
      .set({ state: 'completed', checkpoints: { outcome: { done: 2, deleted: 1, failed } }, createdAt: hoursAgo(2) });
    expect(await readDeletion(services, 'ada')).toEqual({ taskId, state: 'completed', total: 2, deleted: 1, failed });
    expect(await readDeletion(services, 'bob')).toBeNull();
    const next = await startBatchDelete(services, 'ada', [two.id]);
    expect((await readDeletion(services, 'ada'))?.taskId).toBe(next.taskId);
  });

  test('LIB-15 goes on after the last one, counts what was gone, and names what failed', async () => {
    const all = [await addOwn('ada'), await addOwn('ada'), await addOwn('ada', { title: 'Stuck' })];
    const theirs = await addOwn('bob');
    const contentIds = [all[0]?.id ?? '', randomUUID(), theirs.id, all[1]?.id ?? '', all[2]?.id ?? ''];
    const stages: unknown[][] = [];
    const checkpoints = new Map<string, unknown>([['outcome', { done: 1, deleted: 1, failed: [] }]]);
    const context = {
      ...{ signal, checkpoints, stage: (...said: unknown[]) => stages.push(said), putOff: () => undefined },
      checkpoint: async (name: string, value: unknown) => void checkpoints.set(name, value),
    } as unknown as TaskContext;
    const broken = {
      ...services.tasks,
      cancelAll: async (tx: Tx, of: { contentId?: string }) => {
        if (of.contentId === all[2]?.id) throw new AppError('internal');
        await recorded.services.tasks.cancelAll(tx, of as never);
      },
    };
    await runDeletion({ ...services, tasks: broken } as unknown as Services, { userId: 'ada', contentIds }, context);
    const left = (await client.db.select().from(contents)).map(({ id }) => id);
    expect(left.sort()).toEqual([all[0], all[2], theirs].map((one) => one?.id).sort(byText));
    expect(checkpoints.get('outcome')).toEqual({ done: 5, deleted: 4, failed: [{ contentId: all[2]?.id, title: 'Stuck' }] });
    expect(stages.map(([, percent]) => percent)).toEqual([40, 60, 80, 100]);
    expect(stages.at(-1)).toEqual(['deleting', 100, 'deleting', { total: 5, done: 5, deleted: 4, failed: 1 }]);
  });
});

describe('files', () => {
  test('LIB-15 are deleted when their time has come and nothing names them', async () => {
    const { id: outputId } = (
      await client.db
        .insert(imageGenerations)
        .values({ userId: 'ada', operationName: `images/${randomUUID()}` })
        .returning()
    )[0] ?? { id: '' };
    const output = `outputs/images/${outputId}/0.png`;
    await client.db.update(imageGenerations).set({ blobs: [output] });
    await addSource({ key: 'file:a', url: null, blobKey: 'uploads/a' });
    const source = await addSource();
    await addExtraction(source.id, {
      coverBlob: 'covers/e',
      media: { type: 'audio', mime: 'a', blob: 'media/e', url: null } as unknown as Extracted['media'],
    });
    await addContent('ada', source.id, { coverBlob: 'covers/c' });
    await client.query(`update "user" set avatar_blob = 'avatars/a' where id = 'ada'`);
    const used = ['uploads/a', 'covers/e', 'media/e', 'covers/c', 'avatars/a', output];
    const unused = ['covers/x', `outputs/images/${outputId}/1.png`, `outputs/images/${randomUUID()}/0.png`];
    await client.db.insert(blobGarbage).values([...used, ...unused].map((blobKey) => ({ blobKey, createdAt: hoursAgo(1) })));
    await client.db.insert(blobGarbage).values({ blobKey: 'covers/later', createdAt: hoursAgo(-1) });
    const deleted: string[] = [];
    const blobs = { delete: async (key: string) => void deleted.push(key) };
    await createDeleteFiles({ ...services, blobs } as unknown as Services).run({}, { signal } as never);
    expect(deleted.sort()).toEqual(unused.sort());
    expect((await client.db.select().from(blobGarbage)).map(({ blobKey }) => blobKey)).toEqual(['covers/later']);
  });

  const missing = async () => {
    throw new AppError('file_missing');
  };
  const answer = (status: number, bytes: Uint8Array) => ({ status, bytes: async () => bytes, cancel: async () => undefined });

  test('SUM-03 a cover is made of the first page of a PDF, once, and shown where there is none', async () => {
    const put: string[] = [];
    const painted: unknown[] = [];
    const files = {
      put: async (key: string) => void put.push(key),
      stat: missing,
      localPath: async (key: string) => `/files/${key}`,
    };
    const fetched: [string, { asker?: object; maxBytes?: number }][] = [];
    const made = {
      ...services,
      blobs: files,
      paintPage: async (file: unknown) => {
        painted.push(file);
        return Buffer.from('jpeg');
      },
      fetch: async (url: string, options: object) => {
        fetched.push([url, options]);
        return answer(200, Buffer.from('%PDF-'));
      },
    } as unknown as Services;
    const make = (extractionId: string, of = made) => createMakeCover(of).run({ extractionId }, { signal } as never);
    const source = await addSource();
    const extractionId = await addExtraction(source.id, { document: { format: 'pdf', pages: 1 } });
    const [mine, theirs] = [
      await addContent('ada', source.id),
      await addContent('bob', source.id, { coverBlob: 'covers/own.jpg' }),
    ];
    await client.query(`update contents set created_at = created_at - interval '1 hour' where id = $1`, [theirs.id]);
    const other = await addOwn('ada');
    await make(extractionId);
    await make(extractionId);
    const key = put[0] ?? '';
    expect([put, key]).toEqual([[key], expect.stringMatching(/^covers\/[\da-f]{64}\.jpg$/)]);
    expect(fetched).toEqual([
      [
        source.url,
        expect.objectContaining({
          asker: { userId: 'bob' },
          maxBytes: 30 * 1024 * 1024,
          headers: { accept: 'application/pdf,*/*;q=0.5' },
        }),
      ],
    ]);
    expect(painted).toEqual([{ bytes: Buffer.from('%PDF-') }]);
    expect((await loadExtraction(client.db, extractionId))?.extracted.coverBlob).toBe(key);
    expect(await Promise.all([mine, theirs, other].map(async ({ id }) => (await contentOf(id))?.coverBlob))).toEqual([
      key,
      'covers/own.jpg',
      null,
    ]);
    const [row] = await client.db.select().from(sources).where(eq(sources.id, source.id));
    expect([row?.storedBytes, recorded.told]).toEqual([4, [{ type: 'user_work', userId: 'ada' }]]);
    const [garbage] = await client.db.select().from(blobGarbage).where(eq(blobGarbage.blobKey, key));
    expect(Math.round(((garbage?.createdAt.getTime() ?? 0) - Date.now()) / 60_000)).toBe(60);
    // An uploaded one is here already.
    const upload = await addSource({ key: 'file:u', url: null, blobKey: 'uploads/u' });
    const there = { ...made, blobs: { ...files, stat: async () => ({ size: 1 }) } } as unknown as Services;
    await make(await addExtraction(upload.id, { document: { format: 'pdf', pages: 1 } }), there);
    expect([painted[1], fetched.length]).toEqual([{ path: '/files/uploads/u' }, 1]);
    await make(await addExtraction(upload.id, { document: { format: 'pdf', pages: 1 } }));
    await make(randomUUID());
    expect([painted.length, fetched.length]).toEqual([2, 1]);
  });

  test('SUM-03 a page is shown by the icon that it names, else by that of its site', async () => {
    const icon = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(8)]);
    let answers: Record<string, () => unknown> = {};
    const asked: string[] = [];
    const put: string[] = [];
    const made = {
      ...services,
      blobs: { put: async (key: string) => void put.push(key) },
      fetch: async (url: string) => {
        asked.push(url);
        return (answers[url] ?? (() => answer(404, icon)))();
      },
    } as unknown as Services;
    const make = async (data: Partial<Extracted>, context = { signal }) => {
      [asked.length, put.length] = [0, 0];
      const extractionId = await addExtraction((await addSource({ url: 'https://s.example/page' })).id, data);
      await client.db.delete(blobGarbage);
      const error = await createMakeCover(made)
        .run({ extractionId }, context as never)
        .catch((failure: unknown) => failure);
      await client.query('delete from sources');
      return [asked.slice(), put.map((key) => key.replace(/[\da-f]{64}/, '…')), error instanceof AppError ? error.code : error];
    };
    const named = 'https://cdn.example/icon.png';
    const own = 'https://p.example/favicon.ico';
    const page = { canonicalUrl: 'https://p.example/x', iconUrl: named };
    answers = { [named]: () => answer(200, icon) };
    expect(await make(page)).toEqual([[named], ['icons/….png'], undefined]);
    answers = {
      [named]: () => answer(200, Buffer.from('<html>')),
      [own]: () => answer(200, Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.alloc(8)])),
    };
    expect((await make(page))[0]).toEqual([named, own]);
    answers = { [named]: () => Promise.reject(new AppError('fetch_failed')), [own]: () => answer(404, icon) };
    expect(await make(page)).toEqual([[named, own], [], undefined]);
    expect((await make({}))[0]).toEqual(['https://s.example/favicon.ico']);
    answers = { [named]: () => Promise.reject(new AppError('busy')) };
    expect((await make(page))[2]).toBe('busy');
    answers = { [named]: () => Promise.reject(new AppError('fetch_failed')) };
    expect((await make(page, { signal: AbortSignal.abort() }))[2]).toBe('fetch_failed');
  });

  test('CON-05 a linked PDF is fetched once, when it is one', async () => {
    const put: string[] = [];
    let there = false;
    let next: unknown = answer(200, Buffer.from(`${' '.repeat(1019)}%PDF-1.7`));
    const fetched: unknown[] = [];
    const made = {
      ...services,
      blobs: { put: async (key: string) => void put.push(key), stat: async () => (there ? { size: 1 } : missing()) },
      fetch: async (...said: unknown[]) => {
        fetched.push(said);
        return next;
      },
    } as unknown as Services;
    const source = await addSource();
    const content = await addContent('ada', source.id, { kind: 'document', sourceUrl: source.url });
    const key = `documents/${source.id}.pdf`;
    expect([await storePdf(made, content, signal), put]).toEqual([key, [key]]);
    expect(fetched).toEqual([
      [source.url, expect.objectContaining({ asker: { userId: 'ada' }, timeoutMs: 120_000, maxBytes: 50 * 1024 * 1024 })],
    ]);
    const stored = async () => (await client.db.select().from(sources).where(eq(sources.id, source.id)))[0]?.storedBytes;
    expect(await stored()).toBe(1027);
    there = true;
    expect([await storePdf(made, content, signal), fetched.length, await stored()]).toEqual([key, 1, 1027]);
    there = false;
    for (const refused of [
      answer(404, Buffer.from('%PDF-')),
      answer(200, Buffer.from(`${' '.repeat(1020)}%PDF-1.7`)),
      answer(200, Buffer.from('<html>')),
    ]) {
      next = refused;
      expect(await storePdf(made, content, signal).catch(codeOf)).toBe('not_found');
    }
    expect(await storePdf(made, { ...content, kind: 'page' }, signal).catch(codeOf)).toBe('not_found');
    expect(await storePdf(made, { ...content, sourceUrl: null }, signal).catch(codeOf)).toBe('not_found');
    const upload = await addSource({ key: 'file:p', url: null, blobKey: 'uploads/p', fileName: 'a.PDF' });
    const uploaded = await addContent('ada', upload.id, { kind: null, sourceUrl: null });
    expect([await storePdf(made, uploaded, signal), await loadUploadedFile(made, uploaded)]).toEqual([
      'uploads/p',
      { blobKey: 'uploads/p', name: 'a.PDF' },
    ]);
    expect(await loadUploadedFile(made, content).catch(codeOf)).toBe('not_found');
    expect([put.length, await stored()]).toEqual([1, 1027]);
  });
});
