/** What a user does to a note while others do so too. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeOf, type TestClient } from '../harness/client.ts';
import { articleHtml, startWorld, summarise, type World } from './setup.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
  world.site.on('/oven', { body: articleHtml('The Common Oven') });
});
afterAll(() => world.close());

const items = Array.from({ length: 8 }, (_, index) => `item ${index}`);

async function openList(): Promise<{ client: TestClient; contentId: string; line: (words: string) => number }> {
  const client = world.client();
  const { contentId, noteVersionId } = await summarise(client, `${world.site.url}/oven`);
  const note = `# Mine\n\n${items.map((words) => `- [ ] ${words}`).join('\n')}\n`;
  await client.rpc.content.saveNote.mutate({ contentId, baseVersionId: noteVersionId, note });
  return { client, contentId, line: (words) => note.split('\n').findIndex((line) => line.endsWith(words)) };
}

const read = async (client: TestClient, contentId: string) => (await client.rpc.content.detail.query({ contentId })).note ?? '';

test('LIB-22 ticks that come all at once are all kept, whatever else of the note changes meanwhile', async () => {
  const { client, contentId, line } = await openList();
  const answers = await Promise.all(
    items.map((words) => client.rpc.content.setTask.mutate({ contentId, line: line(words), words, done: true })),
  );
  const note = await read(client, contentId);
  expect(note).toBe(`# Mine\n\n${items.map((words) => `- [x] ${words}`).join('\n')}\n`);
  expect(answers.some((answer) => answer.note === note)).toBe(true);

  // Somebody else wrote above the list and took an item away: what was seen before that is still ticked where it is now.
  const { noteVersionId } = await client.rpc.content.detail.query({ contentId });
  await client.rpc.content.saveNote.mutate({
    contentId,
    baseVersionId: noteVersionId,
    note: `new words\n\n${note.replace('- [x] item 3\n', '')}`,
  });
  await client.rpc.content.setTask.mutate({ contentId, line: line('item 5'), words: 'item 5', done: false });
  expect(await read(client, contentId)).toContain('- [x] item 4\n- [ ] item 5\n');
  const gone = client.rpc.content.setTask.mutate({ contentId, line: line('item 3'), words: 'item 3', done: false });
  expect(codeOf(await gone.catch((error: unknown) => error))).toBe('note_conflict');
  // Said again, it is still as it was said to be: an answer that got lost costs nothing.
  await client.rpc.content.setTask.mutate({ contentId, line: line('item 5'), words: 'item 5', done: false });
  expect(await read(client, contentId)).toContain('- [ ] item 5\n');
  // One sitting is one version, however many ticks it had.
  expect((await client.rpc.content.versions.query({ contentId })).versions.length).toBeLessThanOrEqual(2);
});
