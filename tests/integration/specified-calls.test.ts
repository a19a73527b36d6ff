/**
 * Every call that the product specification names (§7), by the name it has here, with the input and the output that it says.
 * The desktop updater is part of the desktop program.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createDatabase, type DatabaseClient } from '#db/client.ts';
import { pngOfSize } from '../harness/files/make-pictures.ts';
import { codeOf, type TestClient } from '../harness/http/client.ts';
import { markOf } from './access-matrix.ts';
import { articleHtml, startWorld, summarise, type World } from './setup.ts';

let world: World;
let database: DatabaseClient;
let client: TestClient;
let other: TestClient;
let userId: string;
let contentId: string;
let secondId: string;
let collectionId: string;
let link: string;

beforeAll(async () => {
  world = await startWorld({ env: { VERIFY_EMAIL: 'false', TIME_STARTING_MINUTES: '120' } });
  database = createDatabase(world.database, { max: 2, applicationName: 'test' });
  [client, other] = [world.client(), world.client()];
  await client.rpc.account.signUp.mutate({ email: 'calls@example.org', password: 'correct horse battery', language: 'en' });
  await other.rpc.account.ensure.mutate();
  userId = (await client.rpc.account.me.query()).user?.id ?? '';
  link = `${world.site.url}/called`;
  world.site.on('/called', { body: articleHtml('The Called Oven') });
  world.internet.on('https://icon.example/favicon.ico', { type: 'image/png', body: pngOfSize(32, 32) });
  world.site.on('/called-again', { body: articleHtml('The Second Oven') });
  contentId = (await summarise(client, link)).contentId;
  secondId = (await summarise(client, `${world.site.url}/called-again`)).contentId;
  collectionId = (await client.rpc.share.createCollection.mutate({ name: 'Ovens', contentIds: [contentId] })).collection.id;
  await client.rpc.highlights.create.mutate({
    ...markOf(contentId),
    highlight_text: 'the Called Oven keeps its heat '.repeat(3),
  });
  await client.rpc.prompt.create.mutate({ title: 'Shorter', customPrompt: 'Say it in one sentence.' });
  world.site.on('/called.xml', {
    type: 'application/rss+xml',
    body: '<rss version="2.0"><channel><title>Called</title><link>https://called.example/</link><item><title>1</title><guid>1</guid><link>https://called.example/1</link></item></channel></rss>',
  });
  await client.rpc.channel.follow.mutate({ url: `${world.site.url}/called.xml` });
  await database.query(
    `insert into chat_history (user_id, content_id, messages) values ($1, $2, '[{"role":"user","content":"What is it?","created_at":"2026-01-02T03:04:05Z"}]')`,
    [userId, contentId],
  );
});
afterAll(async () => {
  await database.close();
  await world.close();
});

const stamp = z.iso.datetime();
const count = z.number().int();
const row = z.looseObject({
  content_id: z.uuid(),
  title: z.string(),
  source_url: z.string().nullable(),
  audio_url: z.string().nullable(),
  cover_url: z.string().nullable(),
  content_type: z.string(),
  status: z.enum(['processing', 'completed', 'failed', 'cancelled']),
  highlightCount: count,
  published_at: z.string().nullable(),
  updated_at: stamp,
  description: z.string().nullable(),
  loading: z.boolean(),
  content: z.looseObject({ user_id: z.string() }),
});
const collection = z.looseObject({ id: z.uuid(), slug: z.string(), name: z.string(), is_public: z.boolean() });
const folder = z.looseObject({
  id: z.uuid(),
  name: z.string(),
  tags: z.array(z.string()),
  match_type: z.enum(['all', 'any']),
  created_at: stamp,
});

type Call = [name: string, make: () => Promise<unknown>, output: z.ZodType];
const calls: Call[] = [
  [
    'share.getContentCollections',
    () => client.rpc.share.getContentCollections.query({ contentId }),
    z.array(collection.omit({ slug: true })).length(1),
  ],
  [
    'share.getBatchContentCollections',
    () => client.rpc.share.getBatchContentCollections.query({ contentIds: [contentId, secondId] }),
    z.record(z.uuid(), z.array(collection.omit({ slug: true }))),
  ],
  [
    'share.getContentsInCollections',
    () => client.rpc.share.getContentsInCollections.query({ collectionIds: [collectionId] }),
    z.array(z.uuid()).length(1),
  ],
  [
    'share.listUserCollections',
    () => client.rpc.share.listUserCollections.query(),
    z.array(collection.extend({ collection_items: z.tuple([z.object({ count })]) })).length(1),
  ],
  [
    'share.getCollectionDetails',
    () => client.rpc.share.getCollectionDetails.query({ id: collectionId }),
    z.looseObject({ collection, items: z.array(row).length(1) }),
  ],
  [
    'share.addItemsToCollection',
    () => client.rpc.share.addItemsToCollection.mutate({ collectionId, contentIds: [contentId, secondId] }),
    z.object({ addedCount: z.literal(1), skippedCount: z.literal(1) }),
  ],
  [
    'video.summary',
    async () => ({ known: contentId, ...(await client.rpc.video.summary.query({ url: link })) }),
    z
      .looseObject({ known: z.uuid(), contentId: z.uuid(), title: z.string(), summary: z.string().min(1) })
      .refine(({ known, contentId: id }) => known === id),
  ],
  [
    'content.detail',
    () => client.rpc.content.detail.query({ contentId }),
    z.looseObject({ title: z.literal('The Called Oven'), subtitlesArray: z.array(z.unknown()), articleMarkdown: z.string() }),
  ],
  [
    'user.videosByPage',
    () => client.rpc.user.videosByPage.query({ page: 9, pageSize: 30 }),
    z.looseObject({
      uniqueVideos: z.array(row).length(2),
      count: z.literal(2),
      totalPages: z.literal(1),
      currentPage: z.literal(1),
      redirectedToLastPage: z.literal(true),
    }),
  ],
  [
    'user.videos',
    () => client.rpc.user.videos.query({ limit: 1 }),
    z.looseObject({ uniqueVideos: z.array(row).length(1), count: z.literal(2), nextCursor: z.string() }),
  ],
  [
    'user.searchVideos',
    () => client.rpc.user.searchVideos.query({ limit: 1000, keyword: 'Second' }),
    z.looseObject({ searchResults: z.array(row).length(1) }),
  ],
  [
    'user.updateUsername',
    () => client.rpc.user.updateUsername.mutate({ username: ' Ada ' }),
    z.object({ username: z.literal('Ada') }),
  ],
  [
    'user.remainingTime',
    () => other.rpc.user.remainingTime.query(),
    z.object({ remainingTime: z.number().int().min(1).max(7200), expiresAt: stamp.nullable() }),
  ],
  ['user.getReferralUserData', () => client.rpc.user.getReferralUserData.query(), z.object({ savedTime: z.number() })],
  [
    'channel.channelList',
    () => client.rpc.channel.channelList.query(),
    z.array(z.object({ channel_title: z.literal('Called'), channel_url: z.literal('https://called.example/') })).length(1),
  ],
  [
    'icon of a site by its hostname, or the default one: link.favicon',
    () => Promise.all(['icon.example', 'bare.example'].map((hostname) => client.rpc.link.favicon.query({ hostname }))),
    z.tuple([z.object({ icon: z.string().regex(/^data:image\/png;base64,/) }), z.object({ icon: z.null() })]),
  ],
  [
    'POST /api/active-license',
    async () => {
      const headers = { 'content-type': 'application/json' };
      const response = await client.fetch('/api/active-license', {
        method: 'POST',
        headers,
        body: '{"licenseKey":"no key of anybody"}',
      });
      return { status: response.status, ...((await response.json()) as object) };
    },
    z.looseObject({ status: z.literal(422), error: z.looseObject({ message: z.literal('license_invalid') }) }),
  ],
  [
    'user_contents_note, updated: userNote.addTag',
    () => client.rpc.userNote.addTag.mutate({ contentId: secondId, tag: 'warm' }),
    z.looseObject({ note: z.string().regex(/#warm/), updatedAt: stamp }),
  ],
  [
    'user_contents_note, updated: userNote.setFavorite',
    () => client.rpc.userNote.setFavorite.mutate({ contentId: secondId, favorite: true }),
    z.looseObject({ note: z.string() }),
  ],
  [
    'user_contents_note, read by days: user.noteDays',
    () => client.rpc.user.noteDays.query({ from: new Date(Date.now() - 86_400_000).toISOString().slice(0, 10), zone: 'UTC' }),
    z.object({ days: z.array(z.object({ day: z.iso.date(), count })).min(1) }),
  ],
  [
    'custom_prompts: prompt.mine',
    () => client.rpc.prompt.mine.query(),
    z.object({ prompts: z.array(z.looseObject({ title: z.literal('Shorter'), customPrompt: z.string() })).length(1) }),
  ],
  [
    'user_content_highlights: highlights.list',
    () => client.rpc.highlights.list.query({}),
    z.looseObject({
      highlights: z
        .array(
          z.looseObject({
            ...{ highlight_text: z.string(), scope: z.string(), section_id: z.string().nullable(), content_key: z.string() },
            ...{ comment: z.string(), created_at: stamp, updated_at: stamp, title: z.string().regex(/^.{50}…$/) },
          }),
        )
        .length(1),
    }),
  ],
  [
    'chat_history: chat.history',
    () => client.rpc.chat.history.query({ contentId }),
    z.looseObject({
      messages: z.tuple([
        z.looseObject({
          id: z.literal('legacy-0'),
          role: z.literal('user'),
          parts: z.tuple([z.object({ type: z.literal('text'), text: z.literal('What is it?') })]),
          metadata: z.looseObject({
            createdAt: z.literal('2026-01-02T03:04:05.000Z'),
            sources: z.array(z.unknown()),
            related: z.array(z.string()),
          }),
        }),
      ]),
    }),
  ],
  [
    'smart_folders: smartFolder.create, update, list, delete',
    async () => {
      const made = await client.rpc.smartFolder.create.mutate({ name: 'Warm', tags: ['warm'], match_type: 'all', rules: {} });
      const changed = await client.rpc.smartFolder.update.mutate({
        id: made.id,
        name: 'Warmer',
        tags: ['warm'],
        match_type: 'any',
        rules: {},
      });
      const list = await client.rpc.smartFolder.list.query();
      await client.rpc.smartFolder.delete.mutate({ id: made.id });
      return { made, changed, list, after: await client.rpc.smartFolder.list.query() };
    },
    z.object({ made: folder, changed: folder, list: z.array(folder).length(1), after: z.array(folder).length(0) }),
  ],
  [
    'user.videosByPage, user.videos and user.searchVideos, with all that they take',
    async () => {
      const { user } = client.rpc;
      const { id: smartFolder } = await client.rpc.smartFolder.create.mutate({
        name: 'Any',
        tags: ['warm'],
        match_type: 'any',
        rules: {},
      });
      const filters = { type: 'online', tag: 'warm', smartFolder, highlighted: false } as const;
      const byPage = await user.videosByPage.query({ page: 1, pageSize: 50, ...filters });
      const endless = await user.videos.query({ limit: 5, ...filters });
      const found = await user.searchVideos.query({ limit: 1000, keyword: 'Second', highlighted: true });
      return [byPage.count, endless.count, found.searchResults.length];
    },
    z.tuple([z.literal(1), z.literal(1), z.literal(0)]),
  ],
  [
    'fileUrl of an audio file, from the audio or source url: link.audioFile',
    async () => {
      const media = { type: 'audio', mime: 'audio/mpeg', blob: 'media/called', url: null };
      const kept = 'update extractions set data = data || $2 where id = (select extraction_id from contents where id = $1)';
      await database.query(kept, [contentId, { media }]);
      const url = `/api/contents/${contentId}/media`;
      const files = await Promise.all([
        ...[link, url].map((one) => client.rpc.link.audioFile.query({ url: one })),
        other.rpc.link.audioFile.query({ url }),
      ]);
      return files.map(({ fileUrl }) => fileUrl === url || fileUrl);
    },
    z.tuple([z.literal(true), z.literal(true), z.null()]),
  ],
  [
    'playlist.add and playlist.remove',
    async () => [await client.rpc.playlist.add.mutate({ contentId }), await client.rpc.playlist.remove.mutate({ contentId })],
    z.tuple([z.object({ added: z.literal(true) }), z.object({ removed: z.literal(true) })]),
  ],
  [
    'userNote.deleteContentWithCleanup',
    async () => [
      await client.rpc.userNote.deleteContentWithCleanup.mutate({ contentId: secondId }),
      (await client.rpc.user.videos.query({})).count,
    ],
    z.tuple([z.object({ deleted: z.literal(true) }), z.literal(1)]),
  ],
];

describe('a call of the specification', () => {
  test.each(calls)('API-01 %s', async (_name, make, output) => {
    const answer = await make();
    expect(output.safeParse(answer).error?.issues ?? []).toEqual([]);
  });

  const owned: [name: string, columns: string, values: string, list: (who: TestClient) => Promise<unknown[]>, item: object][] = [
    [
      'music_generations: output.music',
      'music_generations (user_id, task_id, title, provider)',
      `($1, 'task-1', 'A song of ovens', 'nobody')`,
      async (who) => (await who.rpc.output.music.query({})).items,
      { task_id: 'task-1', title: 'A song of ovens', audio_url: null, provider: 'nobody' },
    ],
    [
      'image_generations: output.images',
      'image_generations (user_id, operation_name, generated_image_url, generated_image_urls)',
      `($1, 'operations/0B7C6E5D-1111-4222-8333-444455556666/1', '/a.png', '["/a.png","/b.png"]')`,
      async (who) => (await who.rpc.output.images.query({})).items,
      {
        operation_name: 'operations/0B7C6E5D-1111-4222-8333-444455556666/1',
        content_id: '0b7c6e5d-1111-4222-8333-444455556666',
        ...{ generated_image_url: '/a.png', generated_image_urls: ['/a.png', '/b.png'] },
      },
    ],
    [
      'video_processing_tasks: output.visionArticles',
      'video_processing_tasks (user_id, video_url, html_url, status)',
      `($1, 'https://v.example/1', '/1.html', 'completed')`,
      async (who) => (await who.rpc.output.visionArticles.query({})).items,
      { video_url: 'https://v.example/1', html_url: '/1.html', pdf_url: null, markdown_url: null, status: 'completed' },
    ],
  ];
  test.each(owned)(
    'API-01 %s lists its owner’s rows from the table, and nobody else’s',
    async (_name, columns, values, list, item) => {
      expect(await list(client)).toEqual([]);
      await database.query(`insert into ${columns} values ${values}`, [userId]);
      expect(await list(client)).toEqual([
        { ...item, id: expect.any(String), created_at: expect.stringMatching(/Z$/), updated_at: expect.stringMatching(/Z$/) },
      ]);
      expect(await list(other)).toEqual([]);
    },
  );

  test('API-01 lists of outputs come in pages, newest first, each row once', async () => {
    await database.query(
      `insert into music_generations (user_id, task_id, title, provider, created_at)
       select $1, n::text, 'Song ' || n, 'nobody', timestamptz '2026-01-01' + (n / 2) * interval '1 microsecond' from generate_series(1, 7) n`,
      [userId],
    );
    const seen: string[] = [];
    for (let cursor: string | undefined; ; ) {
      const page = await client.rpc.output.music.query({ limit: 3, cursor });
      seen.push(...page.items.map(({ title }) => title));
      if (page.nextCursor === null) break;
      cursor = page.nextCursor;
    }
    expect(seen[0]).toBe('A song of ovens');
    expect([...seen].sort()).toEqual(['A song of ovens', ...Array.from({ length: 7 }, (_, n) => `Song ${n + 1}`)].sort());
  });

  test('API-01 an operation of images whose name holds no content is refused by the table', async () => {
    const bad = database.query(`insert into image_generations (user_id, operation_name) values ($1, 'operations/none')`, [
      userId,
    ]);
    await expect(bad).rejects.toMatchObject({ code: '23514' });
  });
});

/** What fills these tables: `outputs.test.ts`, with services that make pictures and music. Here there are none. */
test.each(['makeImages', 'makeMusic'] as const)('API-01 output.%s says so where no service is set', async (make) => {
  const refused = await client.rpc.output[make].mutate({ contentId }).catch(codeOf);
  expect(refused).toBe('output_not_configured');
});
