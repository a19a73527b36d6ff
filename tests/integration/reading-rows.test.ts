/** Contents, their words and what readers mark in them, as they are stored, among other contents and users. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Tx } from '#db/client.ts';
import { blobGarbage, contents, extractions, sources } from '#db/schema/content.ts';
import { userContentHighlights } from '#db/schema/highlights.ts';
import { imageGenerations } from '#db/schema/outputs.ts';
import { tasks } from '#db/schema/tasks.ts';
import { transcriptEdits, transcriptTranslations } from '#db/schema/transcript-edits.ts';
import type { Extracted } from '#engine/domain.ts';
import { lineKey } from '#engine/translate/translate-lines.ts';
import { run as runDeletion } from '#features/contents/server/batch-delete/delete-contents.handler.ts';
import { readDeletion, startDeletion } from '#features/contents/server/batch-delete/outcome.ts';
import { fillNoteColumns } from '#features/contents/server/content-note.ts';
import { createDeleteFiles } from '#features/contents/server/delete-files.handler.ts';
import {
  hasTranscript,
  loadArticle,
  loadPlayable,
  loadTranscript,
  shownTranscript,
} from '#features/contents/server/extraction-parts.ts';
import {
  addStoredBytes,
  createContent,
  endWaiting,
  ensureSource,
  freshExtraction,
  keepOwnExtraction,
  loadExtraction,
  releaseRun,
  showExtraction,
  showExtractionWhileWaiting,
  stopWaiting,
  waitForRun,
  wantedLink,
} from '#features/contents/server/index.ts';
import { createMakeCover } from '#features/contents/server/make-cover.handler.ts';
import { loadUploadedFile, storePdf } from '#features/contents/server/original-file.ts';
import { renameContent } from '#features/contents/server/rename-content.ts';
import { deleteContentsTask } from '#features/contents/tasks.ts';
import { maxHighlightsPerContent } from '#features/highlights/contract.ts';
import {
  createHighlight,
  deleteHighlight,
  reattachHighlights,
  restoreHighlight,
  updateHighlight,
} from '#features/highlights/server/change.ts';
import { moveHighlights } from '#features/highlights/server/move-highlights.ts';
import { highlightsOf, listHighlights } from '#features/highlights/server/queries.ts';
import { noteColumns } from '#features/notes/server/note-columns.ts';
import { noteTask } from '#features/summaries/tasks.ts';
import {
  addEdit,
  keepNoteChanges,
  loadRenamer,
  readEdits,
  removeEdit,
  withCorrections,
} from '#features/transcripts/server/edit-rows.ts';
import { segmentsOf, toTranscript } from '#features/transcripts/server/segments.ts';
import { cancelTranslation, readTranslation, startTranslation } from '#features/transcripts/server/translations.ts';
import { translationTask } from '#features/transcripts/tasks.ts';
import type { Services } from '#infra/services.ts';
import type { TaskContext } from '#infra/tasks/task.ts';
import { AppError } from '#lib/app-error.ts';
import { addUser, client, codeOf, keepAccountRows } from './account-rows.ts';
import {
  addContent,
  addExtraction,
  addOwn,
  addRun,
  addSource,
  byText,
  codesOf,
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

const inTx = <T>(work: (tx: Tx) => Promise<T>) => client.db.transaction(work);
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
const day = (n: number) => new Date(Date.UTC(2026, 0, n));
const contentOf = async (id: string) => (await client.db.select().from(contents).where(eq(contents.id, id)))[0];

async function addTalk(userId: string, texts: readonly string[], timed = true) {
  const source = await addSource();
  return addContent(userId, source.id, { extractionId: await addExtraction(source.id, { transcript: linesOf(texts, timed) }) });
}

describe('highlights', () => {
  const anchors = { exact: 'oven', prefix: 'the ', suffix: ' is', start: 4, alone: true };
  type Content = Parameters<typeof createHighlight>[1];
  const create = (content: Content, values: Partial<Parameters<typeof createHighlight>[2]> = {}) =>
    createHighlight(client.db, content, {
      ...{
        id: randomUUID() as string,
        contentId: content.id,
        highlight_text: 'oven',
        scope: 'note',
        section_id: null,
        content_key: 'k',
      },
      ...{ comment: '', colour: 'yellow', anchors, ...values },
    } as Parameters<typeof createHighlight>[2]);
  const rowOf = async (id: string) =>
    (await client.db.select().from(userContentHighlights).where(eq(userContentHighlights.id, id)))[0];

  const anchorsOf = async (id: string) => ((await rowOf(id))?.anchors ?? {}) as typeof anchors;

  test('CON-06 are made once, of one content and user, and take a comment that comes late', async () => {
    const [mine, other] = [await addOwn('ada'), await addOwn('ada')];
    const theirs = await addContent('bob', mine.sourceId);
    const made = await create(mine, { section_id: '#p1', colour: 'pink', scope: 'article' });
    expect(made).toMatchObject({
      content_id: mine.id,
      section_id: '#p1',
      content_key: 'k',
      comment: '',
      colour: 'pink',
      scope: 'article',
      anchors,
    });
    expect(await create(mine, { id: made.id, comment: 'Late', colour: 'blue' })).toMatchObject({
      comment: 'Late',
      colour: 'pink',
    });
    expect(await create(mine, { id: made.id, comment: 'Later' })).toMatchObject({ comment: 'Late' });
    for (const content of [other, theirs])
      expect(await create(content, { id: made.id, comment: 'x' }).catch(codeOf)).toBe('not_found');
    const bare = await create(mine);
    for (const content of [other, theirs])
      expect(await create(content, { id: bare.id, comment: 'x' }).catch(codeOf)).toBe('not_found');
    expect((await rowOf(bare.id))?.comment).toBe('');
    expect((await highlightsOf(client.db, mine)).map(({ id }) => id)).toEqual([made.id, bare.id]);
    expect([await highlightsOf(client.db, other), await highlightsOf(client.db, theirs)]).toEqual([[], []]);
  });

  test('CON-06 are as many as a content may have, without deleted ones', async () => {
    const content = await addOwn('ada');
    const row = {
      userId: 'ada',
      contentId: content.id,
      highlightText: 'x',
      scope: 'note' as const,
      contentKey: 'k',
      colour: 'yellow' as const,
      anchors,
    };
    const rows = Array.from({ length: maxHighlightsPerContent - 1 }, () => row);
    for (let at = 0; at < rows.length; at += 1000)
      await client.db.insert(userContentHighlights).values(rows.slice(at, at + 1000));
    await client.db.insert(userContentHighlights).values({ ...row, deletedAt: new Date() });
    await create(content);
    const refused = await create(content).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'bad_request', params: { field: 'highlights' } });
    await create(await addOwn('ada'));
  });

  test('CON-06 are changed, deleted and restored by their user, and gone after a day', async () => {
    const content = await addOwn('ada');
    const [one, two] = [await create(content), await create(content)];
    const theirs = await create(await addContent('bob', content.sourceId));
    const refusals = await codesOf(
      updateHighlight(client.db, 'ada', { highlightId: theirs.id, comment: 'x' }),
      deleteHighlight(client.db, 'ada', theirs.id),
      restoreHighlight(client.db, 'ada', one.id),
    );
    expect(refusals).toEqual(['not_found', 'not_found', 'not_found']);
    expect(await updateHighlight(client.db, 'ada', { highlightId: one.id, comment: 'C' })).toMatchObject({
      comment: 'C',
      colour: 'yellow',
    });
    expect(await updateHighlight(client.db, 'ada', { highlightId: one.id, colour: 'blue' })).toMatchObject({
      comment: 'C',
      colour: 'blue',
    });
    expect(await rowOf(two.id)).toMatchObject({ comment: '', colour: 'yellow' });
    await deleteHighlight(client.db, 'ada', one.id);
    expect(
      await codesOf(
        deleteHighlight(client.db, 'ada', one.id),
        updateHighlight(client.db, 'ada', { highlightId: one.id, comment: 'x' }),
        restoreHighlight(client.db, 'bob', one.id),
      ),
    ).toEqual(['not_found', 'not_found', 'not_found']);
    expect((await highlightsOf(client.db, content)).map(({ id }) => id)).toEqual([two.id]);
    expect(await restoreHighlight(client.db, 'ada', one.id)).toMatchObject({ id: one.id, comment: 'C' });
    const old = async (id: string, hours: number) =>
      client.db
        .update(userContentHighlights)
        .set({ deletedAt: hoursAgo(hours) })
        .where(eq(userContentHighlights.id, id));
    await old(one.id, 23.9);
    await old(theirs.id, 24.1);
    await deleteHighlight(client.db, 'ada', two.id);
    expect([await rowOf(one.id), await rowOf(theirs.id)].map((row) => row !== undefined)).toEqual([true, true]);
    await old(one.id, 24.1);
    const third = await create(content);
    await deleteHighlight(client.db, 'ada', third.id);
    expect([await rowOf(one.id), await rowOf(two.id), await rowOf(theirs.id)].map((row) => row !== undefined)).toEqual([
      false,
      true,
      true,
    ]);
  });

  test('CON-06 are attached anew where their words are now', async () => {
    const [content, other] = [await addOwn('ada'), await addOwn('ada')];
    const theirs = await create(await addContent('bob', content.sourceId));
    const [one, two, gone, elsewhere] = [
      await create(content),
      await create(content),
      await create(content),
      await create(other),
    ];
    await deleteHighlight(client.db, 'ada', gone.id);
    const moved = { ...anchors, start: 90 };
    const items = [two, one, gone, elsewhere, theirs].map(({ id }) => ({ id, anchors: moved }));
    expect(await reattachHighlights(client.db, content, items)).toBe(2);
    expect(await Promise.all([one, two, gone, elsewhere, theirs].map(async ({ id }) => (await anchorsOf(id)).start))).toEqual([
      90, 90, 4, 4, 4,
    ]);
  });

  test('CON-06 are listed newest first, by colour and words, in pages', async () => {
    const [one, two] = [
      await addOwn('ada', { title: 'Clay oven', sourceUrl: 'https://x.example/' }),
      await addOwn('ada', { title: '全球氣候' }),
    ];
    await create(await addContent('bob', one.sourceId));
    const at = async (id: string, n: number) =>
      client.db
        .update(userContentHighlights)
        .set({ createdAt: day(n) })
        .where(eq(userContentHighlights.id, id));
    const made = [
      await create(one, { highlight_text: 'warm stone' }),
      await create(one, { highlight_text: 'a (b) c%', comment: 'Because WARM', colour: 'pink' }),
      await create(two, { highlight_text: 'third' }),
      await create(two, { highlight_text: 'gone' }),
    ];
    for (const [n, { id }] of made.entries()) await at(id, n + 1);
    await deleteHighlight(client.db, 'ada', made[3]?.id ?? '');
    const ids = made.map(({ id }) => id);
    const list = async (input: Partial<Parameters<typeof listHighlights>[2]> = {}) => {
      const page = await listHighlights(client.db, 'ada', { limit: 9, ...input });
      return { ...page, highlights: page.highlights.map(({ id }) => id) };
    };
    expect(await list()).toEqual({ highlights: [ids[2], ids[1], ids[0]], count: 3, nextCursor: null });
    const first = await list({ limit: 2 });
    expect([first.highlights, first.count]).toEqual([[ids[2], ids[1]], 3]);
    expect(await list({ limit: 2, cursor: first.nextCursor ?? '' })).toEqual({
      highlights: [ids[0]],
      count: 3,
      nextCursor: null,
    });
    expect((await list({ limit: 3 })).nextCursor).toBeNull();
    expect(await list({ colour: 'pink' })).toEqual({ highlights: [ids[1]], count: 1, nextCursor: null });
    expect(await list({ search: 'warm' })).toMatchObject({ highlights: [ids[1], ids[0]], count: 2 });
    expect(await list({ search: ' warm  oven ', colour: 'yellow' })).toMatchObject({ highlights: [ids[0]], count: 1 });
    const found = await list({ search: 'OVEN', limit: 1 });
    expect([found.highlights, found.count]).toEqual([[ids[1]], 2]);
    expect(await list({ search: 'OVEN', limit: 1, cursor: found.nextCursor ?? '' })).toEqual({
      highlights: [ids[0]],
      count: 2,
      nextCursor: null,
    });
    for (const [search, count] of [
      ['气候', 1],
      ['(b)', 1],
      ['c%', 1],
      ['a.b', 0],
      ['.', 0],
      ['nothing', 0],
    ] as const)
      expect([search, (await list({ search })).count]).toEqual([search, count]);
    const [row] = (await listHighlights(client.db, 'ada', { limit: 1, search: 'stone' })).highlights;
    expect(row).toMatchObject({
      id: ids[0],
      title: 'warm stone',
      content: { title: 'Clay oven', source_url: 'https://x.example/' },
    });
    expect(row).not.toHaveProperty('anchors');
    expect(await list({ cursor: 'x' }).catch(codeOf)).toBe('bad_request');
  });

  test('CON-04 CON-06 move with a known change of their text', async () => {
    const [content, other] = [await addOwn('ada'), await addOwn('ada')];
    const quote = (exact: string, start: number, prefix = '', suffix = '') => ({ exact, prefix, suffix, start, alone: true });
    const note = 'The old oven is warm. The oven stands.';
    const inNote = await create(content, { highlight_text: 'old oven is', anchors: quote('old oven is', 4, 'The ', ' warm.') });
    const named = await create(content, { highlight_text: 'my own words', anchors: quote('oven stands', 26, 'The ', '.') });
    const article = await create(content, {
      scope: 'article',
      highlight_text: 'Ada: Hello',
      anchors: quote('Ada: Hello', 0, 'x\n', '\nAda: again'),
    });
    const within = await create(content, {
      scope: 'article',
      highlight_text: 'so Ada: Hello',
      anchors: quote('Ada: Hello', 9, 'so '),
    });
    const elsewhere = await create(other, { anchors: quote('old oven is', 4, 'The ', ' warm.') });
    const gone = await create(content, { anchors: quote('old oven is', 4, 'The ', ' warm.') });
    await deleteHighlight(client.db, 'ada', gone.id);
    const changes = [
      { at: 4, was: 'old oven', now: 'clay kiln' },
      { at: 27, was: 'oven', now: 'kiln' },
    ];
    await inTx((tx) => moveHighlights(tx, content, { note, changes }));
    const shown = async (id: string) => {
      const row = await rowOf(id);
      const { exact, start, prefix, suffix } = await anchorsOf(id);
      return [row?.highlightText, exact, start, prefix, suffix];
    };
    expect(await shown(inNote.id)).toEqual(['clay kiln is', 'clay kiln is', 5, 'The ', ' warm. The kiln stands.']);
    expect(await shown(named.id)).toEqual(['my own words', 'kiln stands', 28, 'The clay kiln is warm. The ', '.']);
    for (const one of [elsewhere, gone]) expect((await shown(one.id))[1]).toBe('old oven is');
    expect((await shown(article.id))[1]).toBe('Ada: Hello');
    await inTx((tx) => moveHighlights(tx, content, { renamed: { from: 'Ada', to: 'Grace' } }));
    expect(await shown(article.id)).toEqual(['Grace: Hello', 'Grace: Hello', 0, 'x\n', '\nGrace: again']);
    expect((await shown(within.id)).slice(0, 2)).toEqual(['so Ada: Hello', 'Ada: Hello']);
    expect((await shown(inNote.id))[1]).toBe('clay kiln is');
  });
});

describe('corrections', () => {
  const rename = (from: string, to: string) => ({ type: 'rename' as const, from, to });
  const text = (line: number, was: string, now: string) => ({
    type: 'text' as const,
    line,
    startMs: line * 10_000,
    was,
    text: now,
  });

  test('CON-04 are read in their order, of one content, without what this version does not know', async () => {
    const [mine, other] = [await addTalk('ada', ['One.', 'Two.']), await addTalk('ada', ['One.'])];
    const theirs = await addContent('bob', mine.sourceId, { extractionId: mine.extractionId });
    const first = await inTx((tx) => addEdit(tx, mine, text(0, 'One.', 'Uno.')));
    await client.db.insert(transcriptEdits).values({ userId: 'ada', contentId: mine.id, edit: { type: 'unknown' } });
    const second = await inTx((tx) => addEdit(tx, mine, text(1, 'Two.', 'Due.')));
    for (const content of [other, theirs]) await inTx((tx) => addEdit(tx, content, text(0, 'One.', 'X.')));
    await keepNoteChanges(client.db, second, 'Now due.', [{ at: 4, was: 'two', now: 'due' }]);
    const rows = await readEdits(client.db, mine);
    expect(rows.map(({ id, edit, at }) => [id, edit, at])).toEqual([
      [first.id, text(0, 'One.', 'Uno.'), first.at],
      [second.id, text(1, 'Two.', 'Due.'), second.at],
    ]);
    expect(rows.map(({ noteChanges }) => noteChanges)).toEqual([
      [],
      [{ at: 4, was: 'two', now: 'due', left: 'Now ', right: '.' }],
    ]);
    expect((await segmentsOf(client.db, mine)).map((line) => line.text)).toEqual(['Uno.', 'Due.']);
    const transcript = await loadTranscript(client.db, mine.extractionId);
    expect(toTranscript(mine.extractionId, transcript, rows)).toMatchObject({
      extractionId: mine.extractionId,
      transcriptVersion: second.id,
      transcriptEdits: 2,
    });
    expect(toTranscript('e', transcript && { ...transcript, timed: false }, rows)).toEqual({
      extractionId: 'e',
      subtitlesArray: [],
      transcriptVersion: 0,
      transcriptEdits: 0,
    });
    await inTx((tx) => removeEdit(tx, theirs, first));
    expect(await readEdits(client.db, mine)).toHaveLength(2);
    await inTx((tx) => removeEdit(tx, mine, first));
    expect((await readEdits(client.db, mine)).map(({ id }) => id)).toEqual([second.id]);
    await client.query(`update transcript_edits set note_changes = '"x"' where id = $1`, [second.id]);
    expect((await readEdits(client.db, mine))[0]?.noteChanges).toBeNull();
    const untimed = await addTalk('ada', ['One.'], false);
    await inTx((tx) => addEdit(tx, untimed, text(0, 'One.', 'X.')));
    expect((await segmentsOf(client.db, untimed)).map((line) => line.text)).toEqual(['One.']);
    expect(await segmentsOf(client.db, await addOwn('ada'))).toEqual([]);
  });

  test('CON-04 give speakers their later names, by when a text was written', async () => {
    const mine = await addTalk('ada', ['One.']);
    const said = '**Speaker 1**: Hello.';
    const before = new Date(Date.now() - 1000);
    const first = await inTx((tx) => addEdit(tx, mine, rename('Speaker 1', 'Ada')));
    await inTx((tx) => addEdit(tx, mine, text(0, 'One.', 'Uno.')));
    const second = await inTx((tx) => addEdit(tx, mine, rename('Ada', 'Grace')));
    await inTx(async (tx) => addEdit(tx, await addContent('bob', mine.sourceId), rename('Speaker 1', 'Bob')));
    const name = await loadRenamer(client.db, mine);
    expect([name(said, null), name(said, before), name(said, 0)]).toEqual(Array.from({ length: 3 }, () => '**Grace**: Hello.'));
    expect([name('**Ada**: Hello.', first.id), name('**Ada**: Hello.', second.id)]).toEqual([
      '**Grace**: Hello.',
      '**Ada**: Hello.',
    ]);
    expect(name(said, new Date(Date.now() + 60_000))).toBe(said);
  });

  test('CON-04 are made in a note that was written without them, and it is kept what they changed', async () => {
    const mine = await addTalk('ada', ['The old oven is warm.', 'It stands.']);
    const one = await inTx((tx) => addEdit(tx, mine, rename('Speaker 1', 'Ada')));
    const note = '**Speaker 1**: The oven is warm.\n\nSpeaker 1 agrees.';
    const written = await withCorrections(client.db, mine, note, mine.extractionId);
    expect(written.startsWith('**Ada**: The oven')).toBe(true);
    const [row] = await readEdits(client.db, mine);
    expect(row?.id).toBe(one.id);
    expect(
      row?.noteChanges?.filter(({ was }) => was !== null).every(({ was, now }) => was === 'Speaker 1' && now === 'Ada'),
    ).toBe(true);
    const theirs = await addContent('bob', mine.sourceId);
    expect(await withCorrections(client.db, theirs, note, mine.extractionId)).toBe(note);
    expect(await withCorrections(client.db, theirs, 'a\ud800b', null)).toBe('a\ufffdb');
  });
});

describe('translations', () => {
  const stored = (content: { id: string; userId: string }, lines: Record<string, string>, language: 'en' | 'zh' = 'zh') =>
    client.db.insert(transcriptTranslations).values({ userId: content.userId, contentId: content.id, language, lines });

  test('CON-02 are begun once for a language, read with what is done, and stopped', async () => {
    const mine = await addTalk('ada', ['One.', '12 - 3', 'Two.', 'One.']);
    expect(await readTranslation(services, mine, 'zh')).toEqual({
      state: null,
      taskId: null,
      problem: null,
      lines: [],
      done: 0,
      total: 0,
    });
    expect(await cancelTranslation(services, mine, 'zh')).toBeNull();
    await startTranslation(services, mine, 'zh');
    await startTranslation(services, mine, 'zh');
    const [task, ...more] = await client.db.select().from(tasks);
    expect(more).toEqual([]);
    expect(task).toMatchObject({
      kind: 'translation',
      userId: 'ada',
      contentId: mine.id,
      payload: { userId: 'ada', contentId: mine.id, language: 'zh' },
    });
    await stored(mine, { [lineKey('One.')]: '一' });
    await stored(mine, { [lineKey('Two.')]: 'X' }, 'en');
    await stored(await addContent('bob', mine.sourceId), { [lineKey('Two.')]: 'X' });
    const lines = ['一', '12 - 3', null, '一'];
    expect(await readTranslation(services, mine, 'zh')).toEqual({
      state: 'running',
      taskId: task?.id,
      problem: null,
      lines,
      done: 3,
      total: 4,
    });
    expect(await cancelTranslation(services, mine, 'en')).toBeNull();
    expect(await cancelTranslation(services, mine, 'zh')).toBe('cancelled');
    expect(await readTranslation(services, mine, 'zh')).toMatchObject({ state: 'cancelled', taskId: null, lines });
    await client.db.update(tasks).set({ state: 'failed', errorCode: 'llm_unavailable', errorParams: {} });
    expect(await readTranslation(services, mine, 'zh')).toMatchObject({
      state: 'failed',
      problem: { code: 'llm_unavailable', params: {} },
    });
    await client.db.delete(tasks);
    expect(await readTranslation(services, mine, 'zh')).toMatchObject({ state: 'completed', taskId: null, problem: null, lines });
    await client.query(`update transcript_translations set lines = '[1]'`);
    expect((await readTranslation(services, mine, 'zh')).lines).toEqual([null, '12 - 3', null, null]);
  });

  test('CON-02 need a model and lines with times', async () => {
    const begin = async (content: Parameters<typeof startTranslation>[1], of = services) =>
      startTranslation(of, content, 'zh').catch(codeOf);
    expect(await begin(await addTalk('ada', ['One.']), { ...services, llm: null })).toBe('llm_not_configured');
    for (const content of [await addOwn('ada'), await addTalk('ada', []), await addTalk('ada', ['One.'], false)])
      expect(await begin(content)).toBe('subtitles_missing');
    expect(await client.db.$count(tasks)).toBe(0);
  });
});

describe('a source', () => {
  test('SUM-08 is made once, and counts what is stored for it', async () => {
    const wanted = wantedLink('https://www.a.example/x?utm_source=y');
    const first = await inTx((tx) => ensureSource(tx, wanted));
    expect(first).toMatchObject({
      key: wanted.key,
      url: 'url' in wanted ? wanted.url : '',
      blobKey: null,
      fileName: null,
      storedBytes: 0,
    });
    expect((await inTx((tx) => ensureSource(tx, wanted))).id).toBe(first.id);
    const file = await inTx((tx) => ensureSource(tx, { key: 'file:1', blobKey: 'uploads/1', fileName: 'a.pdf' }));
    expect(file).toMatchObject({ url: null, blobKey: 'uploads/1', fileName: 'a.pdf' });
    for (const bytes of [5, 7]) await inTx((tx) => addStoredBytes(tx, first.id, bytes));
    const rows = await client.db.select().from(sources);
    expect(rows.map(({ id, storedBytes }) => [id === first.id, storedBytes]).sort(byText)).toEqual([
      [false, 0],
      [true, 12],
    ]);
  });

  test.each<[source: Partial<typeof sources.$inferInsert>, title: string | undefined, shown: string, type: string]>([
    [{ url: 'https://www.a.example/path/' }, undefined, 'a.example/path', 'online'],
    [{ url: 'http://a.example/' }, ' \n ', 'a.example', 'online'],
    [{ url: 'https://a.example/' }, ' Told ', 'Told', 'online'],
    [{ url: 'https://www.youtube.com/watch?v=abcdefghijk' }, undefined, 'youtube.com/watch?v=abcdefghijk', 'longVideo'],
    [{ url: null, fileName: 'Talk.en.srt' }, undefined, 'Talk.en', 'local'],
    [{ url: null, fileName: 'notes.txt.gz' }, undefined, 'notes', 'local'],
    [{ url: null, fileName: '.pdf' }, undefined, '.pdf', 'local'],
    [{ url: null, fileName: null }, undefined, '', 'local'],
  ])('SUM-01 gives a content its first title: %j, %j', async (values, title, shown, type) => {
    const source = await addSource({ key: randomUUID(), ...values });
    const content = await inTx((tx) =>
      createContent(services, tx, { userId: 'ada', source, noteLanguage: 'en', detail: 'brief', title }),
    );
    expect(content).toMatchObject({
      userId: 'ada',
      sourceId: source.id,
      sourceUrl: source.url,
      title: shown,
      contentType: type,
      noteLanguage: 'en',
      detail: 'brief',
      status: 'processing',
    });
    expect((await inTx((tx) => createContent(services, tx, { userId: 'bob', source, noteLanguage: 'zh', title }))).detail).toBe(
      'standard',
    );
  });

  test('SUM-08 is read anew after a day, a file never, and what one user chose is nobody else’s', async () => {
    const [link, file] = [await addSource(), await addSource({ url: null, key: 'file:9' })];
    expect(await freshExtraction(client.db, link.id)).toBeNull();
    const old = await addExtraction(link.id, { title: 'Old' }, { createdAt: hoursAgo(24.1) });
    expect(await freshExtraction(client.db, link.id)).toBeNull();
    await client.db.update(extractions).set({ createdAt: hoursAgo(23.9) });
    expect(await freshExtraction(client.db, link.id)).toMatchObject({ id: old, extracted: { title: 'Old' } });
    const content = await addContent('ada', link.id);
    await addExtraction(link.id, { title: 'Chosen' }, { contentId: content.id });
    expect((await freshExtraction(client.db, link.id))?.id).toBe(old);
    await addExtraction(link.id, { problem: 'subtitles_missing' });
    expect(await freshExtraction(client.db, link.id)).toBeNull();
    const kept = await addExtraction(file.id, {}, { createdAt: hoursAgo(1000) });
    expect((await freshExtraction(client.db, file.id))?.id).toBe(kept);
    expect([await loadExtraction(client.db, old), await loadExtraction(client.db, randomUUID())]).toMatchObject([
      { id: old },
      null,
    ]);
  });

  test('CON-01 is read part by part', async () => {
    const source = await addSource();
    const media = { type: 'video', mime: 'video/mp4', blob: 'media/a', url: null } as unknown as Extracted['media'];
    const full = await addExtraction(source.id, { transcript: linesOf(['One.']), media, articleMarkdown: 'A' });
    const bare = await addExtraction(source.id);
    const empty = await addExtraction(source.id, { transcript: linesOf([]) });
    expect([
      await hasTranscript(client.db, full),
      await hasTranscript(client.db, bare),
      await hasTranscript(client.db, empty),
      await hasTranscript(client.db, null),
    ]).toEqual([true, false, false, false]);
    expect([
      (await loadTranscript(client.db, full))?.segments.length,
      await loadTranscript(client.db, bare),
      await loadTranscript(client.db, null),
    ]).toEqual([1, null, null]);
    expect([await loadArticle(client.db, full), await loadArticle(client.db, bare)]).toEqual(['A', null]);
    expect([(await loadPlayable(client.db, full))?.media, (await loadPlayable(client.db, bare))?.media ?? null]).toEqual([
      media,
      null,
    ]);
    const mine = await addContent('ada', source.id, { extractionId: full });
    expect(await shownTranscript(client.db, 'ada', mine.id)).toMatchObject({ extractionId: full, transcript: { timed: true } });
    const nothing = { extractionId: null, transcript: null };
    expect([
      await shownTranscript(client.db, 'bob', mine.id),
      await shownTranscript(client.db, 'ada', (await addOwn('ada')).id),
    ]).toEqual([nothing, nothing]);
  });
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
    expect(await startDeletion(services, 'ada', [theirs.id]).catch(codeOf)).toBe('not_found');
    expect(await readDeletion(services, 'ada')).toBeNull();
    const { taskId, total } = await startDeletion(services, 'ada', [one.id, two.id, one.id, theirs.id]);
    expect(total).toBe(2);
    const [task] = await client.db.select().from(tasks);
    expect(task).toMatchObject({ id: taskId, kind: 'delete_contents', key: 'ada', userId: 'ada' });
    const { contentIds } = (task?.payload ?? {}) as { contentIds: string[] };
    expect(contentIds.sort()).toEqual([one.id, two.id].sort());
    expect(await startDeletion(services, 'ada', [one.id]).catch(codeOf)).toBe('work_in_progress');
    expect(await readDeletion(services, 'ada')).toEqual({ taskId, state: 'running', total: 2, deleted: 0, failed: [] });
    const failed = [{ contentId: one.id, title: 'A' }];
    await client.db
      .update(tasks)
      .set({ state: 'completed', checkpoints: { outcome: { done: 2, deleted: 1, failed } }, createdAt: hoursAgo(2) });
    expect(await readDeletion(services, 'ada')).toEqual({ taskId, state: 'completed', total: 2, deleted: 1, failed });
    expect(await readDeletion(services, 'bob')).toBeNull();
    const next = await startDeletion(services, 'ada', [two.id]);
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
