/** What a user does to a note while others do so too. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type DatabaseClient } from '#db/client.ts';
import { codeOf, type TestClient } from '../harness/http/client.ts';
import { uploadFile } from '../harness/http/upload.ts';
import { articleHtml, settled, shareWorld, summarise, type World } from './setup.ts';

let world: World;
let database: DatabaseClient;
beforeAll(async () => {
  world = await shareWorld();
  database = createDatabase(world.database, { max: 2, applicationName: 'test' });
  world.site.on('/oven', { body: articleHtml('The Common Oven') });
});
afterAll(async () => {
  await database.close();
  await world.close();
});

const items = Array.from({ length: 8 }, (_, index) => `item ${index}`);

async function openList(): Promise<{ client: TestClient; contentId: string; line: (words: string) => number }> {
  const client = world.client();
  const { contentId, noteVersionId } = await summarise(client, `${world.site.url}/oven`);
  const note = `# Mine\n\n${items.map((words) => `- [ ] ${words}`).join('\n')}\n`;
  await client.rpc.content.saveNote.mutate({ contentId, baseVersionId: noteVersionId, note });
  return { client, contentId, line: (words) => note.split('\n').findIndex((line) => line.endsWith(words)) };
}

const read = async (client: TestClient, contentId: string) => (await client.rpc.content.detail.query({ contentId })).note ?? '';

test('LIB-22 concurrent ticks are all kept during other changes of the note', async () => {
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

test('lists show excerpt, tags and time of the current note', async () => {
  const { client, contentId } = await openList();
  const row = async () => (await client.rpc.user.videos.query({})).uniqueVideos.find((one) => one.content_id === contentId);
  expect(await row()).toMatchObject({ excerpt: items.join(' '), tags: [] });
  const { noteVersionId } = await client.rpc.content.detail.query({ contentId });
  const note = '# Oven\n\nIt **keeps** its heat. [¶3](#p2)\n\n#bread #winter\n';
  const { updatedAt } = await client.rpc.content.saveNote.mutate({ contentId, baseVersionId: noteVersionId, note });
  expect(await row()).toMatchObject({ excerpt: 'It keeps its heat.', tags: ['bread', 'winter'], updated_at: updatedAt });
  expect(await row()).not.toHaveProperty('note');
});

async function openNote(page: string) {
  world.site.on(page, { body: articleHtml(`The Oven ${page}`) });
  const client = world.client();
  const { contentId, noteVersionId, note: first } = await summarise(client, `${world.site.url}${page}`);
  const base = { current: noteVersionId };
  return {
    first: first ?? '',
    detail: () => client.rpc.content.detail.query({ contentId }),
    save: async (note: string, more: { keepBase?: boolean } = {}): Promise<string> => {
      const saved = await client.rpc.content.saveNote.mutate({ contentId, baseVersionId: base.current, note, ...more });
      base.current = saved.versionId;
      return saved.versionId;
    },
    restore: async (versionId: string): Promise<void> => {
      await client.rpc.content.restore.mutate({ contentId, versionId });
      base.current = (await client.rpc.content.detail.query({ contentId })).noteVersionId;
    },
    /** Gives the tag and the star. */
    mark: async ({ tag }: { tag: string }): Promise<void> => {
      await client.rpc.userNote.addTag.mutate({ contentId, tag });
      const { versionId } = await client.rpc.userNote.setFavorite.mutate({ contentId, favorite: true });
      base.current = versionId;
    },
    preview: async () => (await client.rpc.content.versions.query({ contentId })).versions[0]?.preview,
    /** What the history holds, the latest first. */
    history: async (): Promise<string[]> => {
      const { versions } = await client.rpc.content.versions.query({ contentId });
      return Promise.all(
        versions.map(async ({ versionId }) => (await client.rpc.content.version.query({ contentId, versionId })).note),
      );
    },
  };
}

test('SUM-10 CON-02 a restored version stays in the history after later changes', async () => {
  const { first, save, restore, history, detail } = await openNote('/put-back');
  const mine = await save('mine');
  await save('mine, and another thought', { keepBase: true });
  await restore(mine);
  expect(await detail()).toMatchObject({ note: 'mine' });
  await save('mine, changed');
  await save('mine, changed again');
  expect(await history()).toEqual(['mine, changed again', 'mine, and another thought', 'mine', first]);

  // Going back and forth between two leaves no copies behind.
  const [newest] = await history();
  for (let round = 0; round < 3; round++) {
    await restore(mine);
    await save(newest ?? '', { keepBase: true });
  }
  expect((await history()).filter((note) => note === 'mine')).toHaveLength(1);
});

test('CON-02 LIB-11 a restored version has the tags and the star that were given since', async () => {
  const { save, restore, history, detail, mark } = await openNote('/starred');
  const mine = await save('mine');
  await save('mine, and another thought', { keepBase: true });
  await mark({ tag: 'attic' });
  const [newest = ''] = await history();
  // Back and forth leaves one copy with the tags.
  for (let round = 0; round < 2; round++) {
    await restore(mine);
    expect((await detail()).note).toBe('mine\n\n#attic #favorited');
    await save(newest, { keepBase: true });
  }
  expect((await history()).filter((note) => note.startsWith('mine\n'))).toHaveLength(1);
});

test('CON-02 a note edited back to its summary counts as the summary, not as edited', async () => {
  const { first, save, history, detail } = await openNote('/and-back');
  const before = await detail();
  expect(before.noteEdited).toBe(false);
  await save(`${first}x`);
  // Where it came from stays known, and so does that it is no longer that.
  expect(await detail()).toMatchObject({ noteEdited: true, noteMethod: before.noteMethod, coverage: before.coverage });
  await save(first);
  expect(await detail()).toEqual({ ...before, updatedAt: expect.any(String) });
  expect(await history()).toEqual([first]);
});

test('CON-02 a sitting is one version, but a deleted paragraph stays in the history', async () => {
  const { first, save, history, preview } = await openNote('/thrown-away');
  const long = Array.from({ length: 40 }, (_, index) => `thought ${index}`).join(' ');
  await save('# Mine');
  await save(`# Mine\n\n${long}`);
  await save(`# Mine\n\n${long}.`);
  await save('# Mine');
  await save('# Mine, begun anew');
  await save('# 1\\. Mine, *begun* anew');
  expect(await preview()).toBe('1. Mine, begun anew');
  expect(await history()).toEqual(['# 1\\. Mine, *begun* anew', `# Mine\n\n${long}.`, first]);
});

test('CON-02 a sitting lasts a quarter of an hour from its first edit', async () => {
  const { first, save, history } = await openNote('/sitting');
  await save('first words');
  const age = (minutes: number) =>
    database.query(`update note_versions set created_at = created_at - make_interval(mins => $1)`, [minutes]);
  await age(14);
  await save('first words, more');
  expect(await history()).toEqual(['first words, more', first]);
  // The edit in between has not begun the time again.
  await age(2);
  await save('first words, and another sitting');
  expect(await history()).toEqual(['first words, and another sitting', 'first words, more', first]);
});

test('SUM-10 a long version shows its words without half of a link, and that it goes on', async () => {
  const { save, preview } = await openNote('/long-link');
  // One character longer than what is read of a version.
  const start = `[the source](https://example.org/${'a'.repeat(1900)})\n\n`;
  await save(`${start}${'b'.repeat(2001 - start.length)}`);
  expect(await preview()).toBe('the source…');
});

test('CON-02 an edit while a summary is written leaves it under way', async () => {
  const { client, contentId } = await openList();
  const edit = async (note: string): Promise<string | undefined> => {
    const { noteVersionId } = await client.rpc.content.detail.query({ contentId });
    await client.rpc.content.saveNote.mutate({ contentId, baseVersionId: noteVersionId, note });
    const [row] = await database.query<{ status: string }>('select status from contents where id = $1', [contentId]);
    return row?.status;
  };
  await database.query(
    `update contents set status = 'processing',
       active_run_id = (select id from runs where runs.source_id = contents.source_id limit 1) where id = $1`,
    [contentId],
  );
  expect(await edit('while it is written')).toBe('processing');
  await database.query('update contents set active_run_id = null where id = $1', [contentId]);
  expect(await edit('and afterwards')).toBe('completed');
});

test('CON-02 CON-04 the original note stays in the history when corrections of the script change it', async () => {
  const client = world.client();
  const lines = ['Jon Smyth the miller asked a tenth of every sack.', 'The keeper weighed each sack and wrote it down.'];
  const srt = lines.map((text, i) => `${i + 1}\n00:00:0${i * 4},000 --> 00:00:0${i * 4 + 4},000\n${text}\n`).join('\n');
  const contentId = await uploadFile(client, world.server.url, { name: 'mill.srt', bytes: Buffer.from(srt) });
  const { noteVersionId, subtitlesArray } = await settled(client, contentId);
  const note = `# Mine\n\nJon Smyth the miller asked a tenth of every sack.\n`;
  await client.rpc.content.saveNote.mutate({ contentId, baseVersionId: noteVersionId, note });
  let base = 0;
  let was = subtitlesArray[0]?.text ?? '';
  for (const text of [was.replace('Jon', 'John'), was.replace('Jon Smyth', 'John Smith')]) {
    const edit = { type: 'text' as const, line: 0, startMs: subtitlesArray[0]?.startMs ?? 0, was, text };
    const answer = await client.rpc.content.editTranscript.mutate({ contentId, base, edit });
    expect(answer.note?.places).toBe(1);
    [base, was] = [answer.version, text];
  }
  expect(await read(client, contentId)).toBe(note.replace('Jon Smyth', 'John Smith'));
  const { versions } = await client.rpc.content.versions.query({ contentId });
  // What it was made from, what was written, and one for all corrections.
  expect(versions).toHaveLength(3);
  const second = await client.rpc.content.version.query({ contentId, versionId: versions[1]?.versionId ?? '' });
  expect(second.note).toBe(note);
});

test('CON-02 LIB-22 a change of one note leaves all others, and each has a history of its own', async () => {
  for (const page of ['/one', '/two']) world.site.on(page, { body: articleHtml(`The Oven ${page}`) });
  const [ada, bob] = [world.client(), world.client()];
  const opened = async (client: TestClient, page: string) => {
    const { contentId, noteVersionId } = await summarise(client, `${world.site.url}${page}`);
    return { client, contentId, noteVersionId };
  };
  const places = [await opened(ada, '/one'), await opened(ada, '/two'), await opened(bob, '/one')];
  const detailOf = ({ client, contentId }: (typeof places)[number]) => client.rpc.content.detail.query({ contentId });
  const historyOf = async ({ client, contentId }: (typeof places)[number]) =>
    (await client.rpc.content.versions.query({ contentId })).versions.map(({ versionId }) => versionId);
  const all = () => Promise.all(places.map(async (place) => ({ ...(await detailOf(place)), history: await historyOf(place) })));
  const summaries = (await all()).map(({ note }) => note);
  const words = '- [ ] the same words\n';
  for (const [at, place] of places.entries()) {
    const { client, contentId, noteVersionId } = place;
    const others = async () => (await all()).filter((_, other) => other !== at);
    const before = await others();
    const saved = await client.rpc.content.saveNote.mutate({ contentId, baseVersionId: noteVersionId, note: words });
    expect(await detailOf(place)).toMatchObject({ contentId, note: words, noteVersionId: saved.versionId });
    expect(await historyOf(place)).toEqual([saved.versionId, noteVersionId]);
    const ticked = await client.rpc.content.setTask.mutate({ contentId, line: 0, words: 'the same words', done: true });
    expect((await detailOf(place)).note).toBe(words.replace('[ ]', '[x]'));
    expect(await historyOf(place)).toEqual([ticked.versionId, noteVersionId]);
    await client.rpc.content.restore.mutate({ contentId, versionId: noteVersionId ?? '' });
    expect((await detailOf(place)).note).toBe(summaries[at]);
    expect(await others()).toEqual(before);
  }
  // A version of another content is none of this one's.
  const [one, two] = places as [(typeof places)[number], (typeof places)[number]];
  const foreign = { contentId: one.contentId, versionId: two.noteVersionId ?? '' };
  for (const call of [() => ada.rpc.content.version.query(foreign), () => ada.rpc.content.restore.mutate(foreign)])
    expect(codeOf(await call().catch((error: unknown) => error))).toBe('note_version_missing');
});

test('CON-09 notes of one’s own on two links stay two, also with the same words', async () => {
  const client = world.client();
  const words = ['Worth a visit.', 'Worth another.'];
  const ids: string[] = [];
  for (const note of words) {
    const url = `${world.site.url}/own-${ids.length}`;
    ids.push((await client.rpc.link.comment.mutate({ url, note, noteLanguage: 'en' })).contentId);
  }
  const [first = '', second = ''] = ids;
  const before = await client.rpc.content.detail.query({ contentId: first });
  const { noteVersionId: baseVersionId } = await client.rpc.content.detail.query({ contentId: second });
  const { versionId } = await client.rpc.content.saveNote.mutate({ contentId: second, baseVersionId, note: words[0] ?? '' });
  const { versions } = await client.rpc.content.versions.query({ contentId: second });
  expect(versions).toMatchObject([{ versionId, isCurrent: true }]);
  expect(await client.rpc.content.version.query({ contentId: second, versionId })).toEqual({ note: words[0] });
  expect(await client.rpc.content.detail.query({ contentId: first })).toEqual(before);
});
