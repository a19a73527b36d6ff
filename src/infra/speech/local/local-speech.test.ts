import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AudioPiece } from '#engine/ports.ts';
import { makeWhisper } from '../../../../tests/harness/files/make-ggml.ts';
import { makeSenseVoice, makeSenseVoiceTokens, makeSileroVad, makeTones } from '../../../../tests/harness/files/make-onnx.ts';
import { createGuardedFetch } from '../../guarded-fetch/guarded-fetch.ts';
import type { SpeechModel } from '../models/model.ts';
import { createLocalSpeech, type LocalSpeech, type LocalSpeechOptions } from './local-speech.ts';

let directory: string;
const open: LocalSpeech[] = [];
const signal = new AbortController().signal;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'gleaner-speech-'));
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((speech) => speech.close()));
  rmSync(directory, { recursive: true, force: true });
});

type Files = Record<string, Uint8Array | string>;

function modelOf(id: string, engine: SpeechModel['engine'], languages: string[] | null, files: Files): SpeechModel {
  const names = Object.keys(files);
  const parts: Record<string, string> =
    engine === 'whisper' ? { model: names[0] ?? '' } : { model: 'model.onnx', tokens: 'tokens.txt', vad: 'vad.onnx' };
  return {
    id,
    name: id,
    engine,
    languages,
    licence: { name: 'MIT', url: 'https://example.com/licence' },
    parts,
    files: Object.entries(files).map(([name, body]) => ({
      name,
      bytes: Buffer.from(body).length,
      sha256: createHash('sha256').update(body).digest('hex'),
      urls: ['https://models.example.com/x'],
    })),
  };
}

const standIns = (): Files => ({
  'model.onnx': makeSenseVoice(),
  'tokens.txt': makeSenseVoiceTokens(),
  'vad.onnx': makeSileroVad(),
});
const senseVoice = (files = standIns()) => modelOf('sense-voice', 'sense-voice', ['zh', 'yue', 'en', 'ja', 'ko'], files);

async function speechWith(models: [SpeechModel, Files][], options: Partial<LocalSpeechOptions> = {}): Promise<LocalSpeech> {
  const speech = createLocalSpeech({
    modelsDir: join(directory, 'models'),
    fetch: createGuardedFetch({ resolver: () => Promise.reject(new Error('no network here')) }),
    models: models.map(([model]) => model),
    fetchOnUse: false,
    ...options,
  });
  open.push(speech);
  for (const [{ id }, files] of models) {
    if (Object.keys(files).length === 0) continue;
    const source = join(directory, 'stick', id);
    mkdirSync(source, { recursive: true });
    for (const [name, body] of Object.entries(files)) writeFileSync(join(source, name), body);
    await speech.models.importFrom(join(directory, 'stick'));
  }
  return speech;
}

function pieceOf(parts: { hz: number; ms: number }[], startMs = 0): AudioPiece {
  return { index: 0, startMs, endMs: startMs + parts.reduce((sum, { ms }) => sum + ms, 0), pcm: makeTones(parts) };
}

const spoken = [
  { hz: 0, ms: 700 },
  { hz: 440, ms: 1500 },
  { hz: 0, ms: 900 },
  { hz: 3000, ms: 1200 },
  { hz: 0, ms: 800 },
];
const options = { language: null, prompt: '', signal };

describe('SenseVoice', () => {
  test('SUM-04 loads a model in the real library and returns words with times, piece after piece', async () => {
    const speech = await speechWith([[senseVoice(), standIns()]]);
    const engine = await speech.engineFor('en', signal);
    expect(engine).toMatchObject({ id: 'local:sense-voice', parallel: 1 });
    for (let round = 0; round < 2; round++) {
      const { language, segments } = await engine.recognise(pieceOf(spoken, 60_000), options);
      expect(language).toBe('en');
      expect(segments.map(({ text }) => text)).toEqual(['low', 'high']);
      const [low, high] = segments;
      expect(Math.abs((low?.startMs ?? 0) - 700)).toBeLessThan(150);
      expect(Math.abs((low?.endMs ?? 0) - 2200)).toBeLessThan(200);
      expect(Math.abs((high?.startMs ?? 0) - 3100)).toBeLessThan(150);
      expect(high?.endMs).toBeLessThanOrEqual(5100);
    }
  });

  test('SUM-04 returns no words for silence', async () => {
    const speech = await speechWith([[senseVoice(), standIns()]]);
    const engine = await speech.engineFor(null, signal);
    expect(await engine.recognise(pieceOf([{ hz: 0, ms: 3000 }]), options)).toEqual({ language: null, segments: [] });
    expect((await engine.recognise(pieceOf([{ hz: 440, ms: 30 }]), options)).segments).toEqual([]);
  });

  test.each<[string, Files]>([
    ['a model that is none', { ...standIns(), 'model.onnx': 'not a model' }],
    ['a model without what it must say about itself', { ...standIns(), 'model.onnx': makeSileroVad() }],
    ['a speech detector that is none', { ...standIns(), 'vad.onnx': makeSenseVoice() }],
    ['tokens that are none', { ...standIns(), 'tokens.txt': '\u0000\u0001 x y z\n' }],
  ])('SUM-04 %s is a typed error, and the server lives on', async (_name, files) => {
    const speech = await speechWith([[senseVoice(files), files]]);
    const engine = await speech.engineFor('zh', signal);
    for (let round = 0; round < 2; round++)
      await expect(engine.recognise(pieceOf(spoken), options)).rejects.toMatchObject({ code: 'speech_model_broken' });
  });

  test('ends a cancelled piece at once and recognises the next', async () => {
    const speech = await speechWith([[senseVoice(), standIns()]]);
    const engine = await speech.engineFor('en', signal);
    const controller = new AbortController();
    const hearing = engine.recognise(pieceOf(spoken), { ...options, signal: controller.signal });
    controller.abort();
    await expect(hearing).rejects.toMatchObject({ code: 'cancelled' });
    expect((await engine.recognise(pieceOf(spoken), options)).segments).toHaveLength(2);
  });

  test('recognises concurrent pieces one after the other', async () => {
    const speech = await speechWith([[senseVoice(), standIns()]]);
    const engine = await speech.engineFor('en', signal);
    const tones = [440, 3000, 440];
    const heard = await Promise.all(
      tones.map((hz) =>
        engine.recognise(
          pieceOf([
            { hz: 0, ms: 500 },
            { hz, ms: 1000 },
            { hz: 0, ms: 500 },
          ]),
          options,
        ),
      ),
    );
    expect(heard.map(({ segments }) => segments.map(({ text }) => text))).toEqual([['low'], ['high'], ['low']]);
  });

  test('reports a removed model for the next piece', async () => {
    const speech = await speechWith([[senseVoice(), standIns()]]);
    const engine = await speech.engineFor('en', signal);
    await engine.recognise(pieceOf(spoken), options);
    await speech.models.remove('sense-voice');
    await expect(speech.engineFor('en', signal)).rejects.toMatchObject({ code: 'speech_model_missing' });
  });
});

describe('the choice of a model', () => {
  const whisperFiles: Files = { 'w.bin': 'whisper' };
  const whisper = modelOf('whisper-small', 'whisper', null, whisperFiles);
  const large = modelOf('whisper-large', 'whisper', null, whisperFiles);

  test('SUM-04 follows the language, by any of its names', async () => {
    const speech = await speechWith([
      [senseVoice(), standIns()],
      [whisper, whisperFiles],
    ]);
    for (const language of ['zh', 'zh-Hans', 'cmn', 'yue', 'eng', 'en-GB', 'ja', 'kor', null])
      expect((await speech.engineFor(language, signal)).id).toBe('local:sense-voice');
    for (const language of ['fr', 'pt-BR', 'spa'])
      expect((await speech.engineFor(language, signal)).id).toBe('local:whisper-small');
  });

  test('SUM-04 prefers installed models', async () => {
    const speech = await speechWith([
      [senseVoice(), {}],
      [large, {}],
      [whisper, whisperFiles],
    ]);
    expect((await speech.engineFor('zh', signal)).id).toBe('local:whisper-small');
  });

  test('SUM-04 names a missing model with its size', async () => {
    const speech = await speechWith([
      [senseVoice(), {}],
      [large, {}],
      [whisper, {}],
    ]);
    await expect(speech.engineFor('zh', signal)).rejects.toMatchObject({
      code: 'speech_model_missing',
      params: { model: 'sense-voice', megabytes: 0 },
    });
    await expect(speech.engineFor('fr', signal)).rejects.toMatchObject({ params: { model: 'whisper-small' } });
    const trying = await speechWith([[senseVoice(), {}]], { fetchOnUse: true });
    await expect(trying.engineFor('zh', signal)).rejects.toMatchObject({ code: 'speech_model_missing' });
    expect(await trying.models.report('sense-voice')).toMatchObject({ problem: { code: 'speech_model_unreachable' } });
  });

  test('fails with `speech_not_configured` on a machine without engines', async () => {
    const speech = await speechWith([]);
    await expect(speech.engineFor('zh', signal)).rejects.toMatchObject({ code: 'speech_not_configured' });
  });
});

describe('whisper', () => {
  test('SUM-04 loads a model in the real library and returns lines with times', async () => {
    const files = { 'w.bin': makeWhisper(' bon "jour"') };
    const speech = await speechWith([[modelOf('whisper-small', 'whisper', null, files), files]]);
    const engine = await speech.engineFor('fr', signal);
    for (let round = 0; round < 2; round++)
      expect(await engine.recognise(pieceOf([{ hz: 440, ms: 5000 }], 30_000), { ...options, language: 'fr' })).toEqual({
        language: 'fr',
        segments: [{ startMs: 0, endMs: 2000, text: 'bon "jour"' }],
      });
  }, 60_000);

  test('SUM-04 rejects a file that is no model with a typed error', async () => {
    const files = { 'w.bin': 'not a model' };
    const speech = await speechWith([[modelOf('whisper-small', 'whisper', null, files), files]]);
    const engine = await speech.engineFor('fr', signal);
    await expect(engine.recognise(pieceOf(spoken), options)).rejects.toMatchObject({ code: 'speech_model_broken' });
  });
});
