import { describe, expect, test } from 'vitest';
import { createScriptedLlm, type ScriptedRequest } from '../../../tests/fakes/scripted-llm.ts';
import type { Segment } from '../domain.ts';
import { estimateTokens } from '../llm/windows.ts';
import { answerAcross } from './answer-across.ts';
import { answerQuestion } from './answer-question.ts';

const contextTokens = 4_096;
const han = (length: number) => '麦'.repeat(length);

const recordingModel = () => createScriptedLlm(() => ({ text: '麦子入仓。 [L1]' }), { contextTokens });

const sizeOf = ({ instructions, prefix = '', prompt }: ScriptedRequest) =>
  [instructions, prefix, prompt].reduce((sum, text) => sum + estimateTokens(text), 0);

const clock = { now: () => 0, sleep: () => Promise.resolve() };
const rest = { clock, signal: new AbortController().signal, noteLanguage: 'zh' as const, onPartial: () => undefined };

const history = Array.from({ length: 8 }, (_, at) => ({
  role: at % 2 === 0 ? ('user' as const) : ('assistant' as const),
  text: `第${at}句${han(900)}`,
}));

/** Lines with speakers, some of them long. */
const talk = (count: number, length: number): Segment[] =>
  Array.from({ length: count }, (_, id) => ({
    ...{ id, startMs: id * 1000, endMs: id * 1000 + 900, text: han(length) },
    speaker: '一位名字很长的发言人',
  }));

describe('a request to a model that reads 4,096 tokens', () => {
  const lists = {
    chapters: Array.from({ length: 500 }, (_, at) => ({ startMs: at * 1000, title: `第${at}章${han(40)}` })),
    sections: Array.from({ length: 200 }, (_, at) => ({ segmentId: at, title: `第${at}节${han(40)}`, level: 1 })),
  };
  test.each([
    ['a long talk of short lines', talk(600, 12)],
    ['a long text of large paragraphs', talk(30, 3_000)],
    ['a text that is just read whole', talk(80, 20)],
  ])('leaves room for the answer with a long talk so far and many sections: %s', async (_, segments) => {
    const { llm, requests } = recordingModel();
    await answerQuestion({
      ...rest,
      llm,
      facts: { title: han(300), author: han(200), description: han(600), timed: true, ...lists },
      segments,
      question: '麦子放在哪里？',
      history,
      retrieve: async (budget) => {
        const ids = [0];
        for (let spent = 0; spent < budget && ids.length < segments.length; ids.push(ids.length))
          spent += estimateTokens(segments[ids.length]?.text ?? '');
        return ids;
      },
    });
    const [request] = requests;
    if (!request) throw new Error('nothing was asked');
    expect(sizeOf(request)).toBeLessThan(contextTokens * 0.85);
    expect(request.prefix).toMatch(/^L0 /m);
    expect(request.prompt).toContain('麦子放在哪里？');
  });

  test('has the latest turns and sections from the whole source', async () => {
    const { llm, requests } = recordingModel();
    const sections = lists.sections.map((section) => ({ ...section, title: `S${section.segmentId}` }));
    await answerQuestion({
      ...rest,
      llm,
      facts: { title: '谷仓', author: null, description: null, timed: false, chapters: [], sections },
      segments: talk(600, 12),
      question: '麦子放在哪里？',
      history: history.map(({ role, text }) => ({ role, text: text.slice(0, 203) })),
      retrieve: async () => [7],
    });
    const [request] = requests;
    expect(request?.prompt).toContain('第7句');
    expect(request?.prompt).not.toContain('第0句');
    const listed = [...(request?.prefix ?? '').matchAll(/: S(\d+)$/gm)].map(([, at]) => Number(at));
    expect(listed.length).toBeGreaterThan(20);
    expect(listed.at(-1)).toBeGreaterThan(180);
  });

  test('over many items drops the oldest turns too', async () => {
    const { llm, requests } = recordingModel();
    const items = [{ title: '谷仓', author: null, lines: talk(60, 20) }];
    await answerAcross({ ...rest, llm, items, question: '麦子放在哪里？', history });
    expect(requests.map(sizeOf).every((size) => size < contextTokens * 0.85)).toBe(true);
  });
});
