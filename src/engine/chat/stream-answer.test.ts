import { expect, test } from 'vitest';
import { createScriptedLlm } from '../../../tests/fakes/scripted-llm.ts';
import { createAnswerReader } from './read-answer.ts';
import { streamAnswer } from './stream-answer.ts';

async function answer(text: string, finish: 'stop' | 'length', given: { contextTokens?: number; maxOutputTokens?: number } = {}) {
  const { llm, requests: asked } = createScriptedLlm(() => ({ text, finish }), { chunk: 500, ...given });
  const facts = { title: 'Barn', author: null, description: null, timed: true, chapters: [] };
  const reader = createAnswerReader({ segments: [], facts, given: () => true });
  const clock = { now: () => 0, sleep: async () => undefined };
  const { signal } = new AbortController();
  const request = { language: 'en' as const, prefix: 'The source. '.repeat(500), prompt: 'What of the barn?', reader };
  const outcome = await streamAnswer({ llm, clock, signal, onPartial: () => undefined }, request).catch(
    (error: unknown) => error,
  );
  return { outcome, asked, limit: asked[0]?.maxOutputTokens };
}

test('CON-11 asks for room to reason, as far as the model has it', async () => {
  expect((await answer('Of stone.', 'stop', { maxOutputTokens: 128_000 })).limit).toBeGreaterThanOrEqual(16_000);
  expect((await answer('Of stone.', 'stop', { maxOutputTokens: 8_000 })).limit).toBe(8_000);
  const { limit = 0 } = await answer('Of stone.', 'stop', { maxOutputTokens: 8_000, contextTokens: 9_000 });
  expect([limit > 2_500, limit < 8_000]).toEqual([true, true]);
  expect((await answer('Of stone.', 'stop', { maxOutputTokens: 8_000, contextTokens: 5_000 })).limit).toBeUndefined();
  expect((await answer('Of stone.', 'stop')).limit).toBeUndefined();
});

test('CON-11 does not pay again for reasoning that used up the length', async () => {
  const cut = await answer('<think>plan', 'length');
  expect(cut.outcome).toMatchObject({ code: 'llm_bad_output', retry: undefined });
  expect(cut.asked).toHaveLength(1);
  expect((await answer('<think>plan</think>', 'stop')).asked).toHaveLength(3);
});

test('CON-11 cuts an answer at its length, not counting reasoning', async () => {
  const plan = `<think>${'plan '.repeat(10_000)}</think>`;
  expect((await answer(`${plan}The barn is of stone.`, 'stop')).outcome).toMatchObject({
    markdown: 'The barn is of stone.',
    outcome: 'done',
  });
  expect((await answer(plan + 'The barn is of stone. '.repeat(2_000), 'stop')).outcome).toMatchObject({ outcome: 'cut' });
});
