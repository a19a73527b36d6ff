import { expect, test } from 'vitest';
import type { LanguageModelPort } from '#engine/ports.ts';
import type { Services } from '#infra/services.ts';
import { AppError, type ErrorCode } from '#lib/app-error.ts';
import { tryModel } from './try-model.ts';

const { signal } = new AbortController();
const asked: unknown[] = [];

/** `answer`: how the provider reacts to a question; null where there is no model to ask. */
function models(answer: 'answers' | 'ends' | Error | null, listed: string[] | null, local = false): Pick<Services, 'ownModels'> {
  const stream = async function* (request: unknown) {
    asked.push(request);
    if (answer instanceof Error) throw answer;
    if (answer === 'ends') return;
    yield { type: 'text', text: 'OK' };
    throw new Error('read on');
  };
  const ownModels = {
    providers: [
      { id: 'asked', local },
      { id: 'other', local: !local },
    ],
    open: async (...all: unknown[]) => {
      asked.push(all);
      return answer === null ? null : ({ stream } as unknown as LanguageModelPort);
    },
    list: async (...all: unknown[]) => {
      asked.push(all);
      return listed;
    },
  };
  return { ownModels } as unknown as Pick<Services, 'ownModels'>;
}
const chosen = { provider: 'asked', model: 'm-1', keys: 'key' };
const tried = async (...[answer, listed, local]: Parameters<typeof models>) => {
  asked.length = 0;
  return (await tryModel(models(answer, listed, local), chosen, signal)).problem;
};

test('SUM-15 a key is tried with one small question, of which the first piece of an answer is read', async () => {
  asked.length = 0;
  expect(await tryModel(models('answers', ['m-1', 'm-2']), chosen, signal)).toEqual({ problem: null, models: ['m-1', 'm-2'] });
  expect(asked).toEqual([
    ['asked', 'm-1', 'key', { firstMs: 20_000, idleMs: 10_000, totalMs: 25_000 }],
    expect.objectContaining({ prompt: 'OK?', maxOutputTokens: 16, signal }),
    ['asked', 'key'],
  ]);
  expect(await tried('ends', ['m-2'])).toBeNull();
  expect(await tried(null, null)).toBe('failed');
});

test('SUM-15 a refusal is told as what it is, and an unclear one of a model that is not listed as that model', async () => {
  const problems: [code: ErrorCode, problem: string][] = [
    ['own_key_refused', 'key'],
    ['own_key_quota', 'quota'],
    ['own_model_unknown', 'model'],
    ['llm_rate_limited', 'limited'],
    ['llm_unreachable', 'unreachable'],
    ['llm_region_refused', 'region'],
    ['llm_timed_out', 'slow'],
    ['llm_unavailable', 'unavailable'],
    ['llm_bad_output', 'failed'],
  ];
  for (const [code, problem] of problems) {
    expect(await tried(new AppError(code), ['m-1']), code).toBe(problem);
    expect(await tried(new AppError(code), ['m-2']), code).toBe(problem === 'failed' ? 'model' : problem);
    expect(await tried(new AppError(code), null), code).toBe(problem);
  }
  const left = new AbortController();
  left.abort(new Error('left'));
  await expect(tryModel(models(new Error('broken off'), null), chosen, left.signal)).rejects.toBe(left.signal.reason);
});

test('SUM-15 a program on this machine is asked for its list alone', async () => {
  const problems = [await tried('answers', ['m-1'], true), await tried('answers', ['m-2'], true)];
  expect([...problems, await tried('answers', null, true)]).toEqual([null, 'model', 'unreachable']);
  expect(asked).toEqual([['asked', 'key']]);
});
