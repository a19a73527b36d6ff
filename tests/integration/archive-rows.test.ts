/** What goes into an archive, and in which order, as stored, statement by statement, among other contents and users. */
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { talkArticleParts, talkArticles } from '#db/schema/articles.ts';
import { collectionItems, collections } from '#db/schema/collections.ts';
import { contents, extractions, noteVersions } from '#db/schema/content.ts';
import { userContentHighlights } from '#db/schema/highlights.ts';
import { libraryAnswerSources, libraryAnswers } from '#db/schema/library-answers.ts';
import { customPrompts, promptResults } from '#db/schema/prompts.ts';
import { smartFolders } from '#db/schema/smart-folders.ts';
import { transcriptTranslations } from '#db/schema/transcript-edits.ts';
import type { Extracted } from '#engine/domain.ts';
import { openArchive } from '#features/my-data/server/archive/read-archive.ts';
import { exportAccount } from '#features/my-data/server/export/export-account.ts';
import { AppError } from '#lib/app-error.ts';
import {
  addContent,
  at,
  blobs,
  client,
  day,
  directory,
  extracted,
  idOf,
  keepArchiveRows,
  services,
  spoken,
} from './archive-records.ts';

keepArchiveRows();

async function exported(userId: string, by = services()): Promise<Record<string, string>> {
  const path = join(directory, `${randomUUID()}.zip`);
  writeFileSync(path, await buffer(exportAccount(by, userId)));
  const archive = await openArchive(path, new AbortController().signal);
  const found: Record<string, string> = {};
  for (const name of archive.names) found[name] = await text(await archive.stream(name));
  archive.close();
  return found;
}
type Found = Awaited<ReturnType<typeof exported>>;
const read = <Shape = Record<string, unknown>>(found: Found, name: string) => JSON.parse(found[name] ?? 'null') as Shape;

test('ACC-12 an archive has what is its user’s and not deleted, each kind in the order of its time', async () => {
  const prompt = (userId: string, title: string, n: number, deletedAt: Date | null = null) => ({
    ...{ userId, title, customPrompt: 'What?', createdAt: day(n), deletedAt },
  });
  await client.db
    .insert(customPrompts)
    .values([
      { ...prompt('ada', 'third', 2), id: idOf(3) },
      { ...prompt('ada', 'second', 2), id: idOf(2) },
      prompt('ada', 'first', 1),
      prompt('ada', 'gone', 1, day(2)),
      prompt('bob', 'theirs', 1),
    ]);
  const folder = (userId: string, name: string, n: number) => ({ userId, name, tags: [], createdAt: day(n) });
  await client.db
    .insert(smartFolders)
    .values([
      { ...folder('ada', 'third', 2), id: idOf(3) },
      { ...folder('ada', 'second', 2), id: idOf(2) },
      folder('ada', 'first', 1),
      folder('bob', 'theirs', 1),
    ]);
  const third = await addContent('ada', { title: 'third', createdAt: day(2), id: idOf(3) });
  const second = await addContent('ada', { title: 'second', createdAt: day(2), id: idOf(2), status: 'processing' });
  const first = await addContent('ada', { title: 'first', createdAt: day(1), id: idOf(4), status: 'failed' });
  const bobs = await addContent('bob', { title: 'theirs' });
  const list = (userId: string, name: string, n: number) => ({ ...folder(userId, name, n), slug: name, tags: undefined });
  await client.db.insert(collections).values([
    { ...list('ada', 'third', 2), id: idOf(3) },
    { ...list('ada', 'second', 2), id: idOf(2) },
    { ...list('ada', 'first', 1), id: idOf(4) },
    { ...list('bob', 'theirs', 1), id: idOf(5) },
  ]);
  const item = (content: typeof first, collection: number, position: number, n = 1) => ({
    ...{ userId: content.userId, contentId: content.id, collectionId: idOf(collection), position, addedAt: day(n) },
  });
  await client.db
    .insert(collectionItems)
    .values([item(third, 3, 2), item(second, 3, 1, 4), item(first, 3, 1, 3), item(first, 4, 1), item(bobs, 5, 1)]);
  const answer = (userId: string, n: number, question: string, on: number, state: 'done' | 'writing' = 'done') => ({
    ...{ id: idOf(n), userId, kind: 'question' as const, question, scope: {}, noteLanguage: 'en' as const, state },
    createdAt: day(on),
  });
  await client.db
    .insert(libraryAnswers)
    .values([
      answer('ada', 3, 'third', 2),
      answer('ada', 2, 'second', 2),
      answer('ada', 4, 'first', 1),
      answer('ada', 6, 'now', 1, 'writing'),
      answer('bob', 5, 'theirs', 1),
    ]);
  const passage = (content: typeof first, of: number, position: number, words: string) => ({
    ...{ userId: content.userId, answerId: idOf(of), contentId: content.id, position, item: 1, firstSegment: 0, lastSegment: 0 },
    text: words,
  });
  await client.db
    .insert(libraryAnswerSources)
    .values([passage(third, 3, 1, 'b'), passage(first, 3, 0, 'a'), passage(first, 2, 0, 'c'), passage(bobs, 5, 0, 'd')]);

  const found = await exported('ada');
  expect(Object.keys(found)).toEqual([
    ...['data/account.json', 'data/prompts.json', 'data/smart-folders.json', 'data/channels.json', 'history/time.json'],
    ...['data/contents/000001.json', 'data/contents/000002.json', 'data/contents/000003.json'],
    ...['data/collections.json', 'data/answers.json'],
  ]);
  expect(read(found, 'data/account.json')).toEqual({ name: 'ada', language: null, theme: null, avatar: null });
  const titles = (name: string, key: string) => read<Record<string, { title?: string; name?: string }[]>>(found, name)[key];
  const inOrder = ['first', 'second', 'third'];
  const { prompts } = read<{ prompts: object[] }>(found, 'data/prompts.json');
  expect(prompts).toEqual(inOrder.map((title) => expect.objectContaining({ title })));
  expect(prompts[0]).not.toHaveProperty('userId');
  expect(titles('data/smart-folders.json', 'smartFolders')?.map(({ name }) => name)).toEqual(inOrder);
  const told = [1, 2, 3].map((n) => read<{ content: Record<string, unknown> }>(found, `data/contents/00000${n}.json`).content);
  expect(told.map(({ title, status }) => [title, status])).toEqual([
    ['first', 'failed'],
    // It was being written: an archive has no task that could go on with it.
    ['second', 'cancelled'],
    ['third', 'completed'],
  ]);
  for (const name of ['userId', 'sourceId', 'activeRunId', 'noteExcerpt', 'noteTags', 'lowerTags', 'openTodos', 'doneTodos'])
    expect(told[0], name).not.toHaveProperty(name);
  type Lists = { collections: { collection: { name: string }; items: { contentId: string }[] }[] };
  expect(
    read<Lists>(found, 'data/collections.json').collections.map(({ collection, items }) => [
      collection.name,
      ...items.map(({ contentId }) => Number(contentId.slice(-1))),
    ]),
  ).toEqual([['first', 4], ['second'], ['third', 4, 2, 3]]);
  type Answers = { answers: { answer: { question: string }; sources: { text: string }[] }[] };
  expect(
    read<Answers>(found, 'data/answers.json').answers.map(({ answer: { question }, sources: given }) => [
      question,
      ...given.map((one) => one.text),
    ]),
  ).toEqual([['first'], ['second', 'c'], ['third', 'a', 'b']]);
});

test('ACC-12 a content goes with its own rows that are not deleted, and with the texts that it and its versions are of', async () => {
  const content = await addContent('ada', { title: 'mine/1', note: '# Rye', createdAt: day(1) });
  const beside = await addContent('ada', { createdAt: day(2) });
  const { userId, id: contentId, sourceId } = content;
  const texts = ['older', 'own', 'current', 'unused'].map((words, n) => ({
    ...{ id: idOf(9 - n), sourceId, data: spoken(words), createdAt: day(n < 2 ? 1 : 2) },
  }));
  await client.db
    .insert(extractions)
    .values([...texts, { ...texts[0], id: idOf(20), sourceId: beside.sourceId, data: extracted }]);
  await client.db
    .update(contents)
    .set({ extractionId: idOf(7), ownExtractionId: idOf(8) })
    .where(eq(contents.id, contentId));
  const of = { userId, contentId };
  const version = (n: number, markdown: string, values: object = {}) => ({
    ...{ ...of, id: idOf(n), markdown, method: 'model' as const, createdAt: day(2), ...values },
  });
  await client.db
    .insert(noteVersions)
    .values([
      version(3, 'third'),
      version(2, 'second', { extractionId: idOf(9) }),
      version(4, 'first', { createdAt: day(1), extractionId: idOf(7) }),
      version(5, 'beside', { contentId: beside.id }),
    ]);
  const mark = (highlightText: string, n: number, deletedAt: Date | null = null) => ({
    ...{ ...of, highlightText, scope: 'note' as const, contentKey: 'note', colour: 'green' as const, anchors: {} },
    ...{ createdAt: day(n), deletedAt },
  });
  await client.db.insert(userContentHighlights).values([mark('later', 2), mark('gone', 1, day(2)), mark('sooner', 1)]);
  const result = (promptId: string, deletedAt: Date | null) => ({ ...of, promptId, title: 't', prompt: 'p', deletedAt });
  await client.db.insert(promptResults).values([result('a', day(2)), result('b', null)]);
  const lines = { lines: {}, updatedAt: day(1) };
  await client.db.insert(transcriptTranslations).values([
    { ...of, language: 'zh', ...lines },
    { ...of, language: 'en', ...lines },
  ]);
  await client.db.insert(talkArticles).values([of, { ...of, contentId: beside.id }]);
  await client.db.insert(talkArticleParts).values([
    { ...of, position: 1, startMs: 5 },
    { ...of, position: 0, startMs: 0 },
    { ...of, contentId: beside.id, position: 0, startMs: 0 },
  ]);

  const found = await exported('ada');
  expect(Object.keys(found).filter((name) => !name.startsWith('data/') && !name.startsWith('history'))).toEqual([
    'notes/000001 mine 1.md',
    'subtitles/000001 mine 1.srt',
  ]);
  expect([found['notes/000001 mine 1.md'], found['subtitles/000001 mine 1.srt']]).toEqual([
    '# Rye',
    expect.stringContaining('current'),
  ]);
  type File = { extractions: { id: string; data: Extracted }[]; rows: Record<string, Record<string, unknown>[]> };
  const file = read<File>(found, 'data/contents/000001.json');
  expect(file.extractions.map(({ id, data }) => [id, data.transcript?.segments[0]?.text])).toEqual([
    [idOf(8), 'own'],
    [idOf(9), 'older'],
    [idOf(7), 'current'],
  ]);
  for (const left of ['sourceId', 'contentId']) expect(file.extractions[0]).not.toHaveProperty(left);
  const of_ = (table: string, column: string) => file.rows[table]?.map((row) => row[column]);
  expect(of_('noteVersions', 'markdown')).toEqual(['first', 'second', 'third']);
  expect(of_('userContentHighlights', 'highlightText')).toEqual(['sooner', 'later']);
  expect(of_('promptResults', 'promptId')).toEqual(['b']);
  expect(of_('transcriptTranslations', 'language')).toEqual(['en', 'zh']);
  expect(of_('talkArticleParts', 'position')).toEqual([0, 1]);
  expect(file.rows.noteVersions?.[0]).toMatchObject({ id: idOf(4), createdAt: at(1) });
  for (const left of ['userId', 'contentId']) expect(file.rows.noteVersions?.[0]).not.toHaveProperty(left);
  expect(read<File>(found, 'data/contents/000002.json')).toMatchObject({ extractions: [], rows: { talkArticles: [{}] } });
});

test('ACC-12 a file goes once for all that name it, an empty one too, and one that is gone is named by nothing', async () => {
  await blobs.put('uploads/talk', Buffer.from('words'));
  await blobs.put('covers/shared.jpg', Buffer.from('picture'));
  await blobs.put('uploads/empty', Buffer.alloc(0));
  const fromFile = (name: string, fileName: string | null) => ({
    ...{ key: `file:${name}`, url: null, blobKey: `uploads/${name}`, fileName },
  });
  const cover = { coverBlob: 'covers/shared.jpg' };
  const talk = await addContent('ada', { title: 'talk', createdAt: day(1), source: fromFile('talk', 'talk.mp4'), ...cover });
  await client.db.insert(extractions).values({
    ...{ id: idOf(1), sourceId: talk.sourceId },
    data: { ...extracted, ...cover, media: { type: 'video', mime: 'video/mp4', blob: 'uploads/talk', url: null } },
  });
  await client.db
    .update(contents)
    .set({ extractionId: idOf(1) })
    .where(eq(contents.id, talk.id));
  await addContent('ada', { title: 'un:named', createdAt: day(2), source: fromFile('empty', null), ...cover });
  await addContent('ada', {
    title: 'lost',
    createdAt: day(3),
    source: fromFile('lost', 'lost.mp4'),
    coverBlob: 'covers/lost.jpg',
  });
  await addContent('ada', { title: 'again', createdAt: day(4), coverBlob: 'covers/lost.jpg' });

  const found = await exported('ada');
  expect(Object.fromEntries(Object.entries(found).filter(([name]) => name.startsWith('files/')))).toEqual({
    ...{ 'files/1': 'words', 'files/2': 'picture', 'files/3': '' },
  });
  const [first, second, third, fourth] = [1, 2, 3, 4].map((n) => read(found, `data/contents/00000${n}.json`));
  expect(first).toMatchObject({
    source: { url: null, fileName: 'talk.mp4', file: 'files/1' },
    content: { coverBlob: 'files/2' },
    extractions: [{ data: { coverBlob: 'files/2', media: { mime: 'video/mp4', blob: 'files/1' } } }],
  });
  expect(first?.files).toEqual([
    { file: 'files/1', kind: 'upload', name: 'talk.mp4' },
    { file: 'files/2', kind: 'cover', name: 'talk.mp4' },
  ]);
  expect(second).toMatchObject({ source: { fileName: null, file: 'files/3' }, content: { coverBlob: 'files/2' } });
  expect(second?.files).toEqual([
    { file: 'files/3', kind: 'upload', name: 'un named.bin' },
    { file: 'files/2', kind: 'cover', name: 'un named.bin' },
  ]);
  for (const lost of [third, fourth])
    expect(lost).toMatchObject({ source: { file: null }, content: { coverBlob: null }, files: [] });
  const broken = services({ stat: () => Promise.reject(new AppError('storage_failed')) });
  await expect(exported('ada', broken)).rejects.toMatchObject({ code: 'storage_failed' });
});

test('ACC-12 a content that is deleted while the archive is written is in no part of it', async () => {
  await blobs.put('covers/slow.jpg', Buffer.from('picture'));
  const first = await addContent('ada', { title: 'first', createdAt: day(1), coverBlob: 'covers/slow.jpg' });
  const gone = await addContent('ada', { title: 'gone', createdAt: day(2) });
  const last = await addContent('ada', { title: 'last', createdAt: day(3) });
  await client.db.insert(collections).values({ id: idOf(1), userId: 'ada', name: 'list', slug: 'list' });
  await client.db
    .insert(collectionItems)
    .values(
      [first, gone, last].map(({ id: contentId }, position) => ({ userId: 'ada', collectionId: idOf(1), contentId, position })),
    );
  const during = services({
    openRange: async (...asked) => {
      await client.db.delete(contents).where(eq(contents.id, gone.id));
      return blobs.openRange(...asked);
    },
  });
  const found = await exported('ada', during);
  expect(Object.keys(found).filter((name) => name.startsWith('data/contents/'))).toHaveLength(2);
  expect(read(found, 'data/contents/000002.json')).toMatchObject({ content: { title: 'last' } });
  expect(read(found, 'data/collections.json')).toMatchObject({
    collections: [{ items: [{ contentId: first.id }, { contentId: last.id }] }],
  });
});
