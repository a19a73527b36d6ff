import { expect, test } from 'vitest';
import { AppError } from '#lib/app-error.ts';
import { createScriptedLlm } from '../../../tests/fakes/scripted-llm.ts';
import { ask } from './ask-with-retries.ts';

type Step = { text: string; finish?: 'stop' | 'length' } | { error: unknown };

/** Asks a model that takes these steps, the last one again and again; with what was waited for and read. */
async function asked(steps: readonly Step[], stopAt?: number) {
  const { llm, requests } = createScriptedLlm((_call, at) => steps[Math.min(at, steps.length - 1)] ?? { text: '' });
  const stop = new AbortController();
  const waits: number[] = [];
  const told: number[] = [];
  const readers: string[] = [];
  const clock = {
    now: () => 0,
    sleep: async (ms: number) => {
      waits.push(ms);
      if (waits.length === stopAt) stop.abort(new AppError('cancelled'));
    },
  };
  const options = { llm, clock, signal: stop.signal, instructions: 'i', prefix: 'p', prompt: 'q', maxOutputTokens: 9 };
  const answer = await ask({ ...options, onWait: (seconds) => void told.push(seconds) }, () => {
    readers.push('');
    return {
      push: (text) => {
        readers[readers.length - 1] += text;
      },
      finish: (reason) => `${reason} ${readers.at(-1)}`,
    };
  }).catch((error: unknown) => error);
  return { answer, requests, waits, told, readers };
}

const again = (afterMs?: number) => ({
  error: new AppError('llm_unavailable', { retry: afterMs === undefined ? {} : { afterMs } }),
});

test('SUM-08 an answer is read in its pieces, and says how it ended', async () => {
  const { answer, requests, waits } = await asked([{ text: 'twenty words and more in pieces', finish: 'length' }]);
  expect(answer).toEqual({ value: 'length twenty words and more in pieces', finish: 'length' });
  expect(requests).toMatchObject([{ instructions: 'i', prefix: 'p', prompt: 'q', maxOutputTokens: 9 }]);
  expect(waits).toEqual([]);
});

test('SUM-08 a failure that may pass is tried three times, after pauses that double, each with a new reader', async () => {
  const { answer, requests, waits, told, readers } = await asked([again()]);
  expect(answer).toMatchObject({ code: 'llm_unavailable' });
  expect([requests.length, readers.length]).toEqual([3, 3]);
  for (const [at, [least, most]] of [
    [750, 1250],
    [1500, 2500],
  ].entries()) {
    expect(waits[at]).toBeGreaterThanOrEqual(least ?? 0);
    expect(waits[at]).toBeLessThanOrEqual(most ?? 0);
  }
  expect(told).toEqual(waits.map((ms) => Math.ceil(ms / 1000)));
  const { answer: late } = await asked([again(), again(), { text: 'done' }]);
  expect(late).toMatchObject({ value: 'stop done' });
});

test('SUM-08 a provider’s own pause is kept up to a minute', async () => {
  const kept = await asked([again(60_000), { text: 'done' }]);
  expect([kept.waits, kept.told, kept.requests.length]).toEqual([[60_000], [60], 2]);
  const longer = await asked([again(60_001), { text: 'done' }]);
  expect([longer.waits, longer.requests.length]).toEqual([[], 1]);
  expect(longer.answer).toMatchObject({ code: 'llm_unavailable' });
});

test('SUM-08 what cannot pass is not tried again', async () => {
  const refused = await asked([{ error: new AppError('llm_refused') }]);
  expect([refused.requests.length, refused.answer]).toMatchObject([1, { code: 'llm_refused' }]);
  const unknown = await asked([{ error: new TypeError('x') }]);
  expect([unknown.requests.length, unknown.answer]).toMatchObject([1, { code: 'internal' }]);
});

test('SUM-08 an empty answer is asked for again, unless it used up its length', async () => {
  const empty = await asked([{ text: '' }]);
  expect([empty.requests.length, empty.answer]).toMatchObject([3, { code: 'llm_bad_output', retry: {} }]);
  const used = await asked([{ text: '', finish: 'length' }]);
  expect([used.requests.length, used.answer]).toMatchObject([1, { code: 'llm_bad_output', retry: undefined }]);
});

test('SUM-08 a call that is cancelled ends as that', async () => {
  const { answer, requests } = await asked([again(5)], 1);
  expect(answer).toMatchObject({ code: 'cancelled' });
  expect(requests).toHaveLength(1);
});
