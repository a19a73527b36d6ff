import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AudioPiece } from '#engine/ports.ts';
import type { AppError } from '#lib/app-error.ts';
import { countingWords, makeVoice } from '../../../../tests/harness/files/make-voice.ts';
import { type FakeSpeech, heardSegments, sayWord, startFakeSpeech } from '../../../../tests/harness/models/fake-speech.ts';
import { languageTag } from './languages.ts';
import { presetFor } from './presets.ts';
import { createRemoteEngine } from './remote-engine.ts';

const never = new AbortController().signal;
const key = 'sk-canary-0123456789abcdef';
let service: FakeSpeech;

beforeEach(async () => {
  service = await startFakeSpeech();
});
afterEach(() => service.close());

function pieceOf(count: number): AudioPiece {
  const pcm = makeVoice(countingWords(count), count * 1000).subarray(44);
  return { index: 0, startMs: 0, endMs: count * 1000, pcm };
}

function engine(model = 'whisper-large-v3-turbo', timeoutMs = 20_000) {
  return createRemoteEngine({ baseUrl: service.url, apiKey: key, model, parallel: 2, timeoutMs });
}

async function hear(model?: string, options: Partial<{ language: string | null; prompt: string; signal: AbortSignal }> = {}) {
  return await engine(model).recognise(pieceOf(3), { language: null, prompt: '', signal: never, ...options });
}

async function failure(work: Promise<unknown>): Promise<AppError> {
  return await work.then(
    () => Promise.reject(new Error('did not fail')),
    (error: AppError) => error,
  );
}

describe('SUM-04 a speech service', () => {
  test('receives a whole WAV and returns segments with times', async () => {
    const answer = await hear(undefined, { language: 'zh-Hans', prompt: 'Ober "mill"\r\nnext' });
    expect(answer.language).toBe('en');
    expect(answer.segments.map(({ startMs, endMs, text }) => [startMs, endMs, text.trim()])).toEqual([
      [200, 800, sayWord(0)],
      [1200, 1800, sayWord(1)],
      [2200, 2800, sayWord(2)],
    ]);
    expect(answer.segments[0]).toMatchObject({ noSpeechProbability: 0.02, averageLogProbability: -0.2, compressionRatio: 1.2 });
    const [asked] = service.requests;
    expect(asked?.fields).toEqual({
      model: 'whisper-large-v3-turbo',
      response_format: 'verbose_json',
      'timestamp_granularities[]': 'segment',
      language: 'zh',
      prompt: 'Ober "mill"\r\nnext',
    });
    expect(asked).toMatchObject({ fileName: 'piece.wav', fileType: 'audio/wav', seconds: 3, authorization: `Bearer ${key}` });
  });

  test('that refuses a format is asked for a plainer one, and not again for the first', async () => {
    service.takes('text');
    const one = engine('some-model');
    const options = { language: null, prompt: '', signal: never };
    const first = await one.recognise(pieceOf(2), options);
    expect(first).toEqual({ language: null, segments: [{ startMs: 0, endMs: 2000, text: `${sayWord(0)} ${sayWord(1)}` }] });
    await one.recognise(pieceOf(1), options);
    expect(service.requests.map(({ fields }) => fields.response_format)).toEqual(['text', 'text']);
  });

  test('that refuses one piece in every format is still asked for times of the next', async () => {
    const one = engine('some-model');
    service.script(({ words }, call) =>
      call <= 3 ? { status: 400, code: 'invalid_language' } : { segments: heardSegments(words) },
    );
    const asked = { prompt: '', signal: never };
    expect((await failure(one.recognise(pieceOf(1), { ...asked, language: 'tlh' }))).code).toBe('speech_failed');
    expect((await one.recognise(pieceOf(2), { ...asked, language: 'iw' })).segments).toHaveLength(2);
    const formats = service.requests.map(({ fields }) => fields.response_format);
    expect(formats).toEqual(['verbose_json', 'json', 'text', 'verbose_json']);
    expect(service.requests[3]?.fields.language).toBe('he');
  });

  test('is asked for JSON without times, and for speakers, by its model', async () => {
    expect((await hear('gpt-4o-mini-transcribe')).segments).toHaveLength(1);
    expect(service.requests[0]?.fields.response_format).toBe('json');
    service.script(({ words }) => ({
      segments: heardSegments(words).map((one, index) => ({ ...one, speaker: index < 2 ? 'A' : 'B' })),
    }));
    const { segments } = await hear('gpt-4o-transcribe-diarize', { prompt: 'Names' });
    expect(segments.map(({ speaker }) => speaker)).toEqual(['A', 'A', 'B']);
    expect(service.requests[1]?.fields).toEqual({
      model: 'gpt-4o-transcribe-diarize',
      response_format: 'diarized_json',
      chunking_strategy: 'auto',
    });
  });

  test.each([
    [401, {}, 'speech_unauthorized', undefined],
    [403, {}, 'speech_unauthorized', undefined],
    [402, {}, 'speech_quota', undefined],
    [429, { code: 'insufficient_quota' }, 'speech_quota', undefined],
    [429, { retryAfterSeconds: 7 }, 'speech_rate_limited', { afterMs: 7000 }],
    [429, {}, 'speech_rate_limited', {}],
    [500, {}, 'speech_unavailable', {}],
    [529, { retryAfterSeconds: 2 }, 'speech_unavailable', { afterMs: 2000 }],
    [404, {}, 'speech_failed', undefined],
    [413, {}, 'speech_failed', undefined],
  ] as const)('status %i %o is %s', async (status, more, code, retry) => {
    service.script(() => ({ status, message: `bad key ${key}`, ...more }));
    const error = await failure(hear());
    expect(error.code).toBe(code);
    expect(error.retry).toEqual(retry);
    expect(JSON.stringify([error.message, error.stack, error.cause, error.params])).not.toContain(key);
    expect(service.requests).toHaveLength(1);
  });

  test.each([
    ['half an answer', { cut: true }, 'speech_unavailable'],
    ['no JSON', { raw: '{"text": "never clo' }, 'speech_failed'],
    ['another shape', { raw: '{"segments": [{"start": "soon"}]}' }, 'speech_failed'],
    ['nothing of use', { raw: '{"usage": {"seconds": 3}}' }, 'speech_failed'],
    ['a page', { raw: '<!doctype html><title>Sign in</title>', type: 'text/html' }, 'speech_failed'],
    ['a redirect', { status: 302 }, 'speech_unavailable'],
  ] as const)('%s is an error that may pass', async (_what, reply, code) => {
    service.script(() => reply);
    const error = await failure(hear());
    expect(error.code).toBe(code);
    if (!('status' in reply)) expect(error.retry).toEqual({});
  });

  test('may return silence', async () => {
    service.script(() => ({ segments: [] }));
    expect(await hear()).toEqual({ language: 'en', segments: [] });
    expect((await hear('gpt-4o-transcribe')).segments).toEqual([]);
  });

  test('that hangs is given up, and a cancelled request ends at once', async () => {
    service.script(() => ({ hang: true }));
    const slow = engine('whisper-1', 50).recognise(pieceOf(1), { language: null, prompt: '', signal: never });
    expect(await failure(slow)).toMatchObject({ code: 'speech_unavailable', retry: {} });
    const stop = new AbortController();
    const stopped = hear(undefined, { signal: stop.signal });
    // Recognised by its length, because the cancelled request may not have arrived.
    await expect.poll(() => service.requests.some(({ seconds }) => seconds === 3), { timeout: 20_000 }).toBe(true);
    stop.abort();
    expect((await failure(stopped)).code).toBe('cancelled');
  });

  test('that does not answer is `speech_unavailable`', async () => {
    const one = engine();
    await service.close();
    const error = await failure(one.recognise(pieceOf(1), { language: null, prompt: '', signal: never }));
    expect(error).toMatchObject({ code: 'speech_unavailable', retry: {} });
  });

  test('gets whole WAV pieces within its size limit', () => {
    for (const model of ['whisper-1', 'gpt-4o-transcribe', 'gpt-4o-transcribe-diarize', 'anything']) {
      const { maxPieceSeconds } = createRemoteEngine({ baseUrl: 'https://api.openai.com/v1', apiKey: null, model, parallel: 1 });
      expect(maxPieceSeconds * 32_000 + 44).toBeLessThan(25_000_000);
      expect(maxPieceSeconds).toBeGreaterThanOrEqual(60);
    }
    expect(presetFor('https://api.groq.com/openai/v1', 'whisper-large-v3').formats).toEqual(['verbose_json', 'json']);
  });

  test('may name languages or give tags', () => {
    expect(['english', 'Chinese', 'zh', 'pt_BR', 'burmese', 'klingon tongue', '', null].map(languageTag)).toEqual([
      'en',
      'zh',
      'zh',
      'pt-BR',
      'my',
      null,
      null,
      null,
    ]);
  });
});
