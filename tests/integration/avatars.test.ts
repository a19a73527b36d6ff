/** Pictures of oneself: seen by their owner alone, taken along, joined and deleted with the account. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSession } from '#db/client.ts';
import { avatarPath } from '#features/account/shared/avatar-path.ts';
import { sniffImage } from '#lib/image-type.ts';
import { makePicture } from '../harness/files/make-pictures.ts';
import type { TestClient } from '../harness/http/client.ts';
import { createUpload, sendPart } from '../harness/http/tus.ts';
import { waitFor } from '../harness/wait.ts';
import { shareWorld, type World } from './setup.ts';

let world: World;
beforeAll(async () => {
  world = await shareWorld();
});
afterAll(() => world.close());

const password = 'correct horse battery';
async function member(email: string): Promise<TestClient> {
  const client = world.client();
  await client.rpc.account.signUp.mutate({ email, password, language: 'en' });
  return client;
}

async function query<Row extends Record<string, unknown>>(statement: string, values: unknown[] = []): Promise<Row[]> {
  const session = await openSession(world.database, { applicationName: 'test' });
  try {
    return await session.query<Row>(statement, values);
  } finally {
    await session.close();
  }
}

const send = (client: TestClient, body: Uint8Array, headers: Record<string, string> = {}) =>
  client.fetch(avatarPath, { method: 'PUT', body: Buffer.from(body), headers });
const me = async (client: TestClient) => (await client.rpc.account.me.query()).user;
async function addressOf(client: TestClient): Promise<string> {
  const avatar = (await me(client))?.avatar ?? null;
  expect(avatar).not.toBeNull();
  return `${avatarPath}/${avatar}`;
}
const statusOf = async (client: TestClient, path: string) => (await client.fetch(path)).status;
const fileOf = (address: string) =>
  join(world.server.dataDir, 'files', 'blobs', 'avatars', `${address.slice(avatarPath.length + 1)}.webp`);
const discarded = async (address: string) =>
  (await query(`select 1 from blob_garbage where blob_key = $1 and created_at <= now()`, [
    `avatars/${address.slice(avatarPath.length + 1)}.webp`,
  ])) as unknown[];
async function codeOf(response: Response): Promise<[number, string]> {
  const { error } = (await response.json()) as { error: { message: string } };
  return [response.status, error.message];
}

test('ACC-09 ACC-02 a picture is its owner’s alone, changes at once under a new address, and is removed', async () => {
  const [ada, bob, nobody] = [await member('ada@example.org'), await member('bob@example.org'), world.client()];
  expect((await me(ada))?.avatar).toBeNull();
  const sent = await send(ada, await makePicture('png'));
  expect([sent.status, sent.headers.get('cache-control')]).toEqual([204, 'no-store']);
  expect((await send(bob, await makePicture('gif'))).status).toBe(204);
  const first = await addressOf(ada);
  const shown = await ada.fetch(first);
  expect(shown.headers.get('content-type')).toBe('image/webp');
  // A shared computer keeps nothing that the next one sees without asking.
  expect(shown.headers.get('cache-control')).toBe('private, no-cache');
  expect(sniffImage(new Uint8Array(await shown.arrayBuffer()))).toBe('webp');
  expect([await statusOf(bob, first), await statusOf(nobody, first)]).toEqual([404, 404]);
  const etag = shown.headers.get('etag') ?? '';
  expect((await bob.fetch(first, { headers: { 'if-none-match': etag } })).status).toBe(404);

  expect((await send(ada, await makePicture('jpeg'))).status).toBe(204);
  const second = await addressOf(ada);
  expect(second).not.toBe(first);
  expect([await statusOf(ada, first), await statusOf(ada, second)]).toEqual([404, 200]);
  expect([await discarded(first), await discarded(second)]).toEqual([[expect.anything()], []]);

  expect(await ada.rpc.user.removeAvatar.mutate()).toEqual({});
  expect((await me(ada))?.avatar).toBeNull();
  expect(await statusOf(ada, second)).toBe(404);
  expect(await discarded(second)).toHaveLength(1);
  expect(await statusOf(bob, await addressOf(bob))).toBe(200);
});

test('ACC-09 a file that is no picture or too large, another site and a guest change nothing', async () => {
  const [client, guest] = [await member('cleo@example.org'), world.client()];
  await guest.rpc.account.ensure.mutate();
  const picture = await makePicture('webp');
  expect(await codeOf(await send(client, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')))).toEqual([
    422,
    'picture_unreadable',
  ]);
  expect(await codeOf(await send(client, new Uint8Array(10 * 1024 * 1024 + 1)))).toEqual([413, 'picture_too_large']);
  expect(await codeOf(await send(client, picture, { origin: 'https://elsewhere.example' }))).toEqual([400, 'bad_request']);
  for (const other of [guest, world.client()]) expect(await codeOf(await send(other, picture))).toEqual([401, 'sign_in_needed']);
  expect([(await me(client))?.avatar, (await me(guest))?.avatar]).toEqual([null, null]);
  await query(`update rate_limits set taken = 20 where key = $1`, [`avatar:${(await me(client))?.id}`]);
  expect(await codeOf(await send(client, picture))).toEqual([429, 'too_many_attempts']);
});

async function importArchive(client: TestClient, bytes: Uint8Array): Promise<void> {
  const made = await createUpload(client, bytes.length, 'gleaner.zip');
  const path = new URL(made.headers.get('location') ?? '', world.server.url).pathname;
  expect((await sendPart(client, path, 0, bytes)).status).toBe(204);
  const { taskId } = await client.rpc.myData.startImport.mutate({ uploadId: path.split('/').at(-1) ?? '' });
  const last = await waitFor('the import to end', async () => {
    const found = await client.rpc.myData.lastImport.query();
    return found?.taskId === taskId && found.state !== 'running' ? found : undefined;
  });
  expect(last.state).toBe('completed');
}

test('ACC-12 a picture goes along with an archive and a guest’s account, never in place of another, and goes with its account', async () => {
  const [dora, emil, guest] = [await member('dora@example.org'), await member('emil@example.org'), world.client()];
  await send(dora, await makePicture('png'));
  await send(emil, await makePicture('png'));
  const archive = new Uint8Array(await (await dora.fetch('/api/my-data/archive')).arrayBuffer());
  const [doras, emils] = [await addressOf(dora), await addressOf(emil)];
  await importArchive(emil, archive);
  expect(await addressOf(emil)).toBe(emils);
  await guest.rpc.account.ensure.mutate();
  await importArchive(guest, archive);
  const guests = await addressOf(guest);
  expect(guests).not.toBe(doras);
  expect(await statusOf(guest, guests)).toBe(200);
  expect(await statusOf(guest, doras)).toBe(404);

  const newcomer = 'finn@example.org';
  await guest.rpc.account.signUp.mutate({ email: newcomer, password, language: 'en' });
  expect((await me(guest))?.email).toBe(newcomer);
  expect(await addressOf(guest)).toBe(guests);
  const second = world.client();
  await second.rpc.account.ensure.mutate();
  await importArchive(second, archive);
  const lost = await addressOf(second);
  await second.rpc.account.signIn.mutate({ email: newcomer, password, language: 'en' });
  expect(await addressOf(second)).toBe(guests);
  expect(await discarded(lost)).toHaveLength(1);

  const id = (await me(dora))?.id;
  await dora.rpc.myData.requestDeletion.mutate({ sure: true });
  await query(`update "user" set delete_at = now() where id = $1`, [id]);
  await dora.rpc.myData.requestDeletion.mutate({ sure: true });
  await waitFor('the account to be gone', async () =>
    (await query(`select 1 from "user" where id = $1`, [id])).length === 0 ? true : undefined,
  );
  expect((await discarded(doras)).length === 1 || !existsSync(fileOf(doras))).toBe(true);
  expect([await statusOf(emil, emils), existsSync(fileOf(emils))]).toEqual([200, true]);
});
