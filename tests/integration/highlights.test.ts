/** Highlights as the server keeps them: whose they are, in what order, and that text stays text. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeOf, type TestClient } from '../harness/http/client.ts';
import { waitFor } from '../harness/wait.ts';
import { articleHtml, shareWorld, summarise, type World } from './setup.ts';

let world: World;
let client: TestClient;
let contentId: string;
beforeAll(async () => {
  world = await shareWorld();
  world.site.on('/oven', { body: articleHtml('The Marked Oven') });
  world.site.on('/well', { body: articleHtml('The Marked Well') });
  client = world.client();
  ({ contentId } = await summarise(client, `${world.site.url}/oven`));
});
afterAll(() => world.close());

function mark(words: string, more: Record<string, unknown> = {}) {
  return {
    id: randomUUID() as string,
    contentId,
    highlight_text: words,
    scope: 'article' as const,
    section_id: '#p3',
    content_key: 'article',
    colour: 'yellow' as const,
    anchors: { exact: words, prefix: 'before ', suffix: ' after', start: 7, alone: true },
    ...more,
  };
}

const failure = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: unknown) => codeOf(error) ?? String(error),
  );

async function fresh(): Promise<{ client: TestClient; contentId: string }> {
  const other = world.client();
  return { client: other, contentId: (await summarise(other, `${world.site.url}/oven`)).contentId };
}

test('CON-06 a highlight keeps its fields, and is changed, deleted and restored', async () => {
  const own = await fresh();
  const made = await own.client.rpc.highlights.create.mutate(
    mark('keeps its heat', { contentId: own.contentId, comment: 'how long?' }),
  );
  expect(made).toMatchObject({
    content_id: own.contentId,
    highlight_text: 'keeps its heat',
    scope: 'article',
    section_id: '#p3',
    content_key: 'article',
    comment: 'how long?',
    colour: 'yellow',
    anchors: { exact: 'keeps its heat', prefix: 'before ', suffix: ' after', start: 7, alone: true },
  });
  // The times that are told have milliseconds.
  await waitFor('the next moment', () => (Date.now() > Date.parse(made.updated_at) + 1 ? true : undefined));
  const changed = await own.client.rpc.highlights.update.mutate({ highlightId: made.id, colour: 'pink' });
  expect(changed).toMatchObject({ colour: 'pink', comment: 'how long?' });
  expect(changed.updated_at > made.updated_at).toBe(true);

  const anchors = { ...made.anchors, prefix: 'now ', start: 90 };
  const reattached = await own.client.rpc.highlights.reattach.mutate({
    contentId: own.contentId,
    items: [
      { id: made.id, anchors },
      { id: randomUUID(), anchors },
    ],
  });
  expect(reattached).toEqual({ reattached: 1 });

  await own.client.rpc.highlights.delete.mutate({ highlightId: made.id });
  expect((await own.client.rpc.highlights.ofContent.query({ contentId: own.contentId })).highlights).toEqual([]);
  expect(await failure(own.client.rpc.highlights.update.mutate({ highlightId: made.id, comment: 'late' }))).toBe('not_found');
  await own.client.rpc.highlights.restore.mutate({ highlightId: made.id });
  expect((await own.client.rpc.highlights.ofContent.query({ contentId: own.contentId })).highlights).toEqual([
    { ...changed, anchors },
  ]);
  expect(await failure(own.client.rpc.highlights.restore.mutate({ highlightId: made.id }))).toBe('not_found');
});

test('CON-06 the same request twice makes one highlight', async () => {
  const own = await fresh();
  const input = mark('sent twice', { contentId: own.contentId });
  const [one, two] = await Promise.all([
    own.client.rpc.highlights.create.mutate(input),
    own.client.rpc.highlights.create.mutate(input),
  ]);
  expect(one).toEqual(two);
  expect((await own.client.rpc.highlights.ofContent.query({ contentId: own.contentId })).highlights).toHaveLength(1);
});

test('CON-06 a repeated creation with later changes stores them in either order of arrival', async () => {
  const own = await fresh();
  const { rpc } = own.client;
  const comments = async () =>
    (await rpc.highlights.ofContent.query({ contentId: own.contentId })).highlights.map(({ comment }) => comment);
  const bare = mark('written while it was on its way', { contentId: own.contentId });
  const whole = { ...bare, comment: 'so it was' };
  await rpc.highlights.create.mutate(bare);
  await rpc.highlights.create.mutate(whole);
  expect(await comments()).toEqual(['so it was']);
  await rpc.highlights.create.mutate(bare);
  expect(await comments()).toEqual(['so it was']);
  // What was changed later stays as it is.
  await rpc.highlights.update.mutate({ highlightId: bare.id, comment: 'no, otherwise' });
  await rpc.highlights.create.mutate(whole);
  expect(await comments()).toEqual(['no, otherwise']);
});

test("ACC-02 nobody reads, takes or changes another's highlights, by any id", async () => {
  const made = await client.rpc.highlights.create.mutate(mark('mine alone'));
  const other = await fresh();
  const { rpc } = other.client;
  expect(await failure(rpc.highlights.ofContent.query({ contentId }))).toBe('not_found');
  expect(await failure(rpc.highlights.create.mutate(mark('theirs')))).toBe('not_found');
  expect(await failure(rpc.highlights.create.mutate(mark('theirs', { id: made.id, contentId: other.contentId })))).toBe(
    'not_found',
  );
  expect(await failure(rpc.highlights.update.mutate({ highlightId: made.id, comment: 'x' }))).toBe('not_found');
  expect(await failure(rpc.highlights.delete.mutate({ highlightId: made.id }))).toBe('not_found');
  const items = [{ id: made.id, anchors: made.anchors }];
  expect(await rpc.highlights.reattach.mutate({ contentId: other.contentId, items })).toEqual({ reattached: 0 });
  expect((await rpc.highlights.list.query({})).count).toBe(0);
  await client.rpc.highlights.delete.mutate({ highlightId: made.id });
  expect(await failure(rpc.highlights.restore.mutate({ highlightId: made.id }))).toBe('not_found');
  await client.rpc.highlights.restore.mutate({ highlightId: made.id });
  expect((await client.rpc.highlights.ofContent.query({ contentId })).highlights).toContainEqual(made);
});

test('OUT-07 the list pages over all contents, newest first, during other changes', async () => {
  const own = await fresh();
  const second = (await summarise(own.client, `${world.site.url}/well`)).contentId;
  const { rpc } = own.client;
  const ids: string[] = [];
  for (let index = 0; index < 11; index++) {
    const input = mark(`words ${index}`, { contentId: index % 2 === 0 ? own.contentId : second });
    ids.unshift((await rpc.highlights.create.mutate(input)).id);
  }
  const seen: string[] = [];
  let cursor: string | undefined;
  let page = 0;
  do {
    const read = await rpc.highlights.list.query({ limit: 3, cursor });
    seen.push(...read.highlights.map(({ id }) => id));
    if (page === 0) {
      expect(read.count).toBe(11);
      expect(read.highlights[0]).toMatchObject({ title: 'words 10', content: { title: 'The Marked Oven' } });
      // A new one and one that was already shown: neither moves the rest.
      await rpc.highlights.create.mutate(mark('newcomer', { contentId: second }));
      await rpc.highlights.delete.mutate({ highlightId: ids[1] ?? '' });
    }
    page++;
    cursor = read.nextCursor ?? undefined;
  } while (cursor !== undefined && page < 10);
  expect(seen).toEqual(ids);
  expect(await failure(rpc.highlights.list.query({ cursor: 'bm90IGEgY3Vyc29y' }))).toBe('bad_request');

  const rows = (await rpc.user.videos.query({})).uniqueVideos;
  expect(Object.fromEntries(rows.map((row) => [row.content_id, row.highlightCount]))).toEqual({
    [own.contentId]: 6,
    [second]: 5,
  });
});

test('OUT-07 search finds words of text, comment and title; pattern characters are literal', async () => {
  const own = await fresh();
  const { rpc } = own.client;
  await rpc.highlights.create.mutate(mark('100% of the 粮食 in a_b', { contentId: own.contentId }));
  await rpc.highlights.create.mutate(
    mark('plain words', { contentId: own.contentId, comment: 'Ask the Miller', colour: 'blue' }),
  );
  const texts = async (search: string) =>
    (await rpc.highlights.list.query({ search })).highlights.map(({ highlight_text }) => highlight_text);
  expect(await texts('粮食')).toEqual(['100% of the 粮食 in a_b']);
  expect(await texts('糧食')).toEqual(['100% of the 粮食 in a_b']);
  for (const signs of ['.', 'a.b', '粮*', '(?i)x', '[', '$', '***=a']) expect(await texts(signs)).toEqual([]);
  expect(await texts('miller plain')).toEqual(['plain words']);
  expect(await texts('marked oven')).toHaveLength(2);
  expect(await texts('%')).toEqual(['100% of the 粮食 in a_b']);
  expect(await texts('a_b')).toEqual(['100% of the 粮食 in a_b']);
  expect(await texts('\\')).toEqual([]);
  expect((await rpc.highlights.list.query({ colour: 'blue' })).count).toBe(1);
});

test('OUT-07 the title is the first 50 graphemes and an ellipsis', async () => {
  const own = await fresh();
  const titleOf = async (words: string) => {
    await own.client.rpc.highlights.create.mutate(mark(words, { contentId: own.contentId }));
    return (await own.client.rpc.highlights.list.query({ limit: 1 })).highlights[0]?.title;
  };
  expect(await titleOf('粮'.repeat(50))).toBe('粮'.repeat(50));
  expect(await titleOf('粮'.repeat(51))).toBe(`${'粮'.repeat(50)}…`);
  expect(await titleOf('😀'.repeat(60))).toBe(`${'😀'.repeat(50)}…`);
});

test.each([
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '[click](javascript:alert(1))',
  '=HYPERLINK("https://evil.example","x")',
  '\u202eevil\u202c {{constructor}}',
])('CON-06 %s is kept and given back as the text it is', async (words) => {
  const own = await fresh();
  await own.client.rpc.highlights.create.mutate(mark(words, { contentId: own.contentId, comment: words }));
  const [kept] = (await own.client.rpc.highlights.list.query({})).highlights;
  expect(kept).toMatchObject({ highlight_text: words, comment: words });
});

test.each([
  ['a NUL character', { highlight_text: 'a\u0000b' }],
  ['half a surrogate pair', { highlight_text: 'a \ud83d' }],
  ['nothing but white space', { highlight_text: ' \n ' }],
  ['too much text', { highlight_text: 'a'.repeat(10_001) }],
  ['a place that is a script', { section_id: 'javascript:alert(1)' }],
  ['an unknown scope', { scope: 'comments' }],
  ['a colour of its own', { colour: 'url(https://evil.example)' }],
  ['a field too many', { user_id: 'somebody' }],
])('CON-06 %s is refused', async (_name, more) => {
  const input = mark('fine words', more) as ReturnType<typeof mark>;
  expect(await failure(client.rpc.highlights.create.mutate(input))).toBe('bad_request');
});

test('CON-06 a change of one highlight leaves all others, of its content, its user and everybody else', async () => {
  const own = await fresh();
  const other = await fresh();
  const { rpc } = own.client;
  const second = (await summarise(own.client, `${world.site.url}/well`)).contentId;
  const put = (words: string, of = own.contentId, by = rpc) => by.highlights.create.mutate(mark(words, { contentId: of }));
  const [one, two, elsewhere] = [await put('one'), await put('two'), await put('elsewhere', second)];
  const foreign = await put('foreign', other.contentId, other.client.rpc);
  const kept = () =>
    Promise.all([
      rpc.highlights.ofContent.query({ contentId: own.contentId }),
      rpc.highlights.ofContent.query({ contentId: second }),
      other.client.rpc.highlights.ofContent.query({ contentId: other.contentId }),
    ]).then((lists) => lists.map(({ highlights }) => highlights));
  expect(await kept()).toEqual([[one, two], [elsewhere], [foreign]]);
  const changed = await rpc.highlights.update.mutate({ highlightId: one.id, comment: 'of one' });
  expect(await kept()).toEqual([[changed, two], [elsewhere], [foreign]]);
  // By the id of one that is elsewhere, or somebody else's: also what a closing page sends again.
  const items = [elsewhere, foreign].map(({ id }) => ({ id, anchors: { ...one.anchors, start: 1_000 } }));
  expect(await rpc.highlights.reattach.mutate({ contentId: own.contentId, items })).toEqual({ reattached: 0 });
  for (const { id } of items) {
    const again = mark('again', { id, contentId: own.contentId, comment: 'taken over' });
    expect(await failure(rpc.highlights.create.mutate(again))).toBe('not_found');
  }
  expect(await kept()).toEqual([[changed, two], [elsewhere], [foreign]]);
  for (const { id } of [two, elsewhere]) await rpc.highlights.delete.mutate({ highlightId: id });
  await other.client.rpc.highlights.delete.mutate({ highlightId: foreign.id });
  expect(await kept()).toEqual([[changed], [], []]);
  const back = await rpc.highlights.restore.mutate({ highlightId: elsewhere.id });
  expect(await kept()).toEqual([[changed], [back], []]);
  await rpc.userNote.deleteContentWithCleanup.mutate({ contentId: second });
  expect((await rpc.highlights.list.query({})).highlights.map(({ id }) => id)).toEqual([one.id]);
});

test('CON-06 deleting a content deletes its highlights', async () => {
  const own = await fresh();
  await own.client.rpc.highlights.create.mutate(mark('soon gone', { contentId: own.contentId }));
  await own.client.rpc.userNote.deleteContentWithCleanup.mutate({ contentId: own.contentId });
  expect((await own.client.rpc.highlights.list.query({})).count).toBe(0);
});
