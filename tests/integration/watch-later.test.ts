/** The list to watch later, of two users. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type DatabaseClient } from '#db/client.ts';
import { codeOf, type TestClient } from '../harness/http/client.ts';
import { articleHtml, shareWorld, summarise, type World } from './setup.ts';

let world: World;
let database: DatabaseClient;
let ada: TestClient;
let bob: TestClient;
/** Ada's. */
let own: [string, string];
let theirs: string;

async function signedIn(): Promise<TestClient> {
  const client = world.client();
  const { user } = await client.rpc.account.ensure.mutate();
  await database.query(`update "user" set is_anonymous = false, email = id || '@example.org' where id = $1`, [user.id]);
  return client;
}

async function contentOf(client: TestClient, page: string): Promise<string> {
  world.site.on(`/${page}`, { body: articleHtml(`Page ${page}`) });
  return (await summarise(client, `${world.site.url}/${page}`)).contentId;
}

beforeAll(async () => {
  world = await shareWorld();
  database = createDatabase(world.database, { max: 2, applicationName: 'test' });
  [ada, bob] = [await signedIn(), await signedIn()];
  own = [await contentOf(ada, 'first'), await contentOf(ada, 'second')];
  theirs = await contentOf(bob, 'theirs');
});
afterAll(async () => {
  await database.close();
  await world.close();
});

const listOf = async (client: TestClient) => (await client.rpc.playlist.list.query()).contentIds;

async function listed(client: TestClient): Promise<string[]> {
  const [all, paged] = await Promise.all([
    client.rpc.user.videos.query({ watchLater: true }),
    client.rpc.user.videosByPage.query({ page: 1, watchLater: true }),
  ]);
  expect(paged.uniqueVideos).toEqual(all.uniqueVideos);
  expect([all.count, paged.count]).toEqual([all.uniqueVideos.length, all.uniqueVideos.length]);
  return all.uniqueVideos.map((row) => row.content_id);
}

test('LIB-20 what is added is listed, the last first, once, until it is removed', async () => {
  const [first, second] = own;
  expect(await ada.rpc.playlist.add.mutate({ contentId: second })).toEqual({ added: true });
  expect(await ada.rpc.playlist.add.mutate({ contentId: first })).toEqual({ added: true });
  expect(await ada.rpc.playlist.add.mutate({ contentId: first })).toEqual({ added: false });
  expect(await listOf(ada)).toEqual([first, second]);
  // As the library lists.
  expect(await listed(ada)).toEqual([second, first]);
  expect(await listed(bob)).toEqual([]);
  expect(await ada.rpc.playlist.remove.mutate({ contentId: second })).toEqual({ removed: true });
  expect(await ada.rpc.playlist.remove.mutate({ contentId: second })).toEqual({ removed: false });
  expect(await listed(ada)).toEqual([first]);
});

test('LIB-20 a guest is asked to sign in, and another user’s content is not found', async () => {
  const guest = world.client();
  const contentId = await contentOf(guest, 'guest');
  for (const change of [guest.rpc.playlist.add, guest.rpc.playlist.remove])
    expect(codeOf(await change.mutate({ contentId }).catch((error: unknown) => error))).toBe('sign_in_needed');
  expect(await listOf(guest)).toEqual([]);
  await bob.rpc.playlist.add.mutate({ contentId: theirs });
  for (const change of [ada.rpc.playlist.add, ada.rpc.playlist.remove])
    expect(codeOf(await change.mutate({ contentId: theirs }).catch((error: unknown) => error))).toBe('not_found');
  expect(await listOf(bob)).toEqual([theirs]);
});

test('LIB-20 a deleted content leaves the list', async () => {
  const contentId = await contentOf(ada, 'short-lived');
  await ada.rpc.playlist.add.mutate({ contentId });
  expect(await listOf(ada)).toContain(contentId);
  await ada.rpc.userNote.deleteContentWithCleanup.mutate({ contentId });
  expect(await listOf(ada)).not.toContain(contentId);
});

test('LIB-20 the list is full at a thousand, also for two that come at once', async () => {
  const eve = await signedIn();
  const [one, two] = [await contentOf(eve, 'eve-1'), await contentOf(eve, 'eve-2')];
  const { user } = await eve.rpc.account.me.query();
  await database.query(
    `with made as (insert into sources (key) select 'url:https://full.test/' || n from generate_series(1, 999) n returning id),
       contents as (insert into contents (user_id, source_id, status, kind, content_type, title, note_language)
         select $1, id, 'completed', 'page', 'online', 'Full', 'en' from made returning id)
     insert into watch_later (user_id, content_id) select $1, id from contents`,
    [user?.id],
  );
  const outcomes = await Promise.allSettled([one, two].map((contentId) => eve.rpc.playlist.add.mutate({ contentId })));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [codeOf(outcome.reason)] : []));
  expect(refused).toEqual(['watch_later_full']);
  expect(await listOf(eve)).toHaveLength(1000);
});
