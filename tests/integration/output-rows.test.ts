/** Pictures, music and illustrated articles, as stored, statement by statement, among other contents and users. */
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { blobGarbage, type contents } from '#db/schema/content.ts';
import { imageGenerations, musicGenerations, videoProcessingTasks } from '#db/schema/outputs.ts';
import type { Extracted } from '#engine/domain.ts';
import { askTask } from '#features/ask/tasks.ts';
import { chatTask } from '#features/chat/tasks.ts';
import { createOutputRoutes } from '#features/outputs/server/http.ts';
import { listImages, listMusic, listVisionArticles } from '#features/outputs/server/list-made-outputs.ts';
import { findOutputFile, storeFiles } from '#features/outputs/server/output-files.ts';
import { settle as settleOutput } from '#features/outputs/server/settle-output.ts';
import { startImages, startMusic, startVisionArticle } from '#features/outputs/server/start-output.ts';
import { imagesTask, musicTask, visionArticleTask } from '#features/outputs/tasks.ts';
import { promptTask } from '#features/prompts/tasks.ts';
import type { Services } from '#infra/services.ts';
import { addUser, client, codeOf, inTx, keepAccountRows } from './account-rows.ts';
import { addContent, addExtraction, addOwn, addSource, addTalk, linesOf, taskOf } from './content-records.ts';
import { type Recorded, recordedServices } from './recorded-services.ts';

keepAccountRows();

let recorded: Recorded;
let services: Services;
const kinds = [chatTask, askTask, promptTask, imagesTask, musicTask, visionArticleTask];
beforeEach(async () => {
  await client.query('delete from tasks');
  for (const id of ['ada', 'bob']) await addUser(id);
  recorded = recordedServices(kinds, { limits: { libraryQuestionsPerHour: { guest: 5, account: 5 } } });
  services = { ...recorded.services, llm: { id: 'server-model' } } as unknown as Services;
});

describe('outputs', () => {
  test('API-01 are listed newest first in pages, of one user', async () => {
    const at = (n: number) => ({ createdAt: new Date(Date.UTC(2026, 0, n)), updatedAt: new Date(Date.UTC(2026, 1, n)) });
    const operationName = `images/${randomUUID().toUpperCase()}/x`;
    for (const [userId, n] of [
      ['ada', 1],
      ['ada', 3],
      ['ada', 2],
      ['bob', 4],
    ] as const) {
      await client.db
        .insert(musicGenerations)
        .values({ userId, taskId: `t${n}`, title: `T${n}`, provider: 'p', audioUrl: `/a${n}`, ...at(n) });
      await client.db
        .insert(imageGenerations)
        .values({ userId, operationName, generatedImageUrl: `/i${n}`, generatedImageUrls: [`/i${n}`], ...at(n) });
      await client.db.insert(videoProcessingTasks).values({
        userId,
        videoUrl: `/v${n}`,
        htmlUrl: `/h${n}`,
        pdfUrl: `/p${n}`,
        markdownUrl: `/m${n}`,
        status: 'completed',
        ...at(n),
      });
    }
    const stamps = (n: number) => ({ created_at: at(n).createdAt.toISOString(), updated_at: at(n).updatedAt.toISOString() });
    const id = expect.any(String);
    const all = [
      [listMusic, (n: number) => ({ id, task_id: `t${n}`, title: `T${n}`, audio_url: `/a${n}`, provider: 'p', ...stamps(n) })],
      [
        listImages,
        (n: number) => ({
          ...{ id, operation_name: operationName, content_id: operationName.slice(7, 43).toLowerCase() },
          ...{ generated_image_url: `/i${n}`, generated_image_urls: [`/i${n}`], ...stamps(n) },
        }),
      ],
      [
        listVisionArticles,
        (n: number) => ({
          id,
          video_url: `/v${n}`,
          html_url: `/h${n}`,
          pdf_url: `/p${n}`,
          markdown_url: `/m${n}`,
          status: 'completed',
          ...stamps(n),
        }),
      ],
    ] as const;
    for (const [list, of] of all) {
      const first = await list(client.db, 'ada', { limit: 2 });
      expect(first.items).toEqual([of(3), of(2)]);
      const cursor = first.nextCursor ?? '';
      expect(await list(client.db, 'ada', { limit: 2, cursor })).toEqual({ items: [of(1)], nextCursor: null });
      expect((await list(client.db, 'ada', { limit: 3 })).nextCursor).toBeNull();
      expect(await list(client.db, 'ada', { limit: 2, cursor: 'x' }).catch(codeOf)).toBe('bad_request');
    }
  });

  test('API-01 begin with a row and a task, from what the content says', async () => {
    const note = `# Oven\n\n- It is **warm**. [0:05](#t=5)\n\n\n${'Clay. '.repeat(1000)}`;
    const content = await addTalk('ada', ['Words.'], { title: 'Oven', note, noteExcerpt: '' });
    const made = { ...services, imageMaker: { id: 'painter' }, musicMaker: { id: 'singer' } } as unknown as Services;
    const bare = { ...services, imageMaker: null, musicMaker: null } as unknown as Services;
    expect([
      await startImages(bare, content, { count: 1 }).catch(codeOf),
      await startMusic(bare, content, {}).catch(codeOf),
    ]).toEqual([...['output_not_configured', 'output_not_configured']]);
    const silent = await addTalk('ada', ['Words.']);
    expect(await startImages(made, silent, { count: 1 }).catch(codeOf)).toBe('note_missing');
    const images = await startImages(made, content, { count: 2 });
    const payload = (await taskOf(images.taskId))?.payload as { prompt: string };
    expect(payload).toEqual({ outputId: images.id, prompt: expect.any(String), count: 2 });
    expect([payload.prompt.split('\n').slice(0, 2), payload.prompt.length]).toEqual([['Oven', 'It is warm.'], 1200]);
    const [image] = await client.db.select().from(imageGenerations).where(eq(imageGenerations.id, images.id));
    expect(image).toMatchObject({ userId: 'ada', contentId: content.id, operationName: `images/${content.id}/${images.id}` });
    const music = await startMusic(made, silent, { prompt: 'Sing', lyrics: 'La' });
    expect(await taskOf(music.taskId)).toMatchObject({
      ...{ kind: 'music', key: music.id, userId: 'ada', contentId: silent.id },
      payload: { outputId: music.id, prompt: 'Sing', lyrics: 'La' },
    });
    const [song] = await client.db.select().from(musicGenerations).where(eq(musicGenerations.id, music.id));
    expect(song).toMatchObject({ taskId: music.id, title: silent.title, provider: 'singer', contentId: silent.id });
    expect((await taskOf((await startMusic(made, content, {})).taskId))?.payload).toMatchObject({
      lyrics: null,
      prompt: payload.prompt,
    });
    const full = { ...made, settings: { ...made.settings, uploads: { quotaBytes: 0 } } } as unknown as Services;
    expect(await startMusic(full, content, {}).catch(codeOf)).toBe('storage_quota');
  });

  test('API-01 an illustrated article needs a video that is kept here and its words', async () => {
    const video = (blob: string | null, type: 'video' | 'audio' = 'video') =>
      ({ type, mime: 'video/mp4', blob, url: 'https://x.example/v.mp4' }) as Extracted['media'];
    const own = async (data: Partial<Extracted>, values: Partial<typeof contents.$inferInsert> = {}) => {
      const source = await addSource();
      return addContent('ada', source.id, { extractionId: await addExtraction(source.id, data), ...values });
    };
    const transcript = linesOf(['Words.']);
    const begin = async (content: Parameters<typeof startVisionArticle>[1]) =>
      startVisionArticle(services, content).catch(codeOf);
    expect(await begin(await addOwn('ada'))).toBe('frames_missing');
    for (const media of [null, video(null), video('media/a', 'audio')])
      expect(await begin(await own({ media, transcript }))).toBe('frames_missing');
    expect(await begin(await own({ media: video('media/a') }))).toBe('subtitles_missing');
    const linked = await own({ media: video('media/a'), transcript }, { sourceUrl: 'https://x.example/' });
    const uploaded = await own({ media: video('media/a'), transcript }, { sourceUrl: null });
    for (const [content, videoUrl] of [
      [linked, 'https://x.example/'],
      [uploaded, `/api/contents/${uploaded.id}/media`],
    ] as const) {
      const { id, taskId } = await startVisionArticle(services, content);
      const [row] = await client.db.select().from(videoProcessingTasks).where(eq(videoProcessingTasks.id, id));
      expect(row).toMatchObject({ userId: 'ada', contentId: content.id, videoUrl, status: 'pending' });
      expect(await taskOf(taskId)).toMatchObject({
        kind: 'vision_article',
        key: id,
        contentId: content.id,
        payload: { outputId: id },
      });
    }
  });

  test('API-01 their files are stored before they are named, and are their owner’s', async () => {
    const put = new Map<string, number>();
    const blobs = { put: async (key: string, bytes: Uint8Array) => void put.set(key, bytes.length) };
    const [row] = await client.db
      .insert(musicGenerations)
      .values({ userId: 'ada', taskId: 't', title: 'T', provider: 'p' })
      .returning();
    const id = row?.id ?? '';
    const files = ['a', 'bb'].map((text) => ({ name: `${text}.mp3`, bytes: Buffer.from(text) }));
    const stored = await storeFiles({ ...services, blobs } as unknown as Services, 'music', id, files);
    const keys = [`outputs/music/${id}/a.mp3`, `outputs/music/${id}/bb.mp3`];
    expect([stored, [...put]]).toEqual([
      { blobs: keys, storedBytes: 3 },
      [
        [keys[0], 1],
        [keys[1], 2],
      ],
    ]);
    const garbage = await client.db.select().from(blobGarbage);
    expect(garbage.map(({ blobKey }) => blobKey).filter((key) => keys.includes(key))).toEqual(keys);
    const minutes = garbage.map(({ createdAt }) => Math.round((createdAt.getTime() - Date.now()) / 60_000));
    expect(minutes).toEqual([60, 60]);
    await client.db.update(musicGenerations).set(stored);
    const find = (userId: string, name: string, kind: 'music' | 'images' = 'music', of = id) =>
      findOutputFile(client.db, userId, { kind, id: of, name });
    expect([
      await find('ada', 'bb.mp3'),
      await find('bob', 'bb.mp3'),
      await find('ada', 'c.mp3'),
      await find('ada', 'bb.mp3', 'images'),
      await find('ada', 'bb.mp3', 'music', randomUUID()),
    ]).toEqual([...[keys[1], null, null, null, null]]);
    const [other] = await client.db
      .insert(musicGenerations)
      .values({ userId: 'ada', taskId: 't', title: 'T', provider: 'p' })
      .returning();
    await inTx((tx) => settleOutput(services, tx, { outputId: id }));
    expect((await client.db.select().from(musicGenerations)).map((one) => one.id)).toEqual([other?.id]);
  });

  test('API-01 files are served to their owner, shown where that is safe', async () => {
    const id = randomUUID();
    const names = ['0.jpg', '0.jpeg', '0.png', '0.webp', '0.gif', '0.avif', '0.mp3', 'article.md', 'article.html', 'plain'];
    const blobs = names.map((name) => `outputs/images/${id}/${name}`);
    await client.db.insert(imageGenerations).values({ id, userId: 'ada', operationName: `images/${randomUUID()}`, blobs });
    const store = {
      stat: async () => ({ size: 4, modifiedAt: new Date(0) }),
      openRange: async (key: string) => Readable.from([Buffer.from(key.slice(-4))]),
    };
    let userId: string | null = 'ada';
    const routes = createOutputRoutes({
      services: { ...services, blobs: store } as unknown as Services,
      userIdOf: async () => userId,
    });
    routes.onError((error, c) => c.text(String(codeOf(error)), 404));
    const get = async (name: string, of: string = id, kind = 'images') => {
      const answer = await routes.request(`/${kind}/${of}/${name}`);
      return [answer.headers.get('content-type'), answer.headers.get('content-disposition'), await answer.text()];
    };
    const shown = (type: string, name: string) => [type, 'inline', name.slice(-4)];
    const saved = (name: string) => [
      ...[
        'application/octet-stream',
        `attachment; filename="${name}"; filename*=UTF-8''${name}`,
        name.slice(-4).padStart(4, '/'),
      ],
    ];
    const types = ['jpeg', 'jpeg', 'png', 'webp', 'gif', 'avif'].map((type) => `image/${type}`);
    expect(await Promise.all(names.map((name) => get(name)))).toEqual([
      ...[...types, 'audio/mpeg'].map((type, at) => shown(type, names[at] ?? '')),
      ...names.slice(7).map(saved),
    ]);
    const missing = ['text/plain; charset=UTF-8', null, 'not_found'];
    expect([
      ...[await get('1.jpg'), await get('0.jpg', randomUUID()), await get('0.jpg', 'x'), await get('0.jpg', id, 'music')],
      await get('0.jpg', id, 'other'),
    ]).toEqual([missing, missing, missing, missing, missing]);
    for (const other of ['bob', null]) {
      userId = other;
      expect(await get('0.jpg')).toEqual(missing);
    }
  });
});
