import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createRemoteEngine } from '#infra/speech/remote/remote-engine.ts';
import type { AppError } from '#lib/app-error.ts';
import { computeHere } from '../../../../tests/harness/compute-here.ts';
import { countingWords, makeVoice, type SpokenWord } from '../../../../tests/harness/files/make-voice.ts';
import { type FakeSpeech, heardSegments, sayWord, startFakeSpeech } from '../../../../tests/harness/models/fake-speech.ts';
import type { ProgressCode, Transcript } from '../../domain.ts';
import type { EnginePorts, SpeechEngine } from '../../ports.ts';
import { type AboutRecording, transcribeSpeech } from './transcribe-speech.ts';

let service: FakeSpeech;
let kept: Map<string, unknown>;
let stages: { code: ProgressCode; params?: Record<string, string | number> | undefined; percent: number }[];
let waits: number[];

beforeEach(async () => {
  service = await startFakeSpeech();
  kept = new Map();
  stages = [];
  waits = [];
});
afterEach(() => service.close());

type Setup = {
  wav: Buffer;
  maxPieceSeconds?: number;
  parallel?: number;
  about?: Partial<AboutRecording>;
  model?: string;
  stop?: AbortSignal;
};

function unused(): never {
  throw new Error('listening needs nothing else');
}

async function run({
  wav,
  maxPieceSeconds = 10,
  parallel = 2,
  about = {},
  model = 'whisper-1',
  stop,
}: Setup): Promise<Transcript> {
  const remote = createRemoteEngine({ baseUrl: service.url, apiKey: null, model, parallel, timeoutMs: 5000 });
  const engine: SpeechEngine = { ...remote, maxPieceSeconds };
  const pcm = wav.subarray(44);
  const ports: EnginePorts = {
    compute: computeHere,
    fetch: unused,
    media: {
      probe: unused,
      subtitles: unused,
      cover: unused,
      async *sound() {
        for (let at = 0; at < pcm.length; at += 50_000) yield pcm.subarray(at, at + 50_000);
      },
    },
    extractPage: unused,
    readDocument: unused,
    blobs: { put: unused, localPath: unused, delete: unused },
    checkpoints: {
      get: async (key) => kept.get(key),
      put: async (key, value) => void kept.set(key, JSON.parse(JSON.stringify(value))),
    },
    llm: null,
    clock: { now: () => 0, sleep: async (ms) => void waits.push(ms) },
    speech: { engineFor: async () => engine },
  };
  const progress = {
    stage: (_stage: string, percent: number, code: ProgressCode, params?: Record<string, string | number>) =>
      void stages.push({ code, params, percent }),
    partial: unused,
  };
  const facts = { title: 'The mill', author: null, language: null, durationMs: null, ...about };
  return await transcribeSpeech('/recording', facts, { ports, progress, signal: stop ?? new AbortController().signal });
}

function spoken(transcript: Transcript): string {
  return transcript.segments.map(({ text }) => text).join(' ');
}

function said(words: readonly SpokenWord[]): string {
  return words.map(({ word }) => sayWord(word)).join(' ');
}

async function failure(work: Promise<unknown>): Promise<AppError> {
  return await work.then(
    () => Promise.reject(new Error('did not fail')),
    (error: AppError) => error,
  );
}

describe('SUM-04 transcribing a recording', () => {
  test('returns every word once, in order, at its time, for any cuts', async () => {
    const words = countingWords(45);
    const transcript = await run({ wav: makeVoice(words, 46_000), about: { durationMs: 46_000, language: 'eng' } });
    expect(spoken(transcript)).toBe(said(words));
    expect(service.requests.length).toBeGreaterThan(4);
    for (const { word, startMs } of words) {
      const line = transcript.segments.find(({ text }) => text.startsWith(sayWord(word)));
      // A line begins with its first sentence, exact to the 10 ms of the fake recogniser.
      if (line) expect(Math.abs((line.startMs ?? 0) - startMs)).toBeLessThanOrEqual(10);
    }
    expect(transcript.timed).toBe(true);
    expect(transcript.language).toBe('en');
    expect(transcript.provenance).toMatchObject({ origin: 'speech', track: 'remote:whisper-1' });
    expect(stages.at(-1)).toMatchObject({ code: 'transcribing', params: { done: 46, total: 46 }, percent: 40 });
  });

  test('runs pieces in parallel up to the engine’s limit', async () => {
    const { promise: three, resolve } = Promise.withResolvers<void>();
    service.script(({ words }) => {
      if (service.mostAtOnce() === 3) resolve();
      return { segments: heardSegments(words), until: three, delayMs: 30 };
    });
    await run({ wav: makeVoice(countingWords(90), 90_000), parallel: 3 });
    expect(service.mostAtOnce()).toBe(3);
  });

  test('orders answers that arrive out of order', async () => {
    const words = countingWords(40);
    service.script((request, call) => ({ segments: heardSegments(request.words), delayMs: call % 2 === 1 ? 80 : 0 }));
    expect(spoken(await run({ wav: makeVoice(words, 40_000), parallel: 4 }))).toBe(said(words));
  });

  test('skips silence and counts sent sound instead of the header’s length', async () => {
    const words = [...countingWords(10), ...countingWords(10, { fromMs: 50_200, first: 10 })];
    const transcript = await run({ wav: makeVoice(words, 60_000), about: { durationMs: 1000 } });
    const sent = service.requests.reduce((sum, { seconds }) => sum + seconds, 0);
    expect(sent).toBeLessThan(40);
    expect(transcript.provenance.heardMs).toBeCloseTo(sent * 1000, -1);
    expect(spoken(transcript)).toBe(said(words));
  });

  test('returns words whole that a hard cut divides', async () => {
    // Tones without gaps, so that there is no pause to cut at.
    const words = Array.from({ length: 60 }, (_none, index) => ({ startMs: index * 500, endMs: index * 500 + 490, word: index }));
    const loud = makeVoice(words, 30_000);
    const names = (word: number) => `word${'abcdefghij'[Math.floor(word / 10)]}${'abcdefghij'[word % 10]}`;
    service.script((request) => ({ segments: heardSegments(request.words, names) }));
    const transcript = await run({ wav: loud, maxPieceSeconds: 10 });
    expect(spoken(transcript)).toBe(words.map(({ word }) => names(word)).join(' '));
  });

  test('resumes a stopped run without sending a piece twice', async () => {
    const words = countingWords(60);
    const wav = makeVoice(words, 60_000);
    const stop = new AbortController();
    service.script((request, call) => {
      if (call === 4) stop.abort();
      return call >= 4 ? { hang: true } : { segments: heardSegments(request.words) };
    });
    expect((await failure(run({ wav, stop: stop.signal, parallel: 1 }))).code).toBe('cancelled');
    const heardBefore = service.requests.slice(0, 3).map(({ sound }) => sound);
    expect(kept.size).toBe(3);
    service.script(({ words: heard }) => ({ segments: heardSegments(heard) }));
    expect(spoken(await run({ wav, parallel: 1 }))).toBe(said(words));
    const asked = service.requests.slice(4).map(({ sound }) => sound);
    expect(asked.filter((sound) => heardBefore.includes(sound))).toEqual([]);
    expect(new Set(asked).size).toBe(asked.length);
  });

  test('retries a temporary failure after the requested pause, three times at most', async () => {
    const words = countingWords(8);
    service.script((request, call) =>
      call === 1 ? { status: 429, retryAfterSeconds: 4 } : { segments: heardSegments(request.words) },
    );
    expect(spoken(await run({ wav: makeVoice(words, 8000) }))).toBe(said(words));
    expect(waits).toEqual([4000]);
    expect(stages.some(({ code, params }) => code === 'waiting_provider' && params?.seconds === 4)).toBe(true);
    kept.clear();
    service.requests.length = 0;
    service.script(() => ({ status: 503 }));
    expect(await failure(run({ wav: makeVoice(words, 8000) }))).toMatchObject({ code: 'speech_unavailable', retry: {} });
    expect(service.requests).toHaveLength(3);
  });

  test('throws a long pause; a refusal ends all pieces but keeps finished ones', async () => {
    service.script(() => ({ status: 429, retryAfterSeconds: 600 }));
    const wav = makeVoice(countingWords(80), 80_000);
    expect(await failure(run({ wav }))).toMatchObject({ code: 'speech_rate_limited', retry: { afterMs: 600_000 } });
    service.requests.length = 0;
    service.script((request, call) => (call === 2 ? { status: 401 } : { segments: heardSegments(request.words), delayMs: 40 }));
    expect((await failure(run({ wav, parallel: 3 }))).code).toBe('speech_unauthorized');
    expect(service.requests.length).toBeLessThanOrEqual(4);
    expect(kept.size).toBeGreaterThan(0);
  });

  test('spreads text without times over its piece', async () => {
    const words = countingWords(40);
    const transcript = await run({ wav: makeVoice(words, 40_000), model: 'gpt-4o-transcribe', maxPieceSeconds: 40, parallel: 1 });
    expect(spoken(transcript)).toBe(said(words));
    expect(transcript.segments.length).toBeGreaterThan(4);
    const last = transcript.segments.at(-1);
    expect(Math.abs((last?.endMs ?? 0) - 39_800)).toBeLessThan(1500);
    for (const [index, { startMs }] of transcript.segments.entries())
      expect(startMs).toBeGreaterThanOrEqual(transcript.segments[index - 1]?.startMs ?? 0);
  });

  test('keeps speakers of different pieces apart', async () => {
    service.script(({ words }) => ({
      segments: heardSegments(words).map((one, index) => ({ ...one, speaker: index === 0 ? 'A' : 'B' })),
    }));
    const transcript = await run({ wav: makeVoice(countingWords(18), 18_000), model: 'gpt-4o-transcribe-diarize' });
    expect(new Set(transcript.segments.map(({ speaker }) => speaker))).toEqual(new Set(['A (1)', 'B (1)', 'A (2)', 'B (2)']));
    // The speakers of a single piece need no number.
    const short = await run({ wav: makeVoice(countingWords(8), 8_000), model: 'gpt-4o-transcribe-diarize' });
    expect(new Set(short.segments.map(({ speaker }) => speaker))).toEqual(new Set(['A', 'B']));
  });

  test('drops hallucinations and reports a recording without words', async () => {
    const words = countingWords(6);
    service.script((request) => ({
      segments: [...heardSegments(request.words), { start: 8, end: 9.5, text: ' Thanks for watching!', no_speech_prob: 0.5 }],
    }));
    expect(spoken(await run({ wav: makeVoice(words, 10_000) }))).toBe(said(words));
    kept.clear();
    service.script(() => ({ segments: [{ start: 8, end: 9.5, text: '谢谢观看' }] }));
    expect((await failure(run({ wav: makeVoice(words, 10_000) }))).code).toBe('speech_no_words');
    expect((await failure(run({ wav: makeVoice([], 30_000) }))).code).toBe('speech_no_words');
  });

  test('passes the title on as expected words', async () => {
    await run({ wav: makeVoice(countingWords(4), 4000), about: { title: '山间的磨坊', author: 'Ana Ruiz' } });
    expect(service.requests[0]?.fields.prompt).toBe('山间的磨坊. Ana Ruiz');
  });
});
