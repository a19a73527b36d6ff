import { describe, expect, test } from 'vitest';
import type { Extracted, Segment } from '../domain.ts';
import type { LanguageModelPort } from '../ports.ts';
import { answerRequest } from './answer.ts';

type Part = ReturnType<LanguageModelPort['stream']> extends AsyncIterable<infer One> ? One : never;
type Round = { text: string; reason?: 'stop' | 'length' };

const segments: Segment[] = [{ id: 0, startMs: 0, endMs: 9000, text: 'The barn was built in 1912 by Ada Quill.' }];
const extracted = { title: 'Barn', author: null, description: null, segments, chapters: [] } as unknown as Extracted;

/** Asks a model that answers its calls as the script says. */
async function answer(script: (call: number) => Round) {
  const drafts: string[] = [];
  let calls = 0;
  const llm: LanguageModelPort = {
    id: 'scripted',
    contextTokens: 32_000,
    async *stream(): AsyncGenerator<Part> {
      calls++;
      const { text, reason = 'stop' } = script(calls);
      yield { type: 'text', text };
      yield { type: 'finish', reason, inputTokens: 1, outputTokens: 1 };
    },
  };
  const given = await answerRequest({
    extracted,
    segments,
    language: 'en',
    request: 'What of the barn?',
    llm,
    clock: { now: () => 0, sleep: async () => undefined },
    signal: new AbortController().signal,
    parts: {},
    onPart: async () => undefined,
    onParts: () => undefined,
    onDraft: (show) => void drafts.push(show()),
  });
  return { ...given, drafts, calls };
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
});
