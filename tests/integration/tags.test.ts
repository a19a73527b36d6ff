/** Tags, favourites and ticks in the notes of two users. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeOf, type TestClient } from '../harness/http/client.ts';
import { articleHtml, settled, shareWorld, submit, summarise, type World } from './setup.ts';

let world: World;
beforeAll(async () => {
  world = await shareWorld();
});
afterAll(() => world.close());

async function noteOf(client: TestClient, page: string, note?: string): Promise<string> {
  world.site.on(`/${page}`, { body: articleHtml(`Page ${page}`) });
  const { contentId, noteVersionId } = await summarise(client, `${world.site.url}/${page}`);
  if (note !== undefined) await client.rpc.content.saveNote.mutate({ contentId, baseVersionId: noteVersionId, note });
  return contentId;
}

const detailOf = (client: TestClient, contentId: string) => client.rpc.content.overview.query({ contentId });
const rowOf = async (client: TestClient, contentId: string) =>
  (await client.rpc.user.videos.query({ limit: 100 })).uniqueVideos.find((row) => row.content_id === contentId);
const versionsOf = async (client: TestClient, contentId: string) =>
  (await client.rpc.content.versions.query({ contentId })).versions;

test('LIB-10 a tag goes into one note: of one user, of one content', async () => {
  const [ada, bob] = [world.client(), world.client()];
  const contentId = await noteOf(ada, 'oven', 'It keeps its heat.\n');
  const others = [await noteOf(ada, 'mill', 'It turns.'), await noteOf(bob, 'oven', 'It keeps its heat.\n')] as const;
  const before = await detailOf(ada, contentId);
  const added = await ada.rpc.userNote.addTag.mutate({ contentId, tag: '  ##Deep baking! ' });
  expect(added.note).toBe('It keeps its heat.\n\n#Deep-baking\n');
  // Marks do not move a note in lists.
  expect(await rowOf(ada, contentId)).toMatchObject({
    tags: ['Deep-baking'],
    excerpt: 'It keeps its heat.',
    updated_at: before.updatedAt,
  });
  expect(await ada.rpc.userNote.addTag.mutate({ contentId, tag: 'deep-BAKING' })).toEqual(added);
  expect((await ada.rpc.user.videos.query({ tag: 'Deep-baking' })).count).toBe(1);
  expect((await detailOf(ada, others[0])).note).toBe('It turns.');
  expect((await detailOf(bob, others[1])).note).toBe('It keeps its heat.\n');
  const removed = await ada.rpc.userNote.removeTag.mutate({ contentId, tag: 'Deep-baking' });
  expect(removed.note).toBe('It keeps its heat.\n');
  expect((await rowOf(ada, contentId))?.tags).toEqual([]);
  for (const call of [
    () => bob.rpc.userNote.addTag.mutate({ contentId, tag: 'x' }),
    () => bob.rpc.userNote.removeTag.mutate({ contentId, tag: 'x' }),
    () => bob.rpc.userNote.setFavorite.mutate({ contentId, favorite: true }),
  ])
    expect(codeOf(await call().catch((error: unknown) => error))).toBe('not_found');
  const empty = await ada.rpc.userNote.addTag.mutate({ contentId, tag: ' # ' }).catch((error: unknown) => error);
  expect(codeOf(empty)).toBe('bad_request');
});

test('LIB-10 LIB-11 LIB-22 tags, favourites and ticks are no edits by hand, and none of them undoes an edit', async () => {
  const client = world.client();
  const contentId = await noteOf(client, 'summary');
  const summary = await detailOf(client, contentId);
  await client.rpc.userNote.addTag.mutate({ contentId, tag: 'bread' });
  await client.rpc.userNote.setFavorite.mutate({ contentId, favorite: true });
  const tagged = await detailOf(client, contentId);
  expect(tagged).toMatchObject({ noteEdited: false, noteMethod: summary.noteMethod, coverage: summary.coverage });
  expect(await versionsOf(client, contentId)).toHaveLength(1);
  // Whoever began to edit before that is told.
  const stale = client.rpc.content.saveNote.mutate({ contentId, baseVersionId: summary.noteVersionId, note: 'mine' });
  expect(codeOf(await stale.catch((error: unknown) => error))).toBe('note_conflict');
  await client.rpc.userNote.setFavorite.mutate({ contentId, favorite: false });
  const { note } = await client.rpc.userNote.removeTag.mutate({ contentId, tag: 'bread' });
  expect(note).toBe(summary.note);

  const list = ['a', 'b', 'c', 'd'];
  await client.rpc.content.saveNote.mutate({
    contentId,
    baseVersionId: (await detailOf(client, contentId)).noteVersionId,
    note: `${list.map((words) => `- [ ] ${words}`).join('\n')}\n\n\`\`\`\n- [ ] code\n\`\`\``,
  });
  expect(await client.rpc.userNote.tasks.query({ contentId })).toEqual(list.map((words, line) => ({ line, words, done: false })));
  const versions = await versionsOf(client, contentId);
  await Promise.all([
    ...list.map((words, line) => client.rpc.content.setTask.mutate({ contentId, line, words, done: true })),
    ...list.map((words) => client.rpc.userNote.addTag.mutate({ contentId, tag: `tag-${words}` })),
    client.rpc.userNote.setFavorite.mutate({ contentId, favorite: true }),
  ]);
  const after = await detailOf(client, contentId);
  for (const words of list) expect(after.note).toContain(`- [x] ${words}`);
  expect((await rowOf(client, contentId))?.tags.toSorted()).toEqual(['favorited', ...list.map((words) => `tag-${words}`)]);
  expect(await versionsOf(client, contentId)).toHaveLength(versions.length);
});

test('LIB-11 a favourite is found by its filter, and stays one when it is summarised again', async () => {
  const client = world.client();
  const contentId = await noteOf(client, 'loved');
  await noteOf(client, 'unloved');
  const favorites = async () =>
    (await client.rpc.user.videos.query({ favorited: true })).uniqueVideos.map((row) => row.content_id);
  expect(await favorites()).toEqual([]);
  await client.rpc.userNote.addTag.mutate({ contentId, tag: 'Favorited' });
  await client.rpc.userNote.addTag.mutate({ contentId, tag: 'bread' });
  await client.rpc.userNote.setFavorite.mutate({ contentId, favorite: true });
  expect(await favorites()).toEqual([contentId]);
  await client.rpc.content.summarizeAgain.mutate({ contentId, detail: 'brief' });
  await settled(client, contentId);
  expect((await versionsOf(client, contentId)).length).toBe(2);
  expect((await rowOf(client, contentId))?.tags).toEqual(expect.arrayContaining(['favorited', 'bread']));
  await client.rpc.userNote.setFavorite.mutate({ contentId, favorite: false });
  expect(await favorites()).toEqual([]);
});

test('LIB-10 many notes are tagged by one call, which counts what it left out', async () => {
  const [ada, bob] = [world.client(), world.client()];
  const ids = [await noteOf(ada, 'one', 'One.'), await noteOf(ada, 'two', 'Two.\n\n#Bread')];
  world.site.on('/missing', { status: 404, body: '' });
  const bare = await submit(ada, `${world.site.url}/missing`);
  await settled(ada, bare);
  const theirs = await noteOf(bob, 'theirs', 'Theirs.');
  const counted = await ada.rpc.userNote.tagMany.mutate({ contentIds: [...ids, bare, theirs], tag: 'bread' });
  expect(counted).toEqual({ changed: 1, already: 1, withoutNote: 2 });
  expect(await Promise.all(ids.map(async (id) => (await detailOf(ada, id)).note))).toEqual(['One.\n\n#bread', 'Two.\n\n#Bread']);
  expect((await detailOf(bob, theirs)).note).toBe('Theirs.');
  const refused = await ada.rpc.userNote.addTag.mutate({ contentId: bare, tag: 'x' }).catch((error: unknown) => error);
  expect(codeOf(refused)).toBe('note_missing');
});
