/** Recordings that bring no words of their own, over the whole program and a speech service on a real socket. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { missHeartbeats } from '../harness/database/missed-heartbeats.ts';
import { countingWords, makeVoice } from '../harness/files/make-voice.ts';
import type { TestClient } from '../harness/http/client.ts';
import { startTestServer, type TestServer } from '../harness/http/server.ts';
import { type FakeSpeech, heardSegments, sayWord, startFakeSpeech } from '../harness/models/fake-speech.ts';
import { waitFor } from '../harness/wait.ts';
import { settled, startWorld, submit, type World } from './setup.ts';

const key = 'sk-speech-canary-0123456789';
let service: FakeSpeech;
let world: World;

beforeAll(async () => {
  service = await startFakeSpeech();
  world = await startWorld({ env: environment() });
});
beforeEach(() => {
  service.requests.length = 0;
  service.script(({ words }) => ({ segments: heardSegments(words) }));
});
afterAll(async () => {
  await world.close();
  await service.close();
});

function environment(): Record<string, string> {
  return { SPEECH_BASE_URL: service.url, SPEECH_API_KEY: key, SPEECH_MODEL: 'whisper-1', SPEECH_PARALLEL: '2' };
}

async function upload(client: TestClient, name: string, bytes: Buffer, to = world): Promise<string> {
  const response = await client.fetch('/api/uploads', {
    method: 'POST',
    headers: {
      'tus-resumable': '1.0.0',
      'upload-length': String(bytes.length),
      'upload-metadata': `filename ${Buffer.from(name).toString('base64')}`,
    },
  });
  const path = new URL(response.headers.get('location') ?? '', to.server.url).pathname;
  const sent = await client.fetch(path, {
    method: 'PATCH',
    headers: { 'tus-resumable': '1.0.0', 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    body: new Uint8Array(bytes),
  });
  expect(sent.status).toBe(204);
  const { results } = await client.rpc.ingest.submit.mutate({
    items: [{ uploadId: path.split('/').at(-1) ?? '' }],
    noteLanguage: 'en',
  });
  const [result] = results;
  if (!result || !('contentId' in result)) throw new Error(`not started: ${JSON.stringify(result)}`);
  return result.contentId;
}

/** A recording that no other test makes: its words begin at `first`. */
function recording(first: number, count = 60): { wav: Buffer; words: ReturnType<typeof countingWords> } {
  const words = countingWords(count, { first });
  return { wav: makeVoice(words, count * 1000), words };
}

test('SUM-04 an upload without subtitles is transcribed: its note’s anchors lead to the second', async () => {
  const client = world.client();
  const { wav, words } = recording(0);
  const detail = await settled(client, await upload(client, 'valley talk.wav', wav));
  expect(detail).toMatchObject({
    status: 'completed',
    kind: 'audio',
    title: 'valley talk',
    timed: true,
    language: 'en',
    problem: null,
  });
  expect(detail.provenance).toMatchObject({ origin: 'speech', track: 'remote:whisper-1' });
  const sent = service.requests.reduce((sum, { seconds }) => sum + seconds, 0);
  expect(detail.provenance?.heardMs).toBeCloseTo(sent * 1000, -2);
  expect(detail.subtitlesArray.map(({ text }) => text).join(' ')).toBe(words.map(({ word }) => sayWord(word)).join(' '));
  for (const { startMs, text } of detail.subtitlesArray) {
    const first = words.find(({ word }) => text.startsWith(sayWord(word)));
    expect(Math.abs((startMs ?? -9999) - (first?.startMs ?? 0))).toBeLessThanOrEqual(10);
  }
  expect(detail.note).toMatch(/\[\d\d:\d\d\]\(#t=\d+|\d\d:\d\d/);
  expect(world.server.output()).not.toContain(key);
  for (const { authorization } of service.requests) expect(authorization).toBe(`Bearer ${key}`);
});

test('SUM-03 an episode without a transcript is fetched and transcribed', async () => {
  const client = world.client();
  const { wav, words } = recording(20, 40);
  world.site.on('/mute/2.wav', { body: wav, type: 'audio/wav' });
  world.site.on('/mute/show.xml', {
    type: 'application/rss+xml',
    body: `<rss version="2.0"><channel><title>Mute Talk</title><language>en</language><item><title>Stones</title><guid>mute-2</guid><enclosure url="/mute/2.wav" type="audio/wav"/></item></channel></rss>`,
  });
  const detail = await settled(client, await submit(client, `${world.site.url}/mute/show.xml`));
  expect(detail).toMatchObject({ status: 'completed', title: 'Stones', siteName: 'Mute Talk', provenance: { origin: 'speech' } });
  expect(detail.subtitlesArray.at(-1)?.text).toContain(sayWord(words.at(-1)?.word ?? -1));
  expect(service.requests[0]?.fields.prompt).toContain('Stones');
});

test('no local model is recommended beside a speech service', async () => {
  const { models, service: host } = await world.client().rpc.speech.models.query();
  expect(host).not.toBeNull();
  expect(models.length).toBeGreaterThan(0);
  expect(models.filter(({ recommended }) => recommended)).toEqual([]);
});

test('SUM-04 a service that refuses the key leaves the record without a note', async () => {
  const client = world.client();
  service.script(() => ({ status: 401, message: `bad key ${key}` }));
  const contentId = await upload(client, 'refused.wav', recording(40, 30).wav);
  const detail = await settled(client, contentId);
  expect(detail).toMatchObject({
    status: 'failed',
    title: 'refused',
    durationSeconds: 30,
    problem: { code: 'speech_unauthorized' },
  });
  expect(detail.media).not.toBeNull();
  expect(world.server.output()).not.toContain(key);
  // The key was put right: the same file is tried anew.
  service.script(({ words }) => ({ segments: heardSegments(words) }));
  await client.rpc.content.summarizeAgain.mutate({ contentId, noteLanguage: 'en' });
  expect(await settled(client, contentId)).toMatchObject({ status: 'completed', problem: null });
});

test('SUM-08 a worker killed while it transcribes: the next one sends no finished piece again', {
  timeout: 300_000,
}, async () => {
  const web = await startWorld({ role: 'web', env: environment() });
  const workers: TestServer[] = [];
  const startWorker = async () => {
    const server = await startTestServer({
      role: 'worker',
      database: web.database,
      dataDir: web.server.dataDir,
      env: { ...environment(), SPEECH_PARALLEL: '1' },
    });
    workers.push(server);
    return server;
  };
  try {
    const first = await startWorker();
    const client = web.client();
    const { wav, words } = recording(60, 700);
    service.script((request) => (service.requests.length === 2 ? { hang: true } : { segments: heardSegments(request.words) }));
    const contentId = await upload(client, 'long talk.wav', wav, web);
    await waitFor('the second piece', async () => (service.requests.length === 2 ? true : undefined), 60_000);
    await first.kill();
    await missHeartbeats(web.database);
    const heard = service.requests.slice(0, 1).map(({ sound }) => sound);
    service.script((request) => ({ segments: heardSegments(request.words) }));
    await startWorker();
    const detail = await settled(client, contentId, 90_000);
    expect(detail.status).toBe('completed');
    const asked = service.requests.slice(2).map(({ sound }) => sound);
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.filter((sound) => heard.includes(sound))).toEqual([]);
    expect(detail.provenance?.heardMs).toBeGreaterThan(690_000);
    expect(detail.subtitlesArray.map(({ text }) => text).join(' ')).toBe(words.map(({ word }) => sayWord(word)).join(' '));
  } finally {
    for (const server of workers) await server.stop();
    await web.close();
  }
});
