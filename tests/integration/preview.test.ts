/** The first look at a link whose site turns away whoever is no browser. */
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { articleHtml, settled, shareWorld, submit, type World } from './setup.ts';

let world: World;
beforeAll(async () => {
  world = await shareWorld();
});
afterAll(() => world.close());

async function look(text: string) {
  const { items } = await world.client().rpc.ingest.preview.query({ text });
  return items[0];
}

const sorry = (status: number) => ({ body: '<title>Sorry</title>', type: 'text/html', status });

test('SUM-02 a video whose page is refused is shown by its address', async () => {
  world.internet.on('https://www.youtube.com/watch?v=prevTooMany', sorry(429));
  expect(await look('https://youtu.be/prevTooMany')).toMatchObject({
    ...{ kind: 'video', siteName: 'YouTube', title: 'YouTube prevTooMany', problem: null },
  });
  for (const end of ['', '/']) world.internet.on(`https://www.bilibili.com/video/BV17x411w7KC${end}`, sorry(412));
  const bilibili = { kind: 'video', siteName: 'Bilibili', title: 'Bilibili BV17x411w7KC', problem: null };
  expect(await look('https://www.bilibili.com/video/BV17x411w7KC/?spm_id_from=333')).toMatchObject(bilibili);
  const headers = { location: 'https://www.bilibili.com/video/BV17x411w7KC?share_source=copy_web' };
  world.internet.on('https://b23.tv/prevAb1', { body: '', status: 302, headers });
  expect(await look('https://b23.tv/prevAb1')).toMatchObject(bilibili);
});

test('SUM-02 a missing page and a refused one stay problems', async () => {
  world.internet.on('https://www.youtube.com/watch?v=prevIsGone1', sorry(404));
  world.internet.on('https://page.example.org/closed', sorry(403));
  const problem = { code: 'fetch_status' };
  expect(await look('https://youtu.be/prevIsGone1')).toMatchObject({ problem });
  expect(await look('https://page.example.org/closed')).toMatchObject({ kind: null, problem });
});

test('SUM-02 slow previews of strangers delay neither users nor notes', async () => {
  const held = new Set<ServerResponse>();
  let mostAtOnce = 0;
  let isOver = false;
  const slow = Array.from({ length: 24 }, (_, index) => `https://slow${index}.example.org/`);
  let begun = (): void => {};
  const allHeld = new Promise<void>((resolve) => (begun = resolve));
  for (const address of slow)
    world.internet.on(address, (_request, response) => {
      if (isOver) return void response.end('late');
      held.add(response);
      response.on('close', () => held.delete(response));
      mostAtOnce = Math.max(mostAtOnce, held.size);
      // What one address may have under way at once.
      if (held.size === 4) begun();
    });
  const stranger = world.client();
  const looks = [slow.slice(0, 8), slow.slice(8, 16), slow.slice(16)].map((links) =>
    stranger.rpc.ingest.preview.query({ text: links.join(' ') }),
  );
  await allHeld;

  const user = world.client();
  for (const page of ['oven', 'kiln'])
    world.internet.on(`https://page.example.org/${page}`, { body: articleHtml(`The ${page}`), type: 'text/html' });
  const contentId = await submit(user, 'https://page.example.org/kiln');
  const { items } = await user.rpc.ingest.preview.query({ text: 'https://page.example.org/oven' });
  expect(items[0]).toMatchObject({ title: 'The oven', problem: null });
  expect(await settled(user, contentId)).toMatchObject({ status: 'completed' });
  expect(mostAtOnce).toBe(4);

  isOver = true;
  for (const response of held) response.end('late');
  const answers = await Promise.all(looks);
  expect(answers.flatMap(({ items: seen }) => seen.map(({ problem }) => problem?.code ?? null))).toContain('busy');
});

test('SUM-02 a title from the preview is the user’s own until the source says one, and is known when the link is asked again', async () => {
  const url = 'https://page.example.org/turned-away';
  world.internet.on(url, sorry(403));
  const [ada, ben] = [world.client(), world.client()];
  for (const [user, title] of [
    [ada, ' The oven of Lorn '],
    [ben, 'Bread'],
  ] as const)
    await user.rpc.ingest.submit.mutate({ items: [{ url, title }], noteLanguage: 'en' });
  const known = async (user: typeof ada) => (await user.rpc.ingest.preview.query({ text: url })).items[0];
  expect(await known(ada)).toMatchObject({ title: 'The oven of Lorn', kind: null, existing: { contentId: expect.any(String) } });
  expect(await known(ben)).toMatchObject({ title: 'Bread' });
  expect(await known(world.client())).toMatchObject({ title: null, existing: null, problem: { code: 'fetch_status' } });
  const contentId = (await known(ada))?.existing?.contentId ?? '';
  expect(await settled(ada, contentId)).toMatchObject({ status: 'failed', title: 'The oven of Lorn' });

  const oven = 'https://page.example.org/oven-again';
  world.internet.on(oven, { body: articleHtml('The oven'), type: 'text/html' });
  const { results } = await ada.rpc.ingest.submit.mutate({ items: [{ url: oven, title: 'Guessed' }], noteLanguage: 'en' });
  const [started] = results;
  if (!started || !('contentId' in started)) throw new Error('not started');
  expect(await settled(ada, started.contentId)).toMatchObject({ title: 'The oven' });
  expect(await known(ada)).toMatchObject({ title: 'The oven of Lorn' });
  const asked = await ada.rpc.ingest.preview.query({ text: oven });
  expect(asked).toMatchObject({
    withModel: false,
    items: [{ title: 'The oven', kind: 'page', siteName: 'The Valley Post', language: 'en', cover: null, durationSeconds: null }],
  });
});
