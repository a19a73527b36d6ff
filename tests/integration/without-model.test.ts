/** A server without a model: what needs one says so, and a key of one's own gives one to its owner alone. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toSrt } from '../harness/files/make-tracks.ts';
import { codeOf, type TestClient } from '../harness/http/client.ts';
import { uploadFile } from '../harness/http/upload.ts';
import { articleHtml, settled, shareWorld, submit, summarise, type World } from './setup.ts';

let world: World;
beforeAll(async () => {
  world = await shareWorld();
});
afterAll(() => world.close());

const keyOf = (word: string) => `sk-${word.padEnd(48, 'x')}`;
const refusal = (call: Promise<unknown>) => call.then(() => undefined, codeOf);

const lines = Array.from({ length: 20 }, (_, index) => ({
  startMs: index * 4000,
  endMs: index * 4000 + 3500,
  text: `The keeper of barn ${index} sold ${index + 20} sacks of rye to the miller without a model.`,
}));

async function openTalk(client: TestClient): Promise<string> {
  const contentId = await uploadFile(client, world.server.url, { name: 'bare.srt', bytes: Buffer.from(toSrt(lines)) });
  await settled(client, contentId);
  return contentId;
}

test('CON-05 without a model there is none, and it says so', async () => {
  const client = world.client();
  const contentId = await openTalk(client);
  expect(await refusal(client.rpc.content.writeArticle.mutate({ contentId, parts: 'all' }))).toBe('llm_not_configured');
});

test('CON-04 without a model there is none, and it says so', async () => {
  const client = world.client();
  const contentId = await openTalk(client);
  expect(await refusal(client.rpc.content.translate.mutate({ contentId, language: 'zh' }))).toBe('llm_not_configured');
});

test('CON-07 without a model a prompt says that it needs one', async () => {
  world.site.on('/plain', { body: articleHtml('The Plain Oven') });
  const client = world.client();
  const { contentId } = await summarise(client, `${world.site.url}/plain`);
  expect((await client.rpc.prompt.official.query()).model).toBeNull();
  const run = client.rpc.prompt.run.mutate({ contentId, promptId: 'official-quotes', language: 'en' });
  expect(await refusal(run)).toBe('llm_not_configured');
});

test('SUM-15 a key of one’s own enables everything that needs a model for its owner only, on a server without one', async () => {
  const [mine, other] = [world.client(), world.client()];
  await mine.rpc.account.saveModelKey.mutate({ provider: 'deepseek', model: 'deepseek-v4-flash', value: keyOf('alone6') });
  await other.rpc.account.ensure.mutate();
  expect(await mine.rpc.prompt.official.query()).toMatchObject({ model: 'deepseek-v4-flash@deepseek' });
  expect(await other.rpc.prompt.official.query()).toMatchObject({ model: null });
  world.site.on('/bare', { body: articleHtml('The Bare Oven') });
  const contentId = await submit(other, `${world.site.url}/bare`);
  expect(await settled(other, contentId)).toMatchObject({ noteMethod: 'extractive', availableModel: null });
  await other.rpc.account.saveModelKey.mutate({ provider: 'deepseek', model: 'm', value: keyOf('alone7') });
  expect(await other.rpc.content.detail.query({ contentId })).toMatchObject({ availableModel: 'm@deepseek' });
  expect(await other.rpc.chat.history.query({ contentId })).toMatchObject({ mode: 'model', model: 'm@deepseek' });
});
