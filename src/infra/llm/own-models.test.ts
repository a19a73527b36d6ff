import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type FakeLlm, startFakeLlm } from '../../../tests/harness/models/fake-llm.ts';
import { type Site, startSite } from '../../../tests/harness/sites/site.ts';
import { createOwnModels } from './own-models.ts';

let ollama: FakeLlm;
let studio: Site;
beforeAll(async () => {
  [ollama, studio] = await Promise.all([startFakeLlm(), startSite()]);
});
afterAll(() => Promise.all([ollama.close(), studio.close()]));
beforeEach(() => {
  ollama.models = ['qwen3:8b'];
  studio.requests.length = 0;
});

const portOf = ({ host }: { host: string }) => Number(host.split(':')[1]);
const listOf = (...ids: string[]) => ({ data: ids.map((id) => ({ id })) });
/** As a server that has not looked yet. */
const fresh = () =>
  createOwnModels({
    configured: null,
    replayFrom: null,
    local: { ollama: portOf(ollama), lmStudio: portOf(studio) },
  });
const foundIds = async () => (await fresh().findLocal()).map(({ id }) => id);

test.each<[string, (response: ServerResponse) => void]>([
  [
    'without end',
    (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const more = () => {
        while (!response.destroyed && response.write(' '.repeat(65_536)));
      };
      response.on('drain', more);
      more();
    },
  ],
  ['that never comes', () => undefined],
  ['that is no JSON', (response) => void response.writeHead(200).end('<html>')],
  ['with a failure', (response) => void response.writeHead(500).end(JSON.stringify(listOf('m')))],
  ['without models', (response) => void response.writeHead(200).end(JSON.stringify({ data: [] }))],
])('SUM-15 programs on this machine with an answer %s are not offered, soon', async (_what, answer) => {
  studio.on('/v1/models', (_request, response) => answer(response));
  const started = performance.now();
  expect(await foundIds()).toEqual(['ollama']);
  expect(performance.now() - started).toBeLessThan(5_000);
  expect(studio.requests).toEqual(['/v1/models']);
});

test('SUM-15 programs on this machine are asked for their list and nothing else, and lead nowhere else on it', async () => {
  const secret = await startSite();
  try {
    secret.on('/v1/models', { type: 'application/json', body: JSON.stringify(listOf('secret-model')) });
    ollama.models = null;
    studio.on('/v1/models', (_request, response) => {
      response.writeHead(302, { location: `${secret.url}/v1/models` }).end();
    });
    expect(await foundIds()).toEqual([]);
    studio.on('/v1/models', (_request, response) => {
      response.writeHead(307, { location: `http://${ollama.host}/v1/models` }).end();
    });
    ollama.models = ['qwen3:8b'];
    expect(await foundIds()).toEqual(['ollama']);
    expect(secret.requests).toEqual([]);
    expect(studio.requests).toEqual(['/v1/models', '/v1/models']);
  } finally {
    await secret.close();
  }
});
