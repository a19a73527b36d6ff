/** An archive while its account is changed, and whose name, picture and subtitles are in it. */
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Tx } from '#db/client.ts';
import { user } from '#db/schema/auth.ts';
import { collectionItems, collections } from '#db/schema/collections.ts';
import { contents, extractions, noteVersions } from '#db/schema/content.ts';
import { libraryAnswerSources, libraryAnswers } from '#db/schema/library-answers.ts';
import { smartFolders } from '#db/schema/smart-folders.ts';
import { openArchive } from '#features/my-data/server/archive/read-archive.ts';
import { exportAccount } from '#features/my-data/server/export/export-account.ts';
import type { Services } from '#infra/services.ts';
import { meanwhile } from '../harness/database/meanwhile.ts';
import { addContent, blobs, client, day, directory, extracted, idOf, keepArchiveRows, services } from './archive-records.ts';

keepArchiveRows();

async function exported(userId: string, by: Services = services()): Promise<Record<string, string>> {
  const path = join(directory, `${randomUUID()}.zip`);
  writeFileSync(path, await buffer(exportAccount(by, userId)));
  const archive = await openArchive(path, new AbortController().signal);
  const found: Record<string, string> = {};
  for (const name of archive.names) found[name] = await text(await archive.stream(name));
  archive.close();
  return found;
}
const read = <Shape>(found: Record<string, string>, name: string) => JSON.parse(found[name] ?? 'null') as Shape;

test('ACC-12 a content goes as it was at one moment, also when it is changed meanwhile', async () => {
  const { id: contentId, userId } = await addContent('ada', { title: 'before' });
  await client.db.insert(noteVersions).values({ userId, contentId, markdown: 'before', method: 'edited' });
  const rewrite = async (tx: Tx) => {
    await tx.execute(sql`lock table note_versions in access exclusive mode`);
    await tx.update(noteVersions).set({ markdown: 'after' });
  };
  const found = await meanwhile(client, rewrite, () => exported('ada'));
  type File = { rows: { noteVersions: { markdown: string }[] } };
  const { rows } = read<File>(found, 'data/contents/000001.json');
  expect(rows.noteVersions.map(({ markdown }) => markdown)).toEqual(['before']);
});

test('ACC-12 an archive breaks off where a content cannot be read', async () => {
  await addContent('ada');
  await client.query('alter table note_versions rename to gone_versions');
  try {
    await expect(exported('ada')).rejects.toMatchObject({ cause: { message: 'relation "note_versions" does not exist' } });
  } finally {
    await client.query('alter table gone_versions rename to note_versions');
  }
});

test('ACC-12 an archive has the name, the choices and the picture of its own account', async () => {
  await blobs.put('avatars/bob.webp', Buffer.from('picture'));
  const chosen = { language: 'en', theme: 'dark' } as const;
  await client.db
    .update(user)
    .set({ ...chosen, avatarBlob: 'avatars/bob.webp' })
    .where(eq(user.id, 'bob'));
  const account = async (id: string) => {
    const found = await exported(id);
    return [read(found, 'data/account.json'), found['files/1']];
  };
  expect(await account('bob')).toEqual([{ name: 'bob', ...chosen, avatar: 'files/1' }, 'picture']);
  expect(await account('ada')).toEqual([{ name: 'ada', language: null, theme: null, avatar: null }, undefined]);
  await client.db.update(user).set({ language: null, theme: null });
  const nobody = await exported('nobody');
  expect([Object.keys(nobody).includes('data/account.json'), read(nobody, 'data/prompts.json')]).toEqual([
    false,
    { prompts: [] },
  ]);
});

test('ACC-12 rows of an archive name neither their user nor what they stand under', async () => {
  const { id: contentId } = await addContent('ada');
  await client.db.insert(smartFolders).values({ userId: 'ada', name: 'folder', tags: [] });
  await client.db.insert(collections).values({ id: idOf(1), userId: 'ada', name: 'list', slug: 'list' });
  await client.db.insert(collectionItems).values({ userId: 'ada', collectionId: idOf(1), contentId, position: 0 });
  await client.db.insert(libraryAnswers).values({
    ...{ id: idOf(2), userId: 'ada', kind: 'question', question: 'q', scope: {}, noteLanguage: 'en', state: 'done' },
  });
  await client.db.insert(libraryAnswerSources).values({
    ...{ userId: 'ada', answerId: idOf(2), contentId, position: 0, item: 1, firstSegment: 0, lastSegment: 0, text: 'words' },
  });
  const found = await exported('ada');
  type Lists = { collections: { collection: object; items: object[] }[] };
  type Answers = { answers: { answer: object; sources: object[] }[] };
  const [list] = read<Lists>(found, 'data/collections.json').collections;
  const [answer] = read<Answers>(found, 'data/answers.json').answers;
  const { smartFolders: folders } = read<{ smartFolders: object[] }>(found, 'data/smart-folders.json');
  const kept = [folders[0], list?.collection, list?.items[0], answer?.answer, answer?.sources[0]];
  const owners = kept.map((row) =>
    Object.keys(row ?? {}).filter((name) => ['userId', 'collectionId', 'answerId'].includes(name)),
  );
  expect(owners).toEqual([[], [], [], [], []]);
  expect(kept).toMatchObject([
    ...[{ name: 'folder' }, { id: idOf(1), name: 'list' }, { contentId, position: 0 }],
    ...[
      { id: idOf(2), question: 'q' },
      { contentId, text: 'words' },
    ],
  ]);
});

test('ACC-12 subtitles go along where a line has a time', async () => {
  const lines: [title: string, starts: (number | null)[]][] = [
    ['untimed', [null, null]],
    ['mixed', [null, 2000]],
    ['timed', [0, 2000]],
  ];
  for (const [n, [title, starts]] of lines.entries()) {
    const content = await addContent('ada', { title, createdAt: day(n + 1) });
    const segments = starts.map((startMs, id) => ({ id, startMs, endMs: startMs === null ? null : startMs + 1000, text: title }));
    const transcript = { timed: true, language: 'en' as const, provenance: { origin: 'human' as const, track: 'en' }, segments };
    await client.db
      .insert(extractions)
      .values({ id: idOf(n + 1), sourceId: content.sourceId, data: { ...extracted, transcript } });
    await client.db
      .update(contents)
      .set({ extractionId: idOf(n + 1) })
      .where(eq(contents.id, content.id));
  }
  const names = Object.keys(await exported('ada'));
  expect(names.filter((name) => name.startsWith('subtitles/'))).toEqual([
    ...['subtitles/000002 mixed.srt', 'subtitles/000003 timed.srt'],
  ]);
  expect(names.filter((name) => name.startsWith('notes/'))).toEqual([]);
});
