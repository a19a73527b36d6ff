/** What is made of contents on request: pictures and music by services that speak their protocols, illustrated articles here. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type DatabaseClient } from '#db/client.ts';
import { makeMp3, makeMp4 } from '../harness/files/make-media.ts';
import { makePicture } from '../harness/files/make-pictures.ts';
import { chanceOf, sentence } from '../harness/files/make-tracks.ts';
import { codeOf, type TestClient } from '../harness/http/client.ts';
import { startTestServer, type TestServer } from '../harness/http/server.ts';
import { uploadFile } from '../harness/http/upload.ts';
import { type Site, startSite } from '../harness/sites/site.ts';
import { waitFor } from '../harness/wait.ts';
import { articleHtml, settled, startWorld, summarise, type World } from './setup.ts';

let world: World;
let maker: Site;
let worker: TestServer;
let database: DatabaseClient;
let owner: TestClient;
let userId: string;
let contentId: string;
let png: Buffer;
const mp3 = makeMp3(20);
const folder = mkdtempSync(join(tmpdir(), 'gleaner-outputs-'));

beforeAll(async () => {
  maker = await startSite();
  png = await makePicture('png');
  world = await startWorld({ role: 'web', env: environment() });
  worker = await startWorker();
  database = createDatabase(world.database, { max: 2, applicationName: 'test' });
  owner = world.client();
  userId = (await owner.rpc.account.ensure.mutate()).user.id;
  world.site.on('/painted', { body: articleHtml('The Painted Oven') });
  contentId = (await summarise(owner, `${world.site.url}/painted`)).contentId;
});
afterAll(async () => {
  await worker.stop();
  await database.close();
  await world.close();
  await maker.close();
  rmSync(folder, { recursive: true, force: true });
});

const environment = () => ({
  ...{ IMAGE_BASE_URL: `${maker.url}/v1`, IMAGE_API_KEY: 'sk-picture-canary', IMAGE_MODEL: 'painter-2', IMAGE_PRICE: '0.04' },
  ...{ MUSIC_BASE_URL: `${maker.url}/v1`, MUSIC_API_KEY: 'sk-music-canary', MUSIC_MODEL: 'music-3.0', OUTPUTS_PER_DAY: '20' },
});

const startWorker = () =>
  startTestServer({
    ...{ role: 'worker', database: world.database, dataDir: world.server.dataDir },
    env: { ...environment(), GLEANER_FETCH_ALLOW: world.site.host },
  });

type Asked = { authorization: string | undefined; body: Record<string, unknown> };

/** Answers requests in order, the last answer for all that follow, and gives what was asked. */
function answers(path: string, ...replies: { status?: number; headers?: Record<string, string>; body: object }[]): Asked[] {
  const asked: Asked[] = [];
  maker.on(path, async (request: IncomingMessage, response: ServerResponse) => {
    const { authorization } = request.headers;
    asked.push({ authorization, body: (await json(request)) as Record<string, unknown> });
    const { status = 200, headers, body } = replies[Math.min(asked.length, replies.length) - 1] ?? { body: {} };
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  });
  return asked;
}

const ended = (taskId: string) =>
  waitFor(`task ${taskId}`, async () => {
    const [task] = await database.query<{ state: string; error: string | null; usage: { costUsd: number } | null }>(
      'select state, error_code as error, usage from tasks where id = $1',
      [taskId],
    );
    return task && !['queued', 'running'].includes(task.state) ? task : undefined;
  });

const refusal = (call: Promise<unknown>) => call.then(() => 'answered').catch(codeOf);

test('API-01 output.makeImages asks for pictures of a note, and keeps them for its owner', async () => {
  maker.on('/picture', { type: 'image/png', body: png });
  const asked = answers(
    '/v1/images/generations',
    { status: 429, headers: { 'retry-after': '0' }, body: { error: { code: 'rate_limit_exceeded' } } },
    { body: { created: 1, data: [{ b64_json: png.toString('base64') }, { url: `${world.site.url}/picture.png` }] } },
  );
  world.site.on('/picture.png', { type: 'image/png', body: png });
  const { id, taskId } = await owner.rpc.output.makeImages.mutate({ contentId, count: 2 });
  expect((await owner.rpc.output.images.query({})).items).toMatchObject([{ id, generated_image_url: null }]);
  expect(await ended(taskId)).toMatchObject({ state: 'completed', error: null, usage: { costUsd: 0.08 } });
  expect(asked).toHaveLength(2);
  expect(asked[1]).toMatchObject({ authorization: 'Bearer sk-picture-canary', body: { model: 'painter-2', n: 2 } });
  expect(asked[1]?.body.prompt).toMatch(/^The Painted Oven\n.*oven/s);

  const [item] = (await owner.rpc.output.images.query({})).items;
  const urls = [0, 1].map((n) => `/api/outputs/images/${id}/${n}.png`);
  expect(item).toMatchObject({ content_id: contentId, generated_image_url: urls[0], generated_image_urls: urls });
  for (const url of urls) {
    const file = await owner.fetch(url);
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(Buffer.from(await file.arrayBuffer()).equals(png)).toBe(true);
    const other = world.client();
    await other.rpc.account.ensure.mutate();
    for (const stranger of [other, world.client()]) expect((await stranger.fetch(url)).status).toBe(404);
  }
  expect((await owner.fetch(`/api/outputs/images/${id}/2.png`)).status).toBe(404);
});

test('API-01 a picture that is refused, or is none, leaves no row and says why', async () => {
  const replies: [reply: Parameters<typeof answers>[1], code: string][] = [
    [{ status: 400, body: { error: { code: 'content_policy_violation', message: 'sk-picture-canary' } } }, 'output_refused'],
    [{ status: 401, body: { error: { code: 'invalid_api_key' } } }, 'output_unauthorized'],
    [{ body: { data: [{ b64_json: Buffer.from('<svg/>').toString('base64') }] } }, 'output_failed'],
  ];
  const before = (await owner.rpc.output.images.query({})).items.length;
  for (const [reply, code] of replies) {
    answers('/v1/images/generations', reply);
    const { taskId } = await owner.rpc.output.makeImages.mutate({ contentId, prompt: 'An oven' });
    expect(await ended(taskId)).toMatchObject({ state: 'failed', error: code });
  }
  expect((await owner.rpc.output.images.query({})).items).toHaveLength(before);
});

test('API-01 output.makeMusic asks for a piece, sung or not, and tells the errors that come with status 200', async () => {
  const asked = answers(
    '/v1/music_generation',
    { body: { data: { audio: mp3.toString('hex'), status: 2 }, trace_id: 'trace-7', base_resp: { status_code: 0 } } },
    { body: { data: null, base_resp: { status_code: 1008, status_msg: 'insufficient balance' } } },
  );
  const { id, taskId } = await owner.rpc.output.makeMusic.mutate({
    contentId,
    prompt: 'A song of ovens',
    lyrics: '[Verse]\nBurn',
  });
  expect(await ended(taskId)).toMatchObject({ state: 'completed' });
  expect(asked[0]).toMatchObject({
    authorization: 'Bearer sk-music-canary',
    body: { model: 'music-3.0', prompt: 'A song of ovens', lyrics: '[Verse]\nBurn', output_format: 'hex' },
  });
  const [item] = (await owner.rpc.output.music.query({})).items;
  expect(item).toMatchObject({ id, title: 'The Painted Oven', task_id: 'trace-7', audio_url: `/api/outputs/music/${id}/0.mp3` });
  expect(item?.provider).toMatch(/^music-3\.0 @ /);
  const file = await owner.fetch(item?.audio_url ?? '');
  expect(file.headers.get('content-type')).toBe('audio/mpeg');
  expect(Buffer.from(await file.arrayBuffer()).equals(mp3)).toBe(true);

  const second = await owner.rpc.output.makeMusic.mutate({ contentId });
  expect(await ended(second.taskId)).toMatchObject({ state: 'failed', error: 'output_quota' });
  expect(asked[1]?.body).toMatchObject({ is_instrumental: true });
  expect((await owner.rpc.output.music.query({})).items).toHaveLength(1);
});

test('API-01 what may have been made is not asked for again: after a killed worker and a lost answer', async () => {
  const picture = `${world.site.url}/slow.png`;
  const counts = { images: 0, music: 0, fetched: 0 };
  maker.on('/v1/images/generations', async (request: IncomingMessage, response: ServerResponse) => {
    counts.images++;
    const { prompt } = (await json(request)) as { prompt: string };
    if (prompt === 'addressed') response.end(JSON.stringify({ data: [{ b64_json: png.toString('base64') }, { url: picture }] }));
    if (prompt === 'cut off') request.socket.destroy();
    if (prompt === 'given up') response.writeHead(504).end();
  });
  maker.on('/v1/music_generation', () => void counts.music++);
  // Its first asker waits for it for ever.
  world.site.on('/slow.png', (_request: IncomingMessage, response: ServerResponse) => {
    if (++counts.fetched > 1) response.writeHead(200, { 'content-type': 'image/png' }).end(png);
  });
  const makeImages = (prompt: string, count = 1) => owner.rpc.output.makeImages.mutate({ contentId, prompt, count });
  const before = (await owner.rpc.output.images.query({})).items.length;
  for (const prompt of ['cut off', 'given up'])
    expect(await ended((await makeImages(prompt)).taskId)).toMatchObject({ state: 'failed', error: 'output_unconfirmed' });
  expect(counts.images).toBe(2);

  const waiting = [await makeImages('no answer'), await owner.rpc.output.makeMusic.mutate({ contentId })];
  const addressed = await makeImages('addressed', 2);
  await waitFor('all three to wait', () => (counts.images === 4 && counts.music === 1 && counts.fetched === 1) || undefined);
  await worker.kill();
  await database.query("update pgboss.job set heartbeat_on = now() - interval '1 minute' where state = 'active'");
  worker = await startWorker();
  for (const { taskId } of waiting)
    expect(await ended(taskId)).toMatchObject({ state: 'failed', error: 'output_unconfirmed', usage: null });
  expect(await ended(addressed.taskId)).toMatchObject({ state: 'completed', usage: { costUsd: 0.08 } });
  expect(counts).toEqual({ images: 4, music: 1, fetched: 2 });
  const { items } = await owner.rpc.output.images.query({});
  expect(items).toHaveLength(before + 1);
  for (const url of items[0]?.generated_image_urls ?? []) expect((await owner.fetch(url)).status).toBe(200);
});

test('API-01 output.makeVisionArticle writes out a video with its pictures, and its files go with the record', async () => {
  const path = join(folder, 'oven-talk.mp4');
  const chance = chanceOf(5);
  const cues = Array.from({ length: 20 }, (_, index) => ({
    ...{ startMs: index * 3000, endMs: index * 3000 + 2900 },
    text: index === 0 ? 'It keeps its heat & was measured by three teams, *not* two.' : sentence('en', chance),
  }));
  await makeMp4(path, { seconds: 60, subtitles: [{ language: 'eng', cues }] });
  const video = await uploadFile(owner, world.server.url, { name: 'oven-talk.mp4', bytes: readFileSync(path) });
  await settled(owner, video);
  const { id, taskId } = await owner.rpc.output.makeVisionArticle.mutate({ contentId: video });
  expect((await owner.rpc.output.visionArticles.query({})).items[0]?.status).toMatch(/^(?:pending|processing)$/);
  expect(await ended(taskId)).toMatchObject({ state: 'completed', error: null });
  const [item] = (await owner.rpc.output.visionArticles.query({})).items;
  expect(item).toMatchObject({ id, status: 'completed', video_url: `/api/contents/${video}/media` });
  const textOf = async (url: string | null | undefined) => (await owner.fetch(url ?? '')).text();
  const markdown = await textOf(item?.markdown_url);
  expect(markdown).toContain('keeps its heat \\& was measured by three teams, \\*not\\* two.');
  // The server has only an address of this machine, which the reader of a file cannot open.
  expect(markdown).not.toContain(new URL(world.server.url).host);
  const jpeg = Buffer.from(await (await owner.fetch(`/api/outputs/articles/${id}/0.jpg`)).arrayBuffer());
  expect(jpeg.toString('latin1', 0, 3)).toBe('\xff\xd8\xff');
  const html = await textOf(item?.html_url);
  expect(html).toContain(jpeg.toString('base64'));
  expect(html).toContain('heat &amp; was measured by three teams, *not* two.');
  const pdf = Buffer.from(await (await owner.fetch(item?.pdf_url ?? '')).arrayBuffer());
  expect([pdf.toString('latin1', 0, 5), pdf.includes('/DCTDecode')]).toEqual(['%PDF-', true]);

  // A page has no pictures that move.
  expect(await refusal(owner.rpc.output.makeVisionArticle.mutate({ contentId }))).toBe('frames_missing');
  await owner.rpc.userNote.deleteContentWithCleanup.mutate({ contentId: video });
  expect((await owner.rpc.output.visionArticles.query({})).items).toEqual([]);
  const gone = await database.query('select 1 from blob_garbage where blob_key like $1 and created_at <= now()', [
    `outputs/articles/${id}/%`,
  ]);
  expect(gone.length).toBeGreaterThanOrEqual(4);
});

test('API-01 so many are made in a day, and somebody else’s record makes none', async () => {
  answers('/v1/images/generations', { body: { data: [{ b64_json: png.toString('base64') }] } });
  await database.query(`update rate_limits set taken = 20 where key = $1`, [`outputs-user:${userId}`]);
  for (const make of ['makeImages', 'makeMusic'] as const)
    expect(await refusal(owner.rpc.output[make].mutate({ contentId }))).toBe('too_many_outputs');
  const other = world.client();
  await other.rpc.account.ensure.mutate();
  for (const make of ['makeImages', 'makeMusic', 'makeVisionArticle'] as const)
    expect(await refusal(other.rpc.output[make].mutate({ contentId }))).toBe('not_found');
});
