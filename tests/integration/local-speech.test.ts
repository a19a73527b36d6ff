/** From a link to words heard on this machine, with stand-in models that are fetched when they are first needed. */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeSenseVoice, makeSenseVoiceTokens, makeSileroVad, makeTones } from '../harness/files/make-onnx.ts';
import { serve, startModelServer } from '../harness/models/model-server.ts';
import { startWorld, summarise } from './setup.ts';

function toWav(pcm: Uint8Array): Buffer {
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + pcm.length, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(16_000, 24);
  header.writeUInt32LE(32_000, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(pcm.length, 40);
  return Buffer.concat([header, pcm]);
}

test('SUM-04 a recording is transcribed on this machine, with a model that is fetched first', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gleaner-local-speech-'));
  const hub = await startModelServer();
  const bodies = {
    'model.onnx': makeSenseVoice(),
    'tokens.txt': Buffer.from(makeSenseVoiceTokens()),
    'vad.onnx': makeSileroVad(),
  };
  const files = Object.entries(bodies).map(([name, body]) => {
    const sha256 = createHash('sha256').update(body).digest('hex');
    hub.on(`/${name}`, serve({ body, sha256 }));
    return { name, bytes: body.length, sha256, urls: [`${hub.url}/${name}`] };
  });
  const model = {
    id: 'sense-voice',
    name: 'Stand-in',
    engine: 'sense-voice',
    languages: ['zh', 'en'],
    licence: { name: 'MIT', url: 'https://example.com/licence' },
    parts: { model: 'model.onnx', tokens: 'tokens.txt', vad: 'vad.onnx' },
    files,
  };
  const manifest = join(folder, 'models.json');
  writeFileSync(manifest, JSON.stringify({ models: [model] }));
  const world = await startWorld({
    env: { SPEECH_MODEL_MANIFEST: manifest, SPEECH_MODEL_FETCH: 'first-use', GLEANER_FETCH_ALLOW: hub.host },
  });
  try {
    const tones = [0, 440, 0, 3000, 0].map((hz) => ({ hz, ms: 1500 }));
    world.site.on('/talk.wav', { body: toWav(makeTones(tones)), type: 'audio/wav' });
    const client = world.client();
    const { contentId } = await summarise(client, `${world.site.url}/talk.wav`);
    const detail = await client.rpc.content.detail.query({ contentId });
    expect(detail).toMatchObject({ status: 'completed', provenance: { origin: 'speech', track: 'local:sense-voice' } });
    expect(JSON.stringify(detail)).toMatch(/low/);
    const { models } = await client.rpc.speech.models.query();
    expect(models.find(({ id }) => id === 'sense-voice')).toMatchObject({ state: 'installed', name: 'Stand-in' });
    expect(hub.requests.map(({ path }) => path).sort()).toEqual(['/model.onnx', '/tokens.txt', '/vad.onnx']);
  } finally {
    await world.close();
    await hub.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
