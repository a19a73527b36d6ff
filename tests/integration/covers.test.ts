/** What stands for a content in lists: made after its source was read, its owner's alone, gone with its last note. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSession } from '#db/client.ts';
import { makePdf } from '../harness/files/make-documents.ts';
import type { TestClient } from '../harness/http/client.ts';
import { uploadFile } from '../harness/http/upload.ts';
import { waitFor } from '../harness/wait.ts';
import { articleHtml, settled, shareWorld, submit, type World } from './setup.ts';

let world: World;
beforeAll(async () => {
  world = await shareWorld();
});
afterAll(() => world.close());

function png(): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const head = Buffer.alloc(8);
    head.writeUInt32BE(data.length);
    head.write(type, 4, 'latin1');
    return Buffer.concat([head, data, Buffer.alloc(4)]);
  };
  const header = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0]);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.from([0, 128]))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const kiln = (about: string) =>
  makePdf({
    pages: [
      Array.from({ length: 12 }, (_, index) => ({
        text: `The ${about} was fired for the ${index + 1}th time, and the families of the valley came to watch it burn.`,
        size: 11,
      })),
    ],
    info: { Title: `About the ${about}` },
  });

function coverOf(client: TestClient, contentId: string): Promise<string> {
  return waitFor('the cover', async () => (await client.rpc.content.overview.query({ contentId })).coverUrl ?? undefined);
}

async function rows<Row extends Record<string, unknown>>(text: string): Promise<Row[]> {
  const { query, close } = await openSession(world.database, { applicationName: 'test' });
  try {
    return await query<Row>(text);
  } finally {
    await close();
  }
}

/** Of this content alone: other files use the server too. */
const countJobs = (contentId: string) =>
  rows<{ left: number }>(
    `select count(*)::int as left from pgboss.job where name = 'contents.make-cover' and state < 'completed'
       and data ->> 'extractionId' in
         (select e.id::text from extractions e join contents c on c.source_id = e.source_id where c.id = '${contentId}')`,
  );

test('LIB-22 ACC-02 a PDF is shown by its first page: to its owner, counted, and deleted with its note', async () => {
  const [client, other] = [world.client(), world.client()];
  const contentId = await uploadFile(client, world.server.url, { name: 'kiln.pdf', bytes: kiln('kiln') });
  await settled(client, contentId);
  const url = await coverOf(client, contentId);
  const cover = await client.fetch(url);
  const bytes = Buffer.from(await cover.arrayBuffer());
  expect([cover.status, cover.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
  const [row] = (await client.rpc.user.videos.query({})).uniqueVideos;
  expect(row?.cover_url).toBe(url);
  await other.rpc.account.ensure.mutate();
  expect((await other.fetch(url)).status).toBe(404);
  expect((await client.fetch(url.replace('/cover', '/icon'))).status).toBe(404);

  const [stored] = await rows<{ key: string; bytes: number }>(
    `select e.data ->> 'coverBlob' as key, s.stored_bytes::int as bytes from extractions e join sources s on s.id = e.source_id
     join contents c on c.source_id = s.id where c.id = '${contentId}'`,
  );
  expect(stored?.bytes).toBe(bytes.length);
  const path = join(world.server.dataDir, 'files/blobs', stored?.key ?? '');
  expect(existsSync(path)).toBe(true);
  await client.rpc.userNote.deleteContentWithCleanup.mutate({ contentId });
  const due = await rows<{ key: string }>(`select blob_key as key from blob_garbage where created_at <= now()`);
  expect(due.map(({ key }) => key)).toContain(stored?.key);
});

test('LIB-22 a page without a picture has the sign of its site, also for who comes later; it is asked for once', async () => {
  const [first, second] = [world.client(), world.client()];
  const page = articleHtml('The signed oven').replace(
    '</head>',
    '<link rel="icon" href="/small.png"><link rel="apple-touch-icon" href="/sign.png"></head>',
  );
  world.site.on('/signed', { body: page, type: 'text/html' });
  world.site.on('/sign.png', { body: png(), type: 'image/png' });
  const contentId = await submit(first, `${world.site.url}/signed`);
  await settled(first, contentId);
  const url = await coverOf(first, contentId);
  expect(url).toMatch(/\/icon\?v=/);
  const sign = await first.fetch(url);
  expect([sign.status, sign.headers.get('content-type')]).toEqual([200, 'image/png']);
  const laterId = await submit(second, `${world.site.url}/signed`);
  const later = await settled(second, laterId);
  expect(later.coverUrl).toMatch(/\/icon\?v=/);
  expect((await second.fetch(url)).status).toBe(404);
  expect(world.site.requests.filter((path) => path === '/sign.png' || path === '/small.png')).toEqual(['/sign.png']);
});

test('LIB-22 a sign that hangs, or is no picture, delays no note and leaves no tile', async () => {
  const client = world.client();
  let asked = () => {};
  const wasAsked = new Promise<void>((resolve) => {
    asked = resolve;
  });
  world.site.on('/favicon.ico', (_request, response) => {
    asked();
    // Never ended: the test's end closes it.
    response.writeHead(200, { 'content-type': 'image/x-icon' });
    response.write('\0');
  });
  world.site.on('/slow-sign', { body: articleHtml('The patient oven'), type: 'text/html' });
  const slowId = await submit(client, `${world.site.url}/slow-sign`);
  await wasAsked;
  const slow = await settled(client, slowId);
  expect([slow.status, slow.coverUrl]).toEqual(['completed', null]);

  world.site.on('/favicon.ico', { body: '<svg xmlns="http://www.w3.org/2000/svg"/>', type: 'image/svg+xml' });
  world.site.on('/drawn-sign', { body: articleHtml('The drawn oven'), type: 'text/html' });
  const drawnId = await submit(client, `${world.site.url}/drawn-sign`);
  await settled(client, drawnId);
  await waitFor('the end of all jobs', async () => ((await countJobs(drawnId))[0]?.left === 0 ? true : undefined));
  expect((await client.rpc.content.overview.query({ contentId: drawnId })).coverUrl).toBeNull();
});
