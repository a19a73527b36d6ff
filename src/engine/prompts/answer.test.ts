import { describe, expect, test } from 'vitest';
import { AppError } from '#lib/app-error.ts';
import { createScriptedLlm } from '../../../tests/fakes/scripted-llm.ts';
import type { Extracted, Segment } from '../domain.ts';
import { answerRequest } from './answer.ts';

type Round = { text: string; reason?: 'stop' | 'length'; error?: Error };

const segments: Segment[] = [{ id: 0, startMs: 0, endMs: 9000, text: 'The barn was built in 1912 by Ada Quill.' }];
const extracted = { title: 'Barn', author: null, description: null, segments, chapters: [] } as unknown as Extracted;

/** Asks a model that answers its calls as the script says. */
async function answer(script: (call: number) => Round, signal = new AbortController().signal) {
  const drafts: string[] = [];
  const { llm, calls } = createScriptedLlm(
    (_call, index) => {
      const { text, reason = 'stop', error } = script(index + 1);
      return error ? { error } : { text, finish: reason };
    },
    { contextTokens: 32_000, chunk: Number.POSITIVE_INFINITY },
  );
  const given = await answerRequest({
    extracted,
    segments,
    language: 'en',
    request: 'What of the barn?',
    llm,
    clock: { now: () => 0, sleep: async () => undefined },
    signal,
    parts: {},
    onPart: async () => undefined,
    onParts: () => undefined,
    onDraft: (show) => void drafts.push(show()),
  });
  return { ...given, drafts, calls: calls.length };
}

describe('an answer in several rounds', () => {
  test('has the reasoning of none, and keeps words about tags', async () => {
    const rounds: Round[] = [
      { text: '<think>plan</think>The tag <think> stands before all that a model ', reason: 'length' },
      { text: '<think>another plan</think>thinks. [L0]' },
    ];
    const { markdown, drafts } = await answer((call) => rounds[call - 1] ?? { text: '' });
    expect(markdown).toBe('The tag \\<think> stands before all that a model thinks. [00:00](#t=0)\n');
    expect(drafts.join()).not.toContain('plan');
  });

  test('is whole behind reasoning that is longer than an answer may be', async () => {
    const plan = `<think>${'plan '.repeat(20_000)}</think>`;
    const { markdown } = await answer(() => ({ text: `${plan}The barn was built in 1912. [L0]` }));
    expect(markdown).toBe('The barn was built in 1912. [00:00](#t=0)\n');
  });

  const first: Round = { text: 'The barn was built in 1912. [L0]', reason: 'length' };

  test.each([
    ['llm_too_long', undefined, 2],
    ['llm_timed_out', {}, 4],
    ['llm_cost_limit', undefined, 2],
  ] as const)('keeps the first when %s stops the second', async (code, retry, calls) => {
    const error = new AppError(code, retry ? { retry } : {});
    const given = await answer((call) => (call === 1 ? first : { text: '', error }));
    expect(given.markdown).toBe('The barn was built in 1912. [00:00](#t=0)\n');
    expect(given.checks.cut).toBe(true);
    expect(given.calls).toBe(calls);
    await expect(answer(() => ({ text: '', error }))).rejects.toMatchObject({ code });
  });

  test('is not asked for again when reasoning used up the length', async () => {
    const refusal = (reason: 'stop' | 'length') =>
      answer(() => ({ text: '<think>plan', reason })).catch((error: unknown) => error);
    expect(await refusal('length')).toMatchObject({ code: 'llm_bad_output', retry: undefined });
    expect(await refusal('stop')).toMatchObject({ code: 'llm_bad_output', retry: {} });
  });

  test('hides no fault of this program', async () => {
    await expect(answer((call) => (call === 1 ? first : { text: '', error: new TypeError('no') }))).rejects.toMatchObject({
      code: 'internal',
    });
  });

  test('keeps nothing when it is cancelled', async () => {
    const stop = new AbortController();
    const asked = answer((call) => {
      if (call > 1) stop.abort(new AppError('cancelled'));
      return call === 1 ? first : { text: '', error: new AppError('llm_timed_out', { retry: {} }) };
    }, stop.signal);
    await expect(asked).rejects.toMatchObject({ code: 'cancelled' });
  });
});
