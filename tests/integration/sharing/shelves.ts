/** The server that the tests of sharing share, and people with public collections on it. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createDatabase, type DatabaseClient } from '#db/client.ts';
import { pngOfSize } from '../../harness/files/make-pictures.ts';
import { codeOf, type TestClient } from '../../harness/http/client.ts';
import { articleHtml, startWorld, summarise, type World } from '../setup.ts';

export let world: World;
export let database: DatabaseClient;
/** A server for all subjects of this file's tests: two seconds once. */
export async function startSharing(): Promise<void> {
  world = await startWorld();
  database = createDatabase(world.database, { max: 2, applicationName: 'test' });
}

export async function stopSharing(): Promise<void> {
  await database?.close();
  await world?.close();
}

let count = 0;
export const refusal = (call: Promise<unknown>) => call.then(() => null, codeOf);

export async function member(): Promise<TestClient & { email: string; id: string }> {
  const client = world.client();
  const email = `keeper-${++count}@example.org`;
  // All of them come from one address, which may make twenty accounts in an hour.
  await database.query("delete from rate_limits where key like 'sign-up-client:%'");
  await client.rpc.account.signUp.mutate({ email, password: 'correct horse battery', language: 'en' });
  const { user } = await client.rpc.account.me.query();
  return Object.assign(client, { email, id: user?.id ?? '' });
}

export async function article(client: TestClient, title: string): Promise<{ contentId: string; url: string }> {
  const url = `${world.site.url}/shared-${++count}`;
  world.site.on(`/shared-${count}`, { body: articleHtml(title) });
  const { contentId } = await summarise(client, url);
  return { contentId, url };
}

export type Shelf = { client: Awaited<ReturnType<typeof member>>; id: string; slug: string; contentId: string; url: string };

/** A public collection with one summarised article. */
export async function shelf(name: string, title = 'The Shared Oven'): Promise<Shelf> {
  const client = await member();
  const { contentId, url } = await article(client, title);
  const { share } = client.rpc;
  const { collection } = await share.createCollection.mutate({ name, contentIds: [contentId] });
  await share.publishCollection.mutate({ id: collection.id, isPublic: true });
  return { client, id: collection.id, slug: collection.slug, contentId, url };
}

/** Gives these contents one picture. */
export async function withCovers(...contentIds: string[]): Promise<void> {
  const key = 'covers/shown.png';
  const path = join(world.server.dataDir, 'files/blobs', key);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, pngOfSize(32, 18));
  await database.query('update contents set cover_blob = $2 where id = any($1::uuid[])', [contentIds, key]);
}

export const text = async (path: string, client = world.client(), init: RequestInit = {}) => {
  const response = await client.fetch(path, { redirect: 'manual', ...init });
  return { status: response.status, headers: response.headers, body: await response.text() };
};
export const pageOf = (slug: string) => `/user/collections/${encodeURIComponent(slug)}`;
