/** One tag in all notes of a user: renamed, merged, removed, and back. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSession } from '#db/client.ts';
import { codeOf, type TestClient } from '../harness/http/client.ts';
import { waitFor } from '../harness/wait.ts';
import { articleHtml, shareWorld, summarise, type World } from './setup.ts';

let world: World;
beforeAll(async () => {
  world = await shareWorld();
});
afterAll(() => world.close());

async function library(
  notes: readonly string[],
): Promise<{ client: TestClient; ids: string[]; notes: () => Promise<(string | null)[]> }> {
  const client = world.client();
  const ids: string[] = [];
  for (const [index, note] of notes.entries()) {
    world.site.on(`/tagged-${index}`, { body: articleHtml(`Page ${index}`) });
    const { contentId, noteVersionId } = await summarise(client, `${world.site.url}/tagged-${index}`);
    await client.rpc.content.saveNote.mutate({ contentId, baseVersionId: noteVersionId, note });
    ids.push(contentId);
  }
  const read = async (contentId: string) => (await client.rpc.content.overview.query({ contentId })).note;
  return { client, ids, notes: () => Promise.all(ids.map(read)) };
}

const ended = (client: TestClient, taskId: string) =>
  waitFor('the change to end', async () => {
    const last = await client.rpc.userNote.lastTagChange.query();
    return last?.taskId === taskId && last.state !== 'running' ? last : undefined;
  });

const before = ['One.\n\n#Wheat #rye', 'Two.\n\n#wheat', 'Three, of #wheat.', 'Four.\n\n#wheat #Grain'];

test('LIB-10 a tag is renamed in all notes of its user, merged where the new one is there, and undone', async () => {
  const [ada, bob] = [await library([...before, 'Five.\n\n#wheat']), await library(before.slice(0, 1))];
  const { tags: counted } = await ada.client.rpc.user.tags.query();
  expect(counted[0]).toEqual({ tag: 'wheat', count: 3 });
  expect(counted.map(({ tag }) => tag).toSorted()).toEqual(['Grain', 'Wheat', 'rye', 'wheat']);
  const folderOf = async ({ client }: { client: TestClient }, tags: string[]) =>
    (await client.rpc.smartFolder.create.mutate({ name: 'Folder', tags, match_type: 'any', rules: {} })).id;
  const folder = await folderOf(ada, ['rye', 'Wheat', 'GRAIN']);
  const theirs = await folderOf(bob, ['wheat']);
  const tagsOf = async ({ client }: { client: TestClient }, id: string) =>
    (await client.rpc.smartFolder.list.query()).find((one) => one.id === id)?.tags;
  const { taskId } = await ada.client.rpc.userNote.changeTag.mutate({ from: 'wheat', to: '#grain' });
  expect(await ended(ada.client, taskId)).toMatchObject({
    state: 'completed',
    from: 'wheat',
    to: 'grain',
    total: 4,
    changed: 4,
    canUndo: true,
  });
  const renamed = ['One.\n\n#grain #rye', 'Two.\n\n#grain', 'Three, of #wheat.', 'Four.\n\n#Grain', 'Five.\n\n#grain'];
  expect(await ada.notes()).toEqual(renamed);
  expect(await bob.notes()).toEqual(before.slice(0, 1));
  expect([await tagsOf(ada, folder), await tagsOf(bob, theirs)]).toEqual([['rye', 'grain'], ['wheat']]);
  const foreign = bob.client.rpc.userNote.undoTagChange.mutate({ taskId }).catch((error: unknown) => error);
  expect(codeOf(await foreign)).toBe('not_found');

  // What was changed by hand since then is left.
  const [, second = '', , , fifth = ''] = ada.ids;
  await ada.client.rpc.userNote.removeTag.mutate({ contentId: second, tag: 'grain' });
  await ada.client.rpc.userNote.addTag.mutate({ contentId: fifth, tag: 'wheat' });
  const undo = await ada.client.rpc.userNote.undoTagChange.mutate({ taskId });
  expect(await ended(ada.client, undo.taskId)).toMatchObject({ isUndo: true, canUndo: false, total: 4, changed: 2 });
  const left = [before[0], 'Two.', before[2], 'Four.\n\n#Grain #wheat', 'Five.\n\n#grain #wheat'];
  expect(await ada.notes()).toEqual(left);
  expect(await tagsOf(ada, folder)).toEqual(['rye', 'Wheat', 'GRAIN']);
  const twice = ada.client.rpc.userNote.undoTagChange.mutate({ taskId: undo.taskId }).catch((error: unknown) => error);
  expect(codeOf(await twice)).toBe('not_found');
});

test('LIB-10 a tag is removed from all notes and put back', async () => {
  const { client, notes } = await library(before);
  const { taskId } = await client.rpc.userNote.changeTag.mutate({ from: 'wheat', to: null });
  expect(await ended(client, taskId)).toMatchObject({ total: 3, changed: 3 });
  expect(await notes()).toEqual(['One.\n\n#rye', 'Two.', before[2], 'Four.\n\n#Grain']);
  await ended(client, (await client.rpc.userNote.undoTagChange.mutate({ taskId })).taskId);
  expect(await notes()).toEqual(['One.\n\n#rye #Wheat', before[1], before[2], 'Four.\n\n#Grain #wheat']);
});

test('LIB-10 chosen notes get a tag as one task, other users’ and those that have it are left, and it is undone', async () => {
  const [ada, bob] = [await library(before), await library(['Theirs.'])];
  const contentIds = [...ada.ids, ...bob.ids, ada.ids[0] ?? ''];
  const { taskId } = await ada.client.rpc.userNote.tagChosen.mutate({ contentIds, tag: '#grain' });
  const done = await ended(ada.client, taskId);
  expect(done).toMatchObject({ state: 'completed', from: null, to: 'grain', total: 3, changed: 3, left: 1, canUndo: true });
  expect(await ada.notes()).toEqual([
    'One.\n\n#Wheat #rye #grain',
    'Two.\n\n#wheat #grain',
    'Three, of #wheat.\n\n#grain',
    before[3],
  ]);
  expect(await bob.notes()).toEqual(['Theirs.']);
  await ended(ada.client, (await ada.client.rpc.userNote.undoTagChange.mutate({ taskId })).taskId);
  expect(await ada.notes()).toEqual(before);
  const starred = await ada.client.rpc.userNote.tagChosen.mutate({ contentIds: ada.ids.slice(1, 2), tag: 'favorited' });
  await ended(ada.client, starred.taskId);
  expect((await ada.client.rpc.user.videos.query({ favorited: true })).count).toBe(1);
  // Only the last change can be undone.
  const earlier = ada.client.rpc.userNote.undoTagChange.mutate({ taskId }).catch((error: unknown) => error);
  expect(codeOf(await earlier)).toBe('not_found');
});

test('LIB-10 a tag is written in other capitals and back, one change at a time', async () => {
  const { client, notes } = await library(['One.\n\n#wheat', 'Two.\n\n#WHEAT #rye']);
  const change = (to: string) => client.rpc.userNote.changeTag.mutate({ from: 'wheat', to });
  const { taskId } = await change('Wheat');
  expect(await ended(client, taskId)).toMatchObject({ from: 'wheat', to: 'Wheat', total: 2, changed: 2, canUndo: true });
  expect(await notes()).toEqual(['One.\n\n#Wheat', 'Two.\n\n#Wheat #rye']);
  const session = await openSession(world.database, { applicationName: 'test' });
  // What was told last, while it ran.
  const [told] = await session.query<{ progress: unknown }>(`select progress from tasks where id = $1`, [taskId]);
  expect(told?.progress).toMatchObject({ stage: 'tagging', percent: 100, params: { done: 2, total: 2 } });
  // As one that a worker is about to take.
  const waiting = `insert into tasks (kind, key, user_id, payload, start_after)
    select kind, key, user_id, payload, now() + interval '1 day' from tasks where id = $1`;
  await session.query(waiting, [taskId]);
  expect(codeOf(await change('rye').catch((error: unknown) => error))).toBe('work_in_progress');
  await session.query(`delete from tasks where state = 'queued'`);
  await session.close();
  expect(await notes()).toEqual(['One.\n\n#Wheat', 'Two.\n\n#Wheat #rye']);
  await ended(client, (await client.rpc.userNote.undoTagChange.mutate({ taskId })).taskId);
  expect(await notes()).toEqual(['One.\n\n#wheat', 'Two.\n\n#WHEAT #rye']);
});
