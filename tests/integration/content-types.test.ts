import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase } from '#db/client.ts';
import { contentTypes } from '#lib/content-type.ts';
import { makeMp4, makeWav } from '../harness/files/make-media.ts';
import { refusals, watchPage } from '../harness/sites/youtube.ts';
import { articleHtml, settled, startWorld, submit, type World } from './setup.ts';

const subtitles = [
  {
    language: 'eng',
    cues: [
      { startMs: 1000, endMs: 5000, text: 'The clay has to rest for a whole night.' },
      { startMs: 6000, endMs: 11_000, text: 'Three teams measured the same eleven hours of heat.' },
    ],
  },
];

let world: World;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gleaner-types-'));
  world = await startWorld({ env: { SHORT_VIDEO_MINUTES: '0.5' } });
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await world.close();
});

test('SUM-06 LIB-23 each link gets its type by rule, the list filters by it and counts them', async () => {
  for (const [name, seconds] of [
    ['short', 20],
    ['long', 40],
  ] as const) {
    const path = join(folder, `${name}.mp4`);
    await makeMp4(path, { seconds, width: 64, height: 48, subtitles });
    world.site.on(`/${name}.mp4`, { body: readFileSync(path), type: 'video/mp4' });
  }
  world.site.on('/talk.wav', { body: makeWav(3), type: 'audio/wav' });
  world.site.on('/page', { body: articleHtml('The Clay Oven') });
  const client = world.client();
  const ids = new Map<string, string>();
  for (const path of ['short.mp4', 'long.mp4', 'talk.wav', 'page'])
    ids.set(path, await submit(client, `${world.site.url}/${path}`));
  for (const id of ids.values()) await settled(client, id);

  const all = await client.rpc.user.videos.query({});
  expect(Object.fromEntries(all.uniqueVideos.map((row) => [row.content_id, row.content_type]))).toEqual({
    [ids.get('short.mp4') ?? '']: 'shortVideo',
    [ids.get('long.mp4') ?? '']: 'longVideo',
    [ids.get('talk.wav') ?? '']: 'audio',
    [ids.get('page') ?? '']: 'online',
  });
  const counts = { longVideo: 1, shortVideo: 1, audio: 1, online: 1, local: 0 };
  expect(all).toMatchObject({ count: 4, typeCounts: counts });
  for (const type of contentTypes) {
    const some = await client.rpc.user.videos.query({ type });
    expect(some.uniqueVideos.map((row) => row.content_type)).toEqual(Array(counts[type]).fill(type));
    expect(some).toMatchObject({ count: counts[type], typeCounts: counts, nextCursor: null });
  }
  // @ts-expect-error a type that does not exist is refused before anything is read
  await expect(client.rpc.user.videos.query({ type: 'podcasts' })).rejects.toThrow();
  // Somebody else's records are in no count.
  expect(
    await world
      .client()
      .rpc.user.videos.query({})
      .catch(() => ({ count: 0 })),
  ).toMatchObject({ count: 0 });
});

test('SUM-01 deleting a record of a link to a file deletes what was kept of that file, and of no other', async () => {
  world.site.on('/kept.wav', { body: makeWav(4), type: 'audio/wav' });
  world.site.on('/deleted.wav', { body: makeWav(5), type: 'audio/wav' });
  const client = world.client();
  const [kept, deleted] = [
    await submit(client, `${world.site.url}/kept.wav`),
    await submit(client, `${world.site.url}/deleted.wav`),
  ];
  for (const contentId of [kept, deleted]) await settled(client, contentId);
  const { query, close } = createDatabase(world.database, { max: 1, applicationName: 'test' });
  const media = await query<{ key: string }>(
    `select e.data -> 'media' ->> 'blob' as key from extractions e join sources s on s.id = e.source_id where s.url like '%/deleted.wav'`,
  );
  expect(media).toEqual([{ key: expect.any(String) }]);
  // Files are on the clean-up's list from before they are written, due after the longest run: it starts empty here.
  const due = `select 1 from blob_garbage where blob_key = $1
    and created_at between now() + interval '11 hours' and now() + interval '12 hours'`;
  expect(await query(due, [media[0]?.key])).toHaveLength(1);
  await query('delete from blob_garbage');
  await client.rpc.userNote.deleteContentWithCleanup.mutate({ contentId: deleted });
  expect(await query('select blob_key as key from blob_garbage')).toEqual(media);
  await close();
  expect((await client.fetch(`/api/contents/${kept}/media`)).status).toBe(200);
  expect((await client.fetch(`/api/contents/${deleted}/media`)).status).toBe(404);
});

test('LIB-23 a video that cannot be had is counted with the videos', async () => {
  const id = 'typeIsGone1';
  world.internet.on(`https://www.youtube.com/watch?v=${id}`, watchPage({ id, status: refusals.deleted }));
  const client = world.client();
  const contentId = await submit(client, `https://youtu.be/${id}`);
  expect((await settled(client, contentId)).status).toBe('failed');
  const { uniqueVideos, typeCounts } = await client.rpc.user.videos.query({ type: 'longVideo' });
  expect(uniqueVideos.map((row) => row.content_id)).toEqual([contentId]);
  expect(typeCounts).toMatchObject({ longVideo: 1, online: 0 });
});
