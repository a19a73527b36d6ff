/** A page for any link: what the caller has for it, and a comment before there is a summary. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeOf, type TestClient } from '../harness/http/client.ts';
import { articleHtml, settled, shareWorld, summarise, type World } from './setup.ts';

let world: World;
beforeAll(async () => {
  world = await shareWorld();
});
afterAll(() => world.close());

async function signedIn(): Promise<TestClient> {
  const client = world.client();
  await client.rpc.account.ensure.mutate();
  return client;
}

async function refusal(call: Promise<unknown>): Promise<string | undefined> {
  return codeOf(await call.then(() => undefined).catch((error: unknown) => error));
}

test('CON-10 finds what the caller has for a link, in whichever form it comes, and nobody else’s', async () => {
  world.site.on('/linked', { body: articleHtml('The Linked Oven') });
  const client = world.client();
  const { contentId } = await summarise(client, `${world.site.url}/linked`);
  const url = `${world.site.url}/linked?utm_source=x#part`;
  expect(await client.rpc.link.find.query({ url })).toEqual({
    url: `${world.site.url}/linked`,
    content: { contentId, status: 'completed' },
  });
  for (const other of [world.client(), await signedIn()])
    expect(await other.rpc.link.find.query({ url })).toEqual({ url: `${world.site.url}/linked`, content: null });
  expect(await refusal(client.rpc.link.find.query({ url: 'javascript:alert(1)' }))).toBe('url_invalid');
});

test('CON-09 a comment on a link without a summary is a note of one’s own, and the summary may come later', async () => {
  world.site.on('/commented', { body: articleHtml('The Commented Oven') });
  const url = `${world.site.url}/commented`;
  const before = world.site.requests.length;
  const client = world.client();
  const { contentId } = await client.rpc.link.comment.mutate({
    url,
    note: 'Worth a visit.',
    title: 'Commented',
    siteName: 'A Reader',
    noteLanguage: 'en',
  });
  expect(await client.rpc.content.detail.query({ contentId })).toMatchObject({
    status: 'completed',
    title: 'Commented',
    siteName: 'A Reader',
    note: 'Worth a visit.',
    noteMethod: null,
    sourceUrl: url,
    run: null,
  });
  expect(world.site.requests.slice(before)).toEqual([]);
  expect((await client.rpc.link.find.query({ url })).content).toEqual({ contentId, status: 'completed' });
  expect(await refusal(client.rpc.link.comment.mutate({ url, note: 'Again', noteLanguage: 'en' }))).toBe('note_conflict');
  await client.rpc.content.summarizeAgain.mutate({ contentId });
  const detail = await settled(client, contentId);
  expect(detail).toMatchObject({ title: 'The Commented Oven', noteMethod: 'extractive' });
  const { versions } = await client.rpc.content.versions.query({ contentId });
  expect(versions.map(({ preview }) => preview)).toContain('Worth a visit.');
});
