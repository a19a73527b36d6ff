/** Folders that fill themselves: made, changed, counted and used as a filter, for one user among others. */
import { randomUUID } from 'node:crypto';
import type { inferRouterInputs } from '@trpc/server';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type DatabaseClient } from '#db/client.ts';
import { contents } from '#db/schema/content.ts';
import { smartFolders } from '#db/schema/smart-folders.ts';
import { smartFolderLimits } from '#lib/input-limits.ts';
import type { AppRouter } from '#server/router.ts';
import { codeOf, type TestClient } from '../harness/http/client.ts';
import { waitFor } from '../harness/wait.ts';
import { articleHtml, shareWorld, summarise, type World } from './setup.ts';

type Definition = Omit<inferRouterInputs<AppRouter>['smartFolder']['create'], 'id' | 'name'>;

let world: World;
let database: DatabaseClient;
let ada: TestClient;
let bob: TestClient;
let own: Record<'oven' | 'river' | 'chores', string>;

async function noteOf(
  client: TestClient,
  page: string,
  note: string,
  columns: Partial<typeof contents.$inferInsert>,
): Promise<string> {
  world.site.on(`/${page}`, { body: articleHtml(`Page ${page}`) });
  const { contentId, noteVersionId } = await summarise(client, `${world.site.url}/${page}`);
  await client.rpc.content.saveNote.mutate({ contentId, baseVersionId: noteVersionId, note });
  await database.db.update(contents).set(columns).where(eq(contents.id, contentId));
  return contentId;
}

beforeAll(async () => {
  world = await shareWorld();
  database = createDatabase(world.database, { max: 2, applicationName: 'test' });
  ada = world.client();
  bob = world.client();
  const everything = {
    contentType: 'longVideo',
    sourceUrl: 'https://www.video.example/watch?v=1',
    language: 'zh-Hans',
    durationMs: 90 * 60_000,
    publishedAt: '2024-05-06T07:08:09Z',
    createdAt: new Date('2026-01-02T23:30:00Z'),
  } as const;
  own = {
    oven: await noteOf(ada, 'oven', 'The stone oven needs wood.\n\n#bread #winter', everything),
    river: await noteOf(ada, 'river', 'A river of ice.\n\n#winter', {
      sourceUrl: 'https://blog.site.example/river',
      language: 'en',
      durationMs: null,
      publishedAt: '2020',
      createdAt: new Date('2025-06-01T12:00:00Z'),
    }),
    chores: await noteOf(ada, 'chores', '- [x] bake\n- [ ] eat', {
      contentType: 'audio',
      sourceUrl: null,
      publishedAt: null,
      durationMs: 20 * 60_000,
    }),
  };
  // Another user's content keeps every rule.
  await noteOf(bob, 'theirs', 'The stone oven.\n\n- [ ] eat\n\n#bread #winter', everything);
  await waitFor('the search to know all', async () => (await ada.rpc.user.searchVideos.query({ keyword: 'oven' })).complete);
});
afterAll(async () => {
  await database.close();
  await world.close();
});

const refusal = async (call: Promise<unknown>) => codeOf(await call.then(() => undefined).catch((error: unknown) => error));

/** What the library shows for such a folder; its count, the list's and the library's must agree. */
async function held({ tags = [], match_type = 'all', rules = {} }: Partial<Definition>): Promise<string[]> {
  const { id } = await ada.rpc.smartFolder.create.mutate({ name: 'Folder', tags, match_type, rules });
  const { uniqueVideos, count } = await ada.rpc.user.videos.query({ smartFolder: id });
  const listed = (await ada.rpc.smartFolder.list.query()).find((folder) => folder.id === id);
  const counted = await ada.rpc.smartFolder.count.query({ tags, match_type, rules });
  expect([count, listed?.count, counted.count]).toEqual([uniqueVideos.length, uniqueVideos.length, uniqueVideos.length]);
  await ada.rpc.smartFolder.delete.mutate({ id });
  const names = Object.entries(own);
  return uniqueVideos.map(({ content_id }) => names.find(([, id]) => id === content_id)?.[0] ?? 'another').sort();
}

describe('COL-06 rules', () => {
  test.each<[name: string, definition: Partial<Definition>, held: string[]]>([
    ['all tags', { tags: ['bread', 'winter'] }, ['oven']],
    ['any tag', { tags: ['bread', 'winter'], match_type: 'any' }, ['oven', 'river']],
    ['a type', { rules: { types: ['audio'] } }, ['chores']],
    ['several types', { rules: { types: ['audio', 'longVideo'] } }, ['chores', 'oven']],
    ['a site without www', { rules: { sites: ['video.example'] } }, ['oven']],
    ['a site stands for those below it', { rules: { sites: ['Site.Example'] } }, ['river']],
    ['a site is no part of a word', { rules: { sites: ['ideo.example', 'site.exampl'] } }, []],
    ['a sign of a pattern is a letter', { rules: { sites: ['%', '_ite.example'] } }, []],
    ['a language, in every script', { rules: { languages: ['zh'] } }, ['oven']],
    ['from a length', { rules: { minutes: { from: 20 } } }, ['chores', 'oven']],
    ['up to a length', { rules: { minutes: { to: 89 } } }, ['chores']],
    ['between lengths', { rules: { minutes: { from: 21, to: 90 } } }, ['oven']],
    ['published since', { rules: { published: { from: '2024-05-06', zone: 'UTC' } } }, ['oven']],
    ['published until', { rules: { published: { to: '2024-05-05', zone: 'UTC' } } }, ['river']],
    ['published lately', { rules: { published: { days: 36_500 } } }, ['oven', 'river']],
    [
      'added on a day of the zone',
      { rules: { added: { from: '2026-01-03', to: '2026-01-03', zone: 'Asia/Shanghai' } } },
      ['oven'],
    ],
    ['added on another day elsewhere', { rules: { added: { from: '2026-01-03', to: '2026-01-03', zone: 'UTC' } } }, []],
    ['added lately', { rules: { added: { days: 1 } } }, ['chores']],
    ['words in any order', { rules: { text: 'wood  Oven' } }, ['oven']],
    ['words of the title', { rules: { text: 'page river' } }, ['river']],
    ['words that are nowhere', { rules: { text: 'stone ice' } }, []],
    ['signs alone', { rules: { text: '?!' } }, []],
    ['open items', { rules: { todo: 'open' } }, ['chores']],
    ['nothing open, something done', { rules: { todo: 'done' } }, []],
    ['no items', { rules: { todo: 'none' } }, ['oven', 'river']],
    ['all of several', { tags: ['winter'], rules: { languages: ['en', 'zh'], minutes: { from: 1 } } }, ['oven']],
    [
      'any of several',
      { tags: ['bread'], match_type: 'any', rules: { languages: ['en'], types: ['audio'] } },
      ['chores', 'oven', 'river'],
    ],
  ])('COL-06 hold by %s', async (_, definition, expected) => {
    expect(await held(definition)).toEqual(expected);
  });

  test('COL-06 an item that is done and nothing open is a state of its own', async () => {
    await database.db.update(contents).set({ openTodos: 0, doneTodos: 2 }).where(eq(contents.id, own.chores));
    expect(await held({ rules: { todo: 'done' } })).toEqual(['chores']);
    expect(await held({ rules: { todo: 'open' } })).toEqual([]);
    await database.db.update(contents).set({ openTodos: 1, doneTodos: 1 }).where(eq(contents.id, own.chores));
  });
});

describe('COL-06 folders', () => {
  test('COL-06 are made, listed by age with their counts, changed and deleted', async () => {
    const client = world.client();
    expect(await client.rpc.smartFolder.list.query()).toEqual([]);
    const first = await client.rpc.smartFolder.create.mutate({
      name: '  冬天的\n面包 ',
      tags: ['winter', 'bread', 'winter'],
      match_type: 'all',
      rules: { text: ' oven ' },
    });
    const folder = { id: first.id, name: '冬天的 面包', tags: ['winter', 'bread'], match_type: 'all', rules: { text: 'oven' } };
    expect(first).toEqual({ ...folder, created_at: first.created_at });
    const second = await client.rpc.smartFolder.create.mutate({ name: 'Second', tags: ['x'], match_type: 'any', rules: {} });
    const changed = { name: 'Changed', tags: [], match_type: 'any' as const, rules: { types: ['audio' as const] } };
    expect(await client.rpc.smartFolder.update.mutate({ id: first.id, ...changed })).toEqual({ ...first, ...changed });
    expect(await client.rpc.smartFolder.list.query()).toEqual([
      { ...first, ...changed, count: 0 },
      { ...second, count: 0 },
    ]);
    await client.rpc.smartFolder.delete.mutate({ id: first.id });
    expect((await client.rpc.smartFolder.list.query()).map(({ id }) => id)).toEqual([second.id]);
    // Undone with the same id; once.
    const { created_at } = first;
    expect(await client.rpc.smartFolder.create.mutate({ id: first.id, created_at, ...changed })).toMatchObject({ created_at });
    expect(await refusal(client.rpc.smartFolder.create.mutate({ id: first.id, ...changed }))).toBe('smart_folder_exists');
    expect(await client.rpc.smartFolder.list.query()).toHaveLength(2);
  });

  test('COL-06 are counted alike, few or many', async () => {
    const made: string[] = [];
    const make = async (definition: Pick<Definition, 'tags' | 'rules'>) => {
      const name = `Counted ${made.length}`;
      made.push((await ada.rpc.smartFolder.create.mutate({ name, match_type: 'any', ...definition })).id);
    };
    const counts = async () => {
      const listed = await ada.rpc.smartFolder.list.query();
      return made.map((id) => listed.find((folder) => folder.id === id)?.count ?? 0);
    };
    for (const definition of [
      { tags: ['bread'], rules: {} },
      { tags: [], rules: { text: 'oven' } },
      { tags: ['winter'], rules: { todo: 'open' } },
    ] as const)
      await make({ ...definition, tags: [...definition.tags] });
    const few = await counts();
    expect(few.every((count) => count > 0)).toBe(true);
    for (const tag of ['unused', 'river', 'nothing']) await make({ tags: [tag], rules: {} });
    expect((await counts()).slice(0, 3)).toEqual(few);
    for (const id of made) await ada.rpc.smartFolder.delete.mutate({ id });
  });

  test('COL-06 are nobody else’s', async () => {
    const { id } = await bob.rpc.smartFolder.create.mutate({ name: 'Theirs', tags: ['a'], match_type: 'any', rules: {} });
    const before = await database.db.select().from(smartFolders).where(eq(smartFolders.id, id));
    const mine = { name: 'Mine', tags: ['b'], match_type: 'any' as const, rules: {} };
    expect(await refusal(ada.rpc.smartFolder.update.mutate({ id, ...mine }))).toBe('not_found');
    expect(await refusal(ada.rpc.smartFolder.delete.mutate({ id }))).toBe('not_found');
    expect(await refusal(ada.rpc.smartFolder.create.mutate({ id, ...mine }))).toBe('smart_folder_exists');
    expect(await refusal(ada.rpc.smartFolder.update.mutate({ id: randomUUID(), ...mine }))).toBe('not_found');
    expect((await ada.rpc.smartFolder.list.query()).map((folder) => folder.id)).not.toContain(id);
    expect(await database.db.select().from(smartFolders).where(eq(smartFolders.id, id))).toEqual(before);
  });

  test('COL-06 need a name and a condition, and no unknown one', async () => {
    const good = { name: 'Good', tags: ['a'], match_type: 'any' as const, rules: {} };
    const bad: object[] = [
      { name: ' \n ' },
      { name: 'x'.repeat(smartFolderLimits.nameLength + 1) },
      { tags: [] },
      { tags: Array.from({ length: smartFolderLimits.tags + 1 }, (_, n) => `t${n}`) },
      { match_type: 'none' },
      { rules: { types: [] } },
      { rules: { minutes: {} } },
      { rules: { added: { zone: 'UTC' } } },
      { rules: { added: { from: '2026-02-30', zone: 'UTC' } } },
      { rules: { added: { from: '2026-01-01', zone: '+08:00' } } },
      { rules: { text: '  ' } },
      { rules: { owner: 'x' } },
      { user_id: 'x' },
    ];
    for (const part of bad)
      expect([part, await refusal(ada.rpc.smartFolder.create.mutate({ ...good, ...part } as typeof good))]).toEqual([
        part,
        'bad_request',
      ]);
  });

  test('COL-06 are bounded, also for calls at once', async () => {
    const client = world.client();
    await client.rpc.account.ensure.mutate();
    const userId = (await client.rpc.account.me.query()).user?.id ?? '';
    const rows = Array.from({ length: smartFolderLimits.perUser - 1 }, (_, n) => ({ userId, name: `F${n}`, tags: ['a'] }));
    await database.db.insert(smartFolders).values(rows);
    const made = { name: 'Last', tags: ['a'], match_type: 'any' as const, rules: {} };
    const outcomes = await Promise.all([1, 2, 3].map(() => refusal(client.rpc.smartFolder.create.mutate(made))));
    expect(outcomes.filter((outcome) => outcome === 'smart_folder_limit')).toHaveLength(2);
    expect(outcomes).toContain(undefined);
    expect(await database.db.$count(smartFolders, eq(smartFolders.userId, userId))).toBe(smartFolderLimits.perUser);
    // All of them are counted in one query.
    expect(await client.rpc.smartFolder.list.query()).toHaveLength(smartFolderLimits.perUser);
  });

  test('COL-06 can name the sites and languages of the own library, the most frequent first', async () => {
    const client = world.client();
    for (const [page, sourceUrl, language] of [
      ['one', 'https://www.b.example/1', 'en'],
      ['two', 'https://b.example:8443/2', 'en-GB'],
      ['three', 'https://a.example/3', null],
    ] as const)
      await noteOf(client, `choice-${page}`, 'Text.', { sourceUrl, language });
    expect(await client.rpc.smartFolder.choices.query()).toEqual({
      sites: [
        { site: 'b.example', count: 2 },
        { site: 'a.example', count: 1 },
      ],
      languages: [{ language: 'en', count: 2 }],
    });
  });

  test('COL-06 follow a note that is changed', async () => {
    const client = world.client();
    const contentId = await noteOf(client, 'follows', 'Text.', { author: 'Ada' });
    const definition = { tags: ['later'], match_type: 'any' as const, rules: {} };
    expect(await client.rpc.smartFolder.count.query(definition)).toEqual({ count: 0 });
    await client.rpc.userNote.addTag.mutate({ contentId, tag: 'later' });
    expect(await client.rpc.smartFolder.count.query(definition)).toEqual({ count: 1 });
    const [row] = await database.db
      .select()
      .from(contents)
      .where(and(eq(contents.id, contentId)));
    expect(row?.noteTags).toEqual(['later']);
    // Words too, before the search has read the note.
    expect(await client.rpc.smartFolder.count.query({ ...definition, tags: [], rules: { text: 'LATER text' } })).toEqual({
      count: 1,
    });
    expect(await client.rpc.smartFolder.count.query({ ...definition, tags: [], rules: { text: 'sooner' } })).toEqual({
      count: 0,
    });
  });
});
