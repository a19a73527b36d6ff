import { renameSync, rmSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createDatabase } from '#db/client.ts';
import { codeOf, type TestClient } from '../harness/http/client.ts';
import { type FakeLlm, startFakeLlm, writeNoteFor } from '../harness/models/fake-llm.ts';
import { waitFor } from '../harness/wait.ts';
import { articleHtml, settled, startWorld, submit, summarise, type World } from './setup.ts';

describe.each(inject('clusters').map(({ name, connection }) => ({ name, connection })))(
  'on $name PostgreSQL, without a model',
  ({ connection }) => {
    let world: World;
    beforeAll(async () => {
      world = await startWorld({ cluster: connection });
    });
    afterAll(() => world.close());

    test('SUM-01 SUM-14 a page link becomes a note on a record with its title, description, date and source', async () => {
      world.site.on('/oven', { body: articleHtml('The Clay Oven') });
      const detail = await summarise(world.client(), `${world.site.url}/oven?utm_source=feed#top`);
      expect(detail).toMatchObject({
        status: 'completed',
        kind: 'page',
        title: 'The Clay Oven',
        author: 'Ada Quill',
        siteName: 'The Valley Post',
        description: 'How The Clay Oven came to be.',
        sourceUrl: `${world.site.url}/oven`,
        noteMethod: 'extractive',
        timed: false,
      });
      expect(detail.publishedAt).toContain('2026-03-04');
      // Every statement is a sentence of the source, with the paragraph it stands in.
      const points = [...(detail.note ?? '').matchAll(/^(?:- |> )(.+) \[¶(\d+)\]\(#p(\d+)\)$/gm)];
      expect(points.length).toBeGreaterThan(2);
      for (const [, text = '', shown, id] of points) {
        expect(Number(shown)).toBe(Number(id) + 1);
        expect(detail.paragraphs[Number(id)]?.text.replace(/\W/g, '')).toContain(
          text.replace(/\\/g, '').replace(/\W/g, '').slice(0, 40),
        );
      }
      expect(detail.coverage?.share).toBeGreaterThan(0.4);
    });

    test('SUM-13 the note ends with hashtags', async () => {
      world.site.on('/tags', { body: articleHtml('Solar Kiln Design') });
      const detail = await summarise(world.client(), `${world.site.url}/tags`);
      expect(detail.note?.trimEnd().split('\n').at(-1)).toMatch(/^#\S+( #\S+)+$/);
    });

    test('SUM-09 a link of two users is fetched once, and each owns a note', async () => {
      let served = 0;
      world.site.on('/shared', (_request, response) => {
        served++;
        setTimeout(() => response.writeHead(200, { 'content-type': 'text/html' }).end(articleHtml('The Shared Page')), 300);
      });
      const clients = [world.client(), world.client(), world.client()];
      const details = await Promise.all(
        clients.map((client, index) => summarise(client, `${world.site.url}/shared${index === 1 ? '#part' : ''}`)),
      );
      expect(served).toBe(1);
      expect(new Set(details.map((detail) => detail.contentId)).size).toBe(3);
      expect(new Set(details.map((detail) => detail.note)).size).toBe(1);
      // A fourth, later, still costs nothing.
      const late = await summarise(world.client(), `${world.site.url}/shared?utm_medium=x`);
      expect(late.note).toBe(details[0]?.note);
      expect(served).toBe(1);
    });

    test('SUM-09 a repeated request returns the existing record', async () => {
      world.site.on('/twice', { body: articleHtml('Asked Twice') });
      const client = world.client();
      const first = await summarise(client, `${world.site.url}/twice`);
      const { results } = await client.rpc.ingest.submit.mutate({
        items: [{ url: `${world.site.url}/twice` }],
        noteLanguage: 'en',
      });
      expect(results).toEqual([{ contentId: first.contentId, status: 'completed', existing: true }]);
    });

    test('SUM-07 a page that cannot be read fails with its reason, and is tried again on request', async () => {
      world.site.on('/later', { body: 'gone', status: 503 });
      const client = world.client();
      const failed = await summarise(client, `${world.site.url}/later`);
      expect(failed).toMatchObject({ status: 'failed', note: null, problem: { code: 'fetch_status', params: { status: 503 } } });
      world.site.on('/later', { body: articleHtml('Back Again') });
      await client.rpc.content.summarizeAgain.mutate({ contentId: failed.contentId });
      expect(await settled(client, failed.contentId)).toMatchObject({ status: 'completed', title: 'Back Again', problem: null });
    });

    test('SUM-11 video.summary returns a link’s summary and creates a missing one', async () => {
      world.site.on('/sum', { body: articleHtml('Summary By Link') });
      const client = world.client();
      await client.rpc.account.ensure.mutate();
      const answer = await client.rpc.video.summary.query({ url: `${world.site.url}/sum`, waitMs: 30_000 });
      expect(answer).toMatchObject({ status: 'completed', title: 'Summary By Link' });
      expect(answer.summary).toContain('##');
      expect(await client.rpc.video.summary.query({ url: `${world.site.url}/sum`, waitMs: 0 })).toEqual(answer);
    });

    test('CON-05 pictures of the article are served by this server, checked, and only the article’s', async () => {
      const png = Buffer.from(
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
        'base64',
      );
      world.site.on('/oven.png', { body: png, type: 'text/html' });
      world.site.on('/pictured', { body: articleHtml('Pictured', { image: '/oven.png' }) });
      const client = world.client();
      const detail = await summarise(client, `${world.site.url}/pictured`);
      const path = `/api/contents/${detail.contentId}/images/0`;
      expect(detail.articleMarkdown).toContain(`](${path})`);
      expect(detail.articleImages).toEqual([`${world.site.url}/oven.png`]);
      const image = await client.fetch(path);
      expect(image.status).toBe(200);
      expect(image.headers.get('content-type')).toBe('image/png');
      expect(image.headers.get('content-security-policy')).toContain('sandbox');
      expect(Buffer.from(await image.arrayBuffer())).toEqual(png);
      expect((await client.fetch(`/api/contents/${detail.contentId}/images/1`)).status).toBe(404);
      expect((await world.client().fetch(path)).status).toBe(404);
      // Stored ones are looked for in vain: that is told, and the site is not asked again.
      const images = join(world.server.dataDir, 'files', 'blobs', 'images');
      const asked = () => world.site.requests.filter((address) => address === '/oven.png').length;
      expect(asked()).toBe(1);
      renameSync(images, `${images}-away`);
      writeFileSync(images, '');
      expect((await client.fetch(path)).status).toBe(507);
      rmSync(images);
      expect((await client.fetch(path)).status).toBe(200);
      expect(asked()).toBe(2);
      rmSync(images, { recursive: true });
      renameSync(`${images}-away`, images);
    });

    test('SUM-01 deleting a record deletes its rows and files and no other, and it can be requested again', async () => {
      world.site.on('/gone', { body: articleHtml('Soon Gone') });
      world.site.on('/stays', { body: articleHtml('Here To Stay') });
      const [client, other] = [world.client(), world.client()];
      const detail = await summarise(client, `${world.site.url}/gone`);
      const kept = [
        { of: client, detail: await summarise(client, `${world.site.url}/stays`) },
        { of: other, detail: await summarise(other, `${world.site.url}/gone`) },
      ];
      const detailOf = (of: TestClient, { contentId }: { contentId: string }) => of.rpc.content.detail.query({ contentId });
      await client.rpc.userNote.deleteContentWithCleanup.mutate({ contentId: detail.contentId });
      expect(codeOf(await detailOf(client, detail).catch((error: unknown) => error))).toBe('not_found');
      for (const one of kept) expect(await detailOf(one.of, one.detail)).toEqual(one.detail);
      const { query, close } = createDatabase(world.database, { max: 1, applicationName: 'test' });
      expect(await query("select 1 from sources where url like '%/gone'")).toHaveLength(1);
      await other.rpc.userNote.deleteContentWithCleanup.mutate({ contentId: kept[1]?.detail.contentId ?? '' });
      expect(await query("select 1 from sources where url like '%/gone'")).toHaveLength(0);
      const stays = "select r.id from sources s join runs r on r.source_id = s.id where s.url like '%/stays'";
      expect(await query(`select 1 from tasks where id in (${stays})`)).toHaveLength(1);
      await close();
      expect(await summarise(client, `${world.site.url}/gone`)).toMatchObject({ status: 'completed' });
    });

    test('SUM-09 SUM-10 work on one content leaves the others of its user, and those of its link', async () => {
      const held = new Map<string, ServerResponse>();
      const hold = (path: string) => world.site.on(path, (_request, response) => void held.set(path, response));
      const answer = async (path: string, status: number) => {
        const response = await waitFor(`a request for ${path}`, () => held.get(path));
        response.writeHead(status, { 'content-type': 'text/html' }).end(articleHtml(`Beside ${path}`));
      };
      const [ada, bob] = [world.client(), world.client()];
      const link = (name: string) => `${world.site.url}/beside-${name}`;
      for (const name of ['done', 'bobs']) world.site.on(`/beside-${name}`, { body: articleHtml(`Beside ${name}`) });
      for (const name of ['stopped', 'next', 'failed']) hold(`/beside-${name}`);
      const places: { of: TestClient; contentId: string }[] = [];
      const add = async (of: TestClient, name: string) => {
        const contentId = await submit(of, link(name));
        places.push({ of, contentId });
        return contentId;
      };
      const all = (leaveOut = '') =>
        Promise.all(
          places
            .filter(({ contentId }) => contentId !== leaveOut)
            .map(({ of, contentId }) => of.rpc.content.detail.query({ contentId })),
        );

      const done = await add(ada, 'done');
      await settled(ada, done);
      await settled(bob, await add(bob, 'done'));
      await settled(bob, await add(bob, 'bobs'));
      let before = await all();
      const stopped = await add(ada, 'stopped');
      expect(await all(stopped)).toEqual(before);
      await ada.rpc.content.cancel.mutate({ contentId: stopped });
      expect(await all(stopped)).toEqual(before);

      // One is read and written, one fails, one is taken over from somebody else, one is written anew.
      before = await all();
      const next = await add(ada, 'next');
      const failed = await add(ada, 'failed');
      await answer('/beside-next', 200);
      expect((await settled(ada, next)).title).toBe('Beside /beside-next');
      expect((await all()).at(-1)).toMatchObject({ contentId: failed, status: 'processing', title: link('failed').slice(7) });
      await answer('/beside-failed', 404);
      expect((await settled(ada, failed)).status).toBe('failed');
      expect((await all()).slice(0, -2)).toEqual(before);
      before = await all();
      const taken = await add(ada, 'bobs');
      await settled(ada, taken);
      expect(await all(taken)).toEqual(before);
      before = await all(done);
      await ada.rpc.content.summarizeAgain.mutate({ contentId: done });
      await settled(ada, done);
      expect(await all(done)).toEqual(before);
    });

    test('user.videos pages by position without repeats or gaps', async () => {
      const client = world.client();
      for (let index = 0; index < 5; index++) {
        world.site.on(`/page${index}`, { body: articleHtml(`Paged ${index}`) });
        await summarise(client, `${world.site.url}/page${index}`);
      }
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await client.rpc.user.videos.query({ limit: 2, ...(cursor ? { cursor } : {}) });
        expect(page.count).toBe(5);
        seen.push(...page.uniqueVideos.map((row) => row.title));
        cursor = page.nextCursor ?? undefined;
      } while (cursor);
      expect(seen).toEqual(['Paged 4', 'Paged 3', 'Paged 2', 'Paged 1', 'Paged 0']);
    });
  },
);

describe('with a model', () => {
  let world: World;
  let llm: FakeLlm;
  let client: TestClient;
  beforeAll(async () => {
    llm = await startFakeLlm();
    world = await startWorld({ env: { OPENAI_BASE_URL: llm.url, OPENAI_API_KEY: 'sk-test', OPENAI_MODEL: 'fake-model' } });
    client = world.client();
  });
  afterAll(async () => {
    await world.close();
    await llm.close();
  });

  test('SUM-08 the note streams in, and a late second reader gets all of it', async () => {
    world.site.on('/stream', { body: articleHtml('Streaming Page', { paragraphs: 30 }) });
    llm.script((request) => ({ text: writeNoteFor(request.prompt), pieceLength: 8, delayMs: 15 }));
    // Goes on when three pieces of it have been seen, and the second reader has come.
    const steps = [40, 80, 120].map((pieces) => llm.hold('Streaming Page', pieces));
    const contentId = await submit(client, `${world.site.url}/stream`);
    const replay = async (onPartial: () => void = () => undefined) => {
      let text = '';
      const kinds: string[] = [];
      const ids: number[] = [];
      for await (const { id, type, data } of client.events('content.progress', { contentId })) {
        if (type === 'return') break;
        if (id === null) continue;
        ids.push(Number(id));
        const { event } = data as { event: { type: string; offset: number; text: string } };
        kinds.push(event.type);
        if (event.type === 'partial') {
          text = text.slice(0, event.offset) + event.text;
          onPartial();
        }
        if (event.type === 'completed') break;
      }
      return { text, kinds, ids };
    };
    let late: ReturnType<typeof replay> | undefined;
    const first = await replay(() => {
      late ??= replay();
      steps.shift()?.();
    });
    const second = await late;
    const detail = await settled(client, contentId);
    expect(first.kinds.filter((kind) => kind === 'partial').length).toBeGreaterThan(2);
    expect(first.kinds.at(-1)).toBe('completed');
    expect(first.text).toBe(detail.note);
    expect(second?.text).toBe(detail.note);
    expect(first.ids).toEqual([...first.ids].sort((a, b) => a - b));
    expect(detail).toMatchObject({ noteMethod: 'model', noteModel: 'fake-model' });
  });

  test('SUM-08 a cancel ends the run and the request at the provider', async () => {
    world.site.on('/cancel', { body: articleHtml('To Be Cancelled') });
    llm.script(() => ({ text: 'word '.repeat(5000), pieceLength: 5, delayMs: 30 }));
    const before = llm.counts.aborted;
    const contentId = await submit(client, `${world.site.url}/cancel`);
    await waitFor('the model to be asked', () => (llm.requests.at(-1)?.prompt.includes('To Be Cancelled') ? true : undefined));
    expect(await client.rpc.content.cancel.mutate({ contentId })).toEqual({ status: 'cancelled' });
    await waitFor('the request to end', () => (llm.counts.aborted > before ? true : undefined));
    expect(await client.rpc.content.detail.query({ contentId })).toMatchObject({ status: 'cancelled', note: null, run: null });
  });

  test('SUM-09 a cancel by one of two leaves the other their note', async () => {
    world.site.on('/two', { body: articleHtml('Two Readers') });
    llm.script((request) => ({ text: writeNoteFor(request.prompt), pieceLength: 10, delayMs: 15 }));
    const other = world.client();
    const goOn = llm.hold('Two Readers', 4);
    const [mine, theirs] = [await submit(client, `${world.site.url}/two`), await submit(other, `${world.site.url}/two`)];
    await client.rpc.content.cancel.mutate({ contentId: mine });
    goOn();
    expect(await settled(other, theirs)).toMatchObject({ status: 'completed' });
    expect(await client.rpc.content.detail.query({ contentId: mine })).toMatchObject({ status: 'cancelled', note: null });
  });

  test('SUM-08 a note that the model refused can be had in excerpts, and the next version asks the model again', async () => {
    world.site.on('/refused', { body: articleHtml('Refused By The Model') });
    llm.script(() => ({ status: 401 }));
    const contentId = await submit(client, `${world.site.url}/refused`);
    expect(await settled(client, contentId)).toMatchObject({ status: 'failed', problem: { code: 'llm_unauthorized' } });
    const asked = llm.requests.length;
    await client.rpc.content.summarizeAgain.mutate({ contentId, withoutModel: true });
    const excerpts = await settled(client, contentId);
    expect(excerpts).toMatchObject({ status: 'completed', problem: null, noteMethod: 'extractive', noteModel: null });
    expect(llm.requests).toHaveLength(asked);
    // Another's note of the same page is the model's.
    llm.script((request) => ({ text: writeNoteFor(request.prompt) }));
    expect(await summarise(world.client(), `${world.site.url}/refused`)).toMatchObject({ noteMethod: 'model' });
    await client.rpc.content.summarizeAgain.mutate({ contentId });
    expect(await settled(client, contentId)).toMatchObject({ status: 'completed', noteMethod: 'model', noteModel: 'fake-model' });
  });

  test('SUM-10 a note is replaced only by a complete one, and the old one can be restored', async () => {
    world.site.on('/again', { body: articleHtml('Again And Again') });
    llm.script(() => ({ text: '> First.\n\n## First version [L0]\n- Point one. [L1]\n\n#first' }));
    const { contentId, note: first } = await summarise(client, `${world.site.url}/again`);
    expect(first).toContain('First version');

    llm.script(() => ({ status: 401 }));
    await client.rpc.content.summarizeAgain.mutate({ contentId });
    const failed = await settled(client, contentId);
    expect(failed).toMatchObject({ status: 'completed', note: first, problem: { code: 'llm_unauthorized' } });

    llm.script(() => ({ text: '> Second.\n\n## Second version [L0]\n- Point two. [L2]\n\n#second' }));
    const goOn = llm.hold('Again And Again', 1);
    await client.rpc.content.summarizeAgain.mutate({ contentId });
    // While the new one is written the old one is what there is.
    expect((await client.rpc.content.detail.query({ contentId })).note).toBe(first);
    expect(codeOf(await client.rpc.content.summarizeAgain.mutate({ contentId }).catch((error: unknown) => error))).toBe(
      'work_in_progress',
    );
    goOn();
    const second = await settled(client, contentId);
    expect(second.note).toContain('Second version');
    expect(second.problem).toBeNull();

    const { versions } = await client.rpc.content.versions.query({ contentId });
    expect(versions.map((version) => version.isCurrent)).toEqual([true, false]);
    const old = versions[1]?.versionId ?? '';
    expect((await client.rpc.content.version.query({ contentId, versionId: old })).note).toBe(first);
    await client.rpc.content.restore.mutate({ contentId, versionId: old });
    expect((await client.rpc.content.detail.query({ contentId })).note).toBe(first);
  });
});
