/** The words of a content: its source, corrections and translations, as stored, statement by statement, among other contents and users. */
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { extractions, sources } from '#db/schema/content.ts';
import { tasks } from '#db/schema/tasks.ts';
import { transcriptEdits, transcriptTranslations } from '#db/schema/transcript-edits.ts';
import type { Extracted } from '#engine/domain.ts';
import { lineKey } from '#engine/translate/translate-lines.ts';
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
  ensureSource,
  freshExtraction,
  loadExtraction,
  wantedLink,
} from '#features/contents/server/index.ts';
import { deleteContentsTask } from '#features/contents/tasks.ts';
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
import { addUser, client, codeOf, hoursAgo, inTx, keepAccountRows } from './account-rows.ts';
import { addContent, addExtraction, addOwn, addSource, byText, linesOf } from './content-records.ts';
import { type Recorded, recordedServices } from './recorded-services.ts';

keepAccountRows();

let recorded: Recorded;
let services: Services;
beforeEach(async () => {
  for (const name of ['tasks', 'blob_garbage']) await client.query(`delete from ${name}`);
  for (const id of ['ada', 'bob']) await addUser(id);
  recorded = recordedServices([noteTask, translationTask, deleteContentsTask]);
  services = { ...recorded.services, llm: { id: 'server-model' } } as unknown as Services;
});

async function addTalk(userId: string, texts: readonly string[], timed = true) {
  const source = await addSource();
  return addContent(userId, source.id, { extractionId: await addExtraction(source.id, { transcript: linesOf(texts, timed) }) });
}

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
