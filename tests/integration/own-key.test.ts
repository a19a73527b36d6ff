/** A user's own model key: who writes with it, what it is mixed up with, and where it never shows. How detailed notes are. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readEveryRow } from '../harness/database/databases.ts';
import { readArchive } from '../harness/files/read-archive.ts';
import { codeOf, type TestClient } from '../harness/http/client.ts';
import { uploadFile } from '../harness/http/upload.ts';
import { type FakeLlm, startFakeLlm, writeNoteFor } from '../harness/models/fake-llm.ts';
import { waitFor } from '../harness/wait.ts';
import { articleHtml, settled, startWorld, submit, summarise, type World } from './setup.ts';

const serverKey = 'sk-servercanary00000000';
const keyOf = (word: string) => `sk-${word.padEnd(48, 'x')}`;

let world: World;
let llm: FakeLlm;
beforeAll(async () => {
  llm = await startFakeLlm();
  world = await startWorld({
    env: { OPENAI_BASE_URL: llm.url, OPENAI_API_KEY: serverKey, OPENAI_MODEL: 'house-model', LOG_LEVEL: 'trace' },
  });
});
afterAll(async () => {
  await world.close();
  await llm.close();
});
beforeEach(() => {
  llm.script((request) => ({ text: writeNoteFor(request.prompt) }));
  llm.requests.length = 0;
});

let next = 0;
function page(title: string): string {
  const path = `/own-${next++}`;
  world.site.on(path, { body: articleHtml(title) });
  return `${world.site.url}${path}`;
}

async function keep(client: TestClient, value: string, model = 'my-model'): Promise<void> {
  await client.rpc.account.saveModelKey.mutate({ provider: 'server', model, value });
}

const keysUsed = () => llm.requests.map(({ authorization }) => authorization?.replace('Bearer ', ''));

describe('a key of one’s own', () => {
  test('SUM-15 writes its owner’s notes only; after its removal the server’s model writes again', async () => {
    const [mine, other] = [world.client(), world.client()];
    const key = keyOf('mine1');
    await keep(mine, key);
    const url = page('The Shared Oven');
    const detail = await summarise(mine, url);
    expect(detail).toMatchObject({ status: 'completed', noteMethod: 'model', noteModel: 'my-model@server' });
    expect(new Set(keysUsed())).toEqual(new Set([key]));
    expect(llm.requests.every(({ model }) => model === 'my-model')).toBe(true);

    llm.requests.length = 0;
    // The same link for somebody else is their own work, with the server's model and key.
    expect(await summarise(other, url)).toMatchObject({ noteModel: 'house-model' });
    expect(new Set(keysUsed())).toEqual(new Set([serverKey]));

    expect((await mine.rpc.account.removeModelKey.mutate()).state).toBe('none');
    expect(await summarise(mine, page('After It Was Taken Back'))).toMatchObject({ noteModel: 'house-model' });
  });

  test('SUM-15 is replaced by the next of a list when it is refused', async () => {
    const client = world.client();
    const [bad, good] = [keyOf('bad2'), keyOf('good2')];
    llm.script((request) => (request.authorization?.includes('bad2') ? { status: 402 } : { text: writeNoteFor(request.prompt) }));
    await keep(client, `${bad},${good}`);
    expect((await summarise(client, page('Two Keys'))).status).toBe('completed');
    expect(keysUsed()).toEqual([bad, good]);
  });

  test('SUM-15 that is refused ends in a typed failure, and the earlier note stays', async () => {
    const client = world.client();
    const detail = await summarise(client, page('Before The Bad Key'));
    await keep(client, keyOf('bad3'));
    llm.script(() => ({ status: 401, message: `Incorrect API key provided: ${keyOf('bad3')}` }));
    await client.rpc.content.summarizeAgain.mutate({ contentId: detail.contentId });
    const after = await settled(client, detail.contentId);
    // Its owner can put it right, not whoever runs the server.
    expect(after.problem?.code).toBe('own_key_refused');
    expect(after.note).toBe(detail.note);
  });

  test('SUM-15 writes answers, prompts and translations too; its service’s errors are shown to its owner', async () => {
    const client = world.client();
    const cues = Array.from(
      { length: 20 },
      (_, i) =>
        `${i + 1}\n00:00:${String(i * 2).padStart(2, '0')},000 --> 00:00:${String(i * 2 + 1).padStart(2, '0')},900\nThe keeper of mill ${i} sold ${i + 20} sacks.\n`,
    );
    const contentId = await uploadFile(client, world.server.url, { name: 'mine.srt', bytes: Buffer.from(cues.join('\n')) });
    expect(await settled(client, contentId)).toMatchObject({ noteModel: 'house-model', availableModel: 'house-model' });
    await keep(client, keyOf('all5'));
    expect(await client.rpc.content.detail.query({ contentId })).toMatchObject({ availableModel: 'my-model@server' });
    expect(await client.rpc.prompt.official.query()).toMatchObject({ model: 'my-model@server' });
    expect(await client.rpc.chat.history.query({ contentId })).toMatchObject({ mode: 'model', model: 'my-model@server' });

    const place = { contentId, promptId: 'official-timeline' };
    const all = async () => {
      llm.requests.length = 0;
      await client.rpc.chat.ask.mutate({ contentId, question: 'Who sold?' });
      await client.rpc.prompt.run.mutate({ ...place, language: 'en' });
      await client.rpc.content.translate.mutate({ contentId, language: 'zh' });
      return waitFor('all three', async () => {
        const chat = await client.rpc.chat.history.query({ contentId });
        const { result } = await client.rpc.prompt.result.query(place);
        const translation = await client.rpc.content.translation.query({ contentId, language: 'zh' });
        const under = ['queued', 'running'];
        if (chat.answeringId !== null || !result || under.includes(result.state) || translation.state === 'running')
          return undefined;
        return { answer: chat.messages.at(-1), result, translation };
      });
    };
    for (const [status, code] of [
      [401, 'own_key_refused'],
      [402, 'own_key_quota'],
    ] as const) {
      llm.script(() => ({ status }));
      const { answer, result, translation } = await all();
      expect(answer?.metadata).toMatchObject({ state: 'failed', problem: { code } });
      expect(result).toMatchObject({ state: 'failed', problem: { code } });
      expect(translation).toMatchObject({ state: 'failed', problem: { code } });
      expect(new Set(keysUsed())).toEqual(new Set([keyOf('all5')]));
      await keep(client, keyOf('all5'));
    }
    llm.script(({ prompt }) => ({
      text: prompt.includes('Title of the talk')
        ? [...prompt.matchAll(/^L(\d+) /gm)].map(([, id]) => `L${id} 第 ${id} 句`).join('\n')
        : 'The keeper sold 20 sacks. [L0]',
    }));
    const { answer, result, translation } = await all();
    expect(answer?.metadata).toMatchObject({ state: 'done', model: 'my-model@server' });
    expect(result).toMatchObject({ state: 'completed', model: 'my-model@server' });
    expect(translation).toMatchObject({ state: 'completed', done: translation.total });
    expect(new Set(keysUsed())).toEqual(new Set([keyOf('all5')]));
  });

  test('SUM-15 must have the right form and an offered provider, and is never returned', async () => {
    const client = world.client();
    const { providers, state } = await client.rpc.account.modelKey.query();
    expect(state).toBe('none');
    expect(providers.map(({ id }) => id)).toContain('server');
    expect(providers.every(({ host }) => host !== '')).toBe(true);
    for (const value of ['sk-short', `${keyOf('a')}b`, `${keyOf('a')},nope`]) {
      const refused = await client.rpc.account.saveModelKey
        .mutate({ provider: 'openai', model: 'm', value })
        .then(() => undefined, codeOf);
      expect(refused).toBe('bad_request');
    }
    const elsewhere = client.rpc.account.saveModelKey.mutate({ provider: 'http://evil.example', model: 'm', value: keyOf('a') });
    expect(await elsewhere.then(() => undefined, codeOf)).toBe('bad_request');
    await keep(client, keyOf('kept4'));
    const kept = await client.rpc.account.modelKey.query();
    expect(kept).toMatchObject({ state: 'saved', provider: 'server', model: 'my-model' });
    expect(JSON.stringify(kept)).not.toContain('kept4');
    expect((await world.client().rpc.account.modelKey.query()).state).toBe('none');
  });

  test('SUM-15 appears in none of nine places, also when the provider repeats it, and goes to its provider in one header', async () => {
    const client = world.client();
    const canary = keyOf('CANARY5f3a9cQ');
    const answers: string[] = [];
    const call = async (path: string, input?: unknown) => {
      const response = await client.fetch(`/api/trpc/${path}`, {
        ...(input === undefined ? {} : { method: 'POST', body: JSON.stringify(input) }),
        headers: { 'x-gleaner': '1', 'content-type': 'application/json' },
      });
      answers.push(await response.text(), JSON.stringify([...response.headers]));
    };
    await call('account.tryModelKey', { provider: 'server', model: 'm', value: canary });
    llm.script(() => ({ status: 401, message: `wrong key ${canary}` }));
    await call('account.tryModelKey', { provider: 'server', model: 'm', value: canary });
    llm.script((request) => ({ text: writeNoteFor(request.prompt) }));
    await call('account.saveModelKey', { provider: 'server', model: 'm', value: canary });
    await call('account.saveModelKey', { provider: 'nosuch', model: 'm', value: canary });
    await call('account.saveModelKey', { provider: 'server', model: 'm', value: `${canary}!` });
    await call('account.saveModelKey', { provider: 'server', model: 'm', value: [canary], [canary]: 1 });
    await call('account.modelKey');
    const sites: string[] = [];
    world.site.on('/canary', (request, response) => {
      sites.push(`${request.url} ${JSON.stringify(request.rawHeaders)}`);
      response.writeHead(200, { 'content-type': 'text/html' }).end(articleHtml('With The Canary'));
    });
    answers.push(JSON.stringify(await summarise(client, `${world.site.url}/canary`)));
    expect(sites.length).toBeGreaterThan(0);
    expect(keysUsed()).toContain(canary);
    for (const reply of [
      { status: 401, message: `wrong key ${canary}` },
      { status: 400, message: `bad request with ${canary}`, type: canary },
      { raw: `data: {"error":{"message":"no ${canary}","type":"${canary}"}}\n\n` },
      { raw: `data: {"nonsense ${canary}\n\n` },
    ]) {
      llm.script(() => reply);
      answers.push(JSON.stringify(await settled(client, await submit(client, page(`Echo ${next}`)))));
    }
    const textOf = async (path: string) => (await client.fetch(path)).text();
    const archive = await readArchive(Buffer.from(await (await client.fetch('/api/my-data/archive')).arrayBuffer()));
    const sinks = {
      log: world.server.output(),
      answers: answers.join('\n'),
      archive,
      sites: sites.join('\n'),
      prompts: JSON.stringify(llm.requests.map(({ model, messages }) => [model, messages])),
      pages: `${await textOf('/')}${await textOf('/user/settings')}`,
      health: `${await textOf('/healthz')}${await textOf('/readyz')}`,
      dump: await readEveryRow(world.database),
      files: readdirSync(world.server.dataDir, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
        .join('\n'),
    };
    expect(sinks.log).toContain('account.saveModelKey');
    expect(sinks.dump).toContain('model_keys');
    expect(sinks.archive).toContain('With The Canary');
    expect(Object.keys(sinks)).toHaveLength(9);
    for (const [name, text] of Object.entries(sinks)) {
      const at = text.indexOf('CANARY5f3a9cQ');
      expect(at < 0 ? '' : `${name}: ${text.slice(Math.max(0, at - 300), at)}`).toBe('');
      const base64 = Buffer.from(canary).toString('base64').slice(0, 24);
      expect(text.includes(base64), `base64 in ${name}`).toBe(false);
    }
  }, 120_000);
});

describe('detail', () => {
  test('SUM-10 is asked of the model, kept with the content, and another detail is other work', async () => {
    const client = world.client();
    const url = page('How Much Is Told');
    const { results } = await client.rpc.ingest.submit.mutate({ items: [{ url }], noteLanguage: 'en', detail: 'brief' });
    const [result] = results;
    const contentId = result && 'contentId' in result ? result.contentId : '';
    expect(await settled(client, contentId)).toMatchObject({ status: 'completed', noteDetail: 'brief' });
    expect(llm.requests.at(0)?.prompt).toContain('1–3 points a section');
    llm.requests.length = 0;
    await client.rpc.content.summarizeAgain.mutate({ contentId, detail: 'detailed', noteLanguage: 'en' });
    expect(await settled(client, contentId)).toMatchObject({ noteDetail: 'detailed' });
    expect(llm.requests.at(0)?.prompt).toContain('4–10 points a section');
    // Without saying, it stays as it was asked for last.
    await client.rpc.content.summarizeAgain.mutate({ contentId });
    expect(await settled(client, contentId)).toMatchObject({ noteDetail: 'detailed' });
    // Another person who wants the usual note of the same link does not get the detailed one.
    llm.requests.length = 0;
    expect(await summarise(world.client(), url)).toMatchObject({ noteDetail: 'standard' });
    expect(llm.requests.at(0)?.prompt).toContain('2–6 points a section');
  });
});
