/** Who may manage the speech models, how often, and what a stranger is told of the server's disk. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestClient } from '../harness/http/client.ts';
import { startTestServer, type TestServer } from '../harness/http/server.ts';
import { shareWorld, type World } from './setup.ts';

let local: World;
const servers: TestServer[] = [];

beforeAll(async () => {
  local = await shareWorld();
});
afterAll(async () => {
  for (const server of servers) {
    await server.stop();
    server.remove();
  }
  await local.close();
});

async function startOpen(env: Record<string, string>): Promise<TestServer> {
  const server = await startTestServer({ role: 'web', database: local.database, env });
  servers.push(server);
  return server;
}

function cancelFrom(url: string, address: string): Promise<Response> {
  return fetch(`${url}/api/trpc/speech.cancelFetch`, {
    method: 'POST',
    headers: { 'x-gleaner': '1', 'content-type': 'application/json', 'x-forwarded-for': address },
    body: '{"id":"sense-voice"}',
  });
}

describe('speech models', () => {
  test('can be changed by anyone when only this machine reaches the server, with the folder shown', async () => {
    const { manageable, importFolder } = await local.client().rpc.speech.models.query();
    expect(manageable).toBe(true);
    expect(importFolder).toContain(local.server.dataDir);
  });

  test('cannot be changed on a server that others reach, unless a setting allows it', async () => {
    const open = await startOpen({ TRUSTED_PROXIES: '127.0.0.1' });
    expect(await createTestClient(open.url).rpc.speech.models.query()).toMatchObject({ manageable: false, importFolder: null });
    const refused = await cancelFrom(open.url, '198.51.100.1');
    expect(refused.status).toBe(403);
    expect(await refused.text()).toContain('"speech_models_managed"');
    const managed = await startOpen({ TRUSTED_PROXIES: '127.0.0.1', SPEECH_MODELS_MANAGED: 'anyone' });
    const models = await createTestClient(managed.url).rpc.speech.models.query();
    expect(models).toMatchObject({ manageable: true, importFolder: 'DATA_DIR/models/import' });
    expect(JSON.stringify(models)).not.toContain(managed.dataDir);
  });

  test('can be changed 30 times a minute per address, without blocking another', async () => {
    const [, managed] = servers;
    const url = managed?.url ?? '';
    const statuses = await Promise.all(Array.from({ length: 40 }, async () => (await cancelFrom(url, '198.51.100.2')).status));
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
    expect((await cancelFrom(url, '198.51.100.3')).status).toBe(200);
  });
});
