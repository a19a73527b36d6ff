/** The file behind a note: a PDF page by page, and what was uploaded as a download. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSession } from '#db/client.ts';
import { makeDocx, makePdf, wordParagraph } from '../harness/files/make-documents.ts';
import type { TestClient } from '../harness/http/client.ts';
import { uploadFile } from '../harness/http/upload.ts';
import { waitFor } from '../harness/wait.ts';
import { settled, shareWorld, submit, type World } from './setup.ts';

let world: World;
beforeAll(async () => {
  world = await shareWorld();
});
afterAll(() => world.close());

const hits = (path: string) => world.site.requests.filter((asked) => asked === path).length;

const lines = (about: string) => [
  `The ${about} stands at the river since 1872 and is kept by four families of the valley.`,
  `Each spring they repair the ${about} with stones that the water brought down in winter.`,
  `Nobody pays for the ${about}, and yet it has never been closed for a single summer.`,
];

/** Bytes of the picture that is made of the first page once the note's source has been read. */
async function coverSize(client: TestClient, contentId: string): Promise<number> {
  const url = await waitFor(
    'the cover',
    async () => (await client.rpc.content.overview.query({ contentId })).coverUrl ?? undefined,
  );
  return (await (await client.fetch(url)).arrayBuffer()).byteLength;
}

const pdf = (about: string) =>
  makePdf({ pages: lines(about).map((text) => [{ text, size: 12 }]), info: { Title: `About the ${about}` } });

test('CON-08 an uploaded PDF is given in ranges, and as a download under its name', async () => {
  const client = world.client();
  const [barn, mill] = [pdf('barn'), pdf('mill')];
  const contentId = await uploadFile(client, world.server.url, { name: '谷仓 barn.pdf', bytes: barn });
  const otherId = await uploadFile(client, world.server.url, { name: 'mill.pdf', bytes: mill });
  const [detail] = await Promise.all([settled(client, contentId), settled(client, otherId)]);
  expect(detail.pdf).toEqual({ url: `/api/contents/${contentId}/pdf`, pages: 3 });
  expect(detail.originalFile).toEqual({ url: `/api/contents/${contentId}/file`, name: '谷仓 barn.pdf' });

  const whole = await client.fetch(detail.pdf?.url ?? '');
  expect(Buffer.from(await whole.arrayBuffer()).equals(barn)).toBe(true);
  expect(whole.headers.get('content-security-policy')).toContain('sandbox');
  const part = await client.fetch(detail.pdf?.url ?? '', { headers: { range: 'bytes=5-20' } });
  expect([part.status, Buffer.from(await part.arrayBuffer()).equals(barn.subarray(5, 21))]).toEqual([206, true]);

  const other = world.client();
  await other.rpc.account.ensure.mutate();
  for (const path of ['pdf', 'file']) expect((await other.fetch(`/api/contents/${contentId}/${path}`)).status).toBe(404);

  const file = await client.fetch(detail.originalFile?.url ?? '');
  expect(Buffer.from(await file.arrayBuffer()).equals(barn)).toBe(true);
  expect(file.headers.get('content-disposition')).toBe(
    `attachment; filename="__ barn.pdf"; filename*=UTF-8''${encodeURIComponent('谷仓 barn.pdf')}`,
  );
});

test('CON-08 an uploaded PDF of which nothing was read has its pages all the same', async () => {
  const client = world.client();
  const locked = makePdf({ pages: [['x']], encrypted: true });
  const contentId = await uploadFile(client, world.server.url, { name: 'locked.PDF', bytes: locked });
  const detail = await settled(client, contentId);
  expect([detail.status, detail.kind, detail.pdf]).toEqual([
    'failed',
    null,
    { url: `/api/contents/${contentId}/pdf`, pages: null },
  ]);
  const whole = await client.fetch(detail.pdf?.url ?? '');
  expect(Buffer.from(await whole.arrayBuffer()).equals(locked)).toBe(true);
});

test('CON-08 another document can be downloaded and has no pages; a note of a page has neither', async () => {
  const client = world.client();
  const docx = makeDocx(
    lines('well')
      .map((line) => wordParagraph(line))
      .join(''),
    { title: 'The well' },
  );
  const contentId = await uploadFile(client, world.server.url, { name: 'well.docx', bytes: docx });
  const detail = await settled(client, contentId);
  expect([detail.pdf, detail.originalFile?.name]).toEqual([null, 'well.docx']);
  const file = await client.fetch(detail.originalFile?.url ?? '');
  expect(Buffer.from(await file.arrayBuffer()).equals(docx)).toBe(true);

  world.site.on('/well', {
    body: `<article><h1>Well</h1>${lines('well')
      .map((line) => `<p>${line}</p>`)
      .join('')}</article>`,
    type: 'text/html',
  });
  const pageId = await submit(client, `${world.site.url}/well`);
  const page = await settled(client, pageId);
  expect([page.pdf, page.originalFile]).toEqual([null, null]);
  for (const path of ['pdf', 'file']) expect((await client.fetch(`/api/contents/${pageId}/${path}`)).status).toBe(404);
});

test('CON-08 a linked PDF is fetched once for all, counted, and deleted with its last note', async () => {
  const [first, second] = [world.client(), world.client()];
  const bytes = pdf('bridge');
  world.site.on('/bridge.pdf', { body: bytes, type: 'application/pdf' });
  const ids = [
    await submit(first, `${world.site.url}/bridge.pdf`),
    await submit(second, `${world.site.url}/bridge.pdf`),
  ] as const;
  const [detail] = await Promise.all([settled(first, ids[0]), settled(second, ids[1])]);
  expect([detail.pdf?.pages, detail.originalFile]).toEqual([3, null]);
  const cover = await coverSize(first, ids[0]);
  const readings = hits('/bridge.pdf');

  const given = await Promise.all([
    first.fetch(`/api/contents/${ids[0]}/pdf`),
    second.fetch(`/api/contents/${ids[1]}/pdf`),
    first.fetch(`/api/contents/${ids[0]}/pdf`),
  ]);
  for (const response of given) expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
  const fetched = hits('/bridge.pdf');
  expect(fetched - readings).toBeGreaterThan(0);
  await (await first.fetch(`/api/contents/${ids[0]}/pdf`)).arrayBuffer();
  expect(hits('/bridge.pdf')).toBe(fetched);

  const { query, close } = await openSession(world.database, { applicationName: 'test' });
  const [source] = await query<{ id: string; bytes: number }>(
    `select id, stored_bytes::int as bytes from sources where url like '%/bridge.pdf'`,
  );
  expect(source?.bytes).toBe(bytes.length + cover);
  const stored = join(world.server.dataDir, 'files/blobs/documents', `${source?.id}.pdf`);
  const [shown] = await query<{ key: string }>(`select cover_blob as key from contents where id = $1`, [ids[0]]);
  const own = [shown?.key ?? '', `documents/${source?.id}.pdf`];
  expect(own[0]).toMatch(/^covers\//);
  const garbage = () =>
    query<{ key: string }>(
      `select blob_key as key from blob_garbage where created_at <= now() and blob_key = any($1) order by blob_key`,
      [own],
    );
  await first.rpc.userNote.deleteContentWithCleanup.mutate({ contentId: ids[0] });
  expect([existsSync(stored), await garbage()]).toEqual([true, []]);
  await second.rpc.userNote.deleteContentWithCleanup.mutate({ contentId: ids[1] });
  expect(await garbage()).toEqual(own.map((key) => ({ key })));
  await close();
});

test('CON-08 a link that gives no PDF any more is not shown as one', async () => {
  const client = world.client();
  world.site.on('/gone.pdf', { body: pdf('ferry'), type: 'application/pdf' });
  const contentId = await submit(client, `${world.site.url}/gone.pdf`);
  await settled(client, contentId);
  world.site.on('/gone.pdf', { body: '<html>moved</html>', type: 'text/html' });
  expect((await client.fetch(`/api/contents/${contentId}/pdf`)).status).toBe(404);
  world.site.on('/gone.pdf', { body: '', status: 410 });
  expect((await client.fetch(`/api/contents/${contentId}/pdf`)).status).toBe(404);
});
