import { expect, test } from 'vitest';
import { AppError } from '#lib/app-error.ts';
import { createFakeClock } from '../../../tests/fakes/fake-clock.ts';
import { createScriptedLlm } from '../../../tests/fakes/scripted-llm.ts';
import { estimateTokens } from '../llm/windows.ts';
import type { LanguageModelPort } from '../ports.ts';
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

test('CON-11 asks for no more than the context has room for, twice as carefully as it counts', async () => {
  const limitAt = async (contextTokens: number) =>
    (await answer('Of stone.', 'stop', { maxOutputTokens: 8_000, contextTokens })).limit;
  const { asked } = await answer('Of stone.', 'stop');
  const [request] = asked;
  const size = estimateTokens(`${request?.instructions}${request?.prefix}${request?.prompt}`);
  expect(await limitAt(2 * size + 2_500)).toBe(2_500);
  expect(await limitAt(2 * size + 2_499)).toBeUndefined();
  expect(await limitAt(2 * size + 8_001)).toBe(8_000);
});

test('CON-11 shows an answer every 150 ms, all of it while the model pauses, and as it is in the end', async () => {
  const facts = { title: null, author: null, description: null, timed: false, chapters: [] };
  const reader = createAnswerReader({ segments: [], facts, given: () => true });
  const clock = createFakeClock();
  const { signal } = new AbortController();
  const { llm } = createScriptedLlm(() => ({ text: '' }));
  async function* stream() {
    for (const [ms, text] of [
      [1, 'a'],
      [99, 'b'],
      [40, 'c'],
      [20, 'd'],
      [540, 'e'],
      [2, 'f'],
    ] as const) {
      await clock.sleep(ms, signal);
      yield { type: 'text' as const, text };
    }
    yield { type: 'finish' as const, reason: 'stop' as const, inputTokens: null, outputTokens: null };
  }
  const shown: [number, string][] = [];
  const onPartial = ({ markdown }: { markdown: string }) => void shown.push([clock.now(), markdown]);
  const asking = streamAnswer(
    { llm: { ...llm, stream }, clock, signal, onPartial },
    { language: 'en', prefix: '', prompt: 'a', reader },
  );
  for (let at = 0; at < 710; at++) await clock.advance(1);
  const expected = [
    [1, 'a'],
    [151, 'abc'],
    [301, 'abcd'],
    [700, 'abcde'],
    [702, 'abcdef'],
  ];
  expect(shown).toEqual(expected);
  expect(await asking).toMatchObject({ markdown: 'abcdef', outcome: 'done' });
});

test('CON-11 shows the longest of what failed attempts wrote', async () => {
  const facts = { title: null, author: null, description: null, timed: false, chapters: [] };
  const reader = createAnswerReader({ segments: [], facts, given: () => true });
  const attempts = ['a long beginning', 'short', 'a middle'];
  const { llm: scripted, calls } = createScriptedLlm((_, at) => ({ text: attempts[at] ?? '' }));
  const llm: LanguageModelPort = {
    ...scripted,
    async *stream(request) {
      yield* scripted.stream(request);
      throw new AppError('llm_unreachable', { retry: {} });
    },
  };
  const clock = { now: () => 0, sleep: async () => undefined };
  const shown: string[] = [];
  const onPartial = ({ markdown }: { markdown: string }) => void shown.push(markdown);
  const { signal } = new AbortController();
  const failed = streamAnswer({ llm, clock, signal, onPartial }, { language: 'en', prefix: '', prompt: 'a', reader });
  await expect(failed).rejects.toMatchObject({ code: 'llm_unreachable' });
  expect(calls).toHaveLength(3);
  expect(shown.at(-1)).toBe('a long beginning');
});

test('CON-11 an answer at its length is cut, and shows all of its words in the end', async () => {
  expect((await answer('The barn is [sic', 'length')).outcome).toMatchObject({ markdown: 'The barn is \\[sic', outcome: 'cut' });
  expect((await answer('The barn is [sic', 'stop')).outcome).toMatchObject({ outcome: 'done' });
});

test('CON-11 while an answer comes, what may become a reference is held back', async () => {
  const facts = { title: null, author: null, description: null, timed: false, chapters: [] };
  const reader = createAnswerReader({ segments: [], facts, given: () => true });
  const { llm } = createScriptedLlm(() => ({ text: 'ab [c' }), { chunk: 5 });
  const shown: string[] = [];
  const onPartial = ({ markdown }: { markdown: string }) => void shown.push(markdown);
  const clock = { now: () => 0, sleep: async () => undefined };
  const { signal } = new AbortController();
  await streamAnswer({ llm, clock, signal, onPartial }, { language: 'en', prefix: '', prompt: 'a', reader });
  expect(shown).toEqual(['ab', 'ab \\[c']);
});
