import { describe, expect, test } from 'vitest';
import { createScriptedLlm, type ScriptedRequest } from '../../../tests/fakes/scripted-llm.ts';
import type { Segment } from '../domain.ts';
import { estimateTokens } from '../llm/windows.ts';
import { answerAcross } from './answer-across.ts';
import { answerQuestion, languageOf } from './answer-question.ts';
import { latestTurns } from './earlier-turns.ts';
import { cutToFit, firstLines, roomBeside, withShorterLists } from './fit-to-context.ts';
import { renderTalk } from './prompts.ts';

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

describe('a question about a source', () => {
  const facts = { title: 'Barn', author: null, description: null, timed: true, chapters: [] };
  const lines = Array.from({ length: 40 }, (_, id) => ({
    id,
    startMs: id * 1000,
    endMs: id * 1000 + 900,
    text: `Line ${id} of rye.`,
  }));
  const ask = async (given: Partial<Parameters<typeof answerQuestion>[0]>, tokens = 32_000) => {
    const { llm, requests } = createScriptedLlm(() => ({ text: 'Rye. [L1] And [L7].' }), { contextTokens: tokens });
    const budgets: number[] = [];
    const input = { ...rest, llm, facts, segments: lines, question: 'What of the rye?', history: [] };
    const retrieve = async (budget: number) => {
      budgets.push(budget);
      return [7, 8];
    };
    const answered = await answerQuestion({ ...input, retrieve, ...given });
    return { answered, request: requests[0], budgets };
  };

  test('that fits is asked with all of its lines', async () => {
    const { answered, request, budgets } = await ask({});
    expect(budgets).toEqual([]);
    expect(request?.prefix?.match(/^L\d+ /gm)).toHaveLength(40);
    expect(request?.prompt).toContain('The lines above are the whole source.');
    expect(request?.instructions).toMatch(/^Write in English/);
    expect(answered.sources.map(({ first }) => first)).toEqual([1, 7]);
  });

  test('that does not fit is asked with what was looked up, and cites nothing else', async () => {
    const segments = lines.map((line) => ({ ...line, text: `${line.text} ${'barns '.repeat(300)}` }));
    const { answered, request, budgets } = await ask({ segments, question: '黑麦怎么样？' }, 16_000);
    expect(budgets[0]).toBe(6_400);
    expect(request?.prefix?.match(/^L\d+ /gm)).toEqual(['L7 ', 'L8 ']);
    expect(request?.prompt).toContain('excerpts that were looked up');
    expect(request?.instructions).toMatch(/^Write in 简体中文/);
    expect(answered.sources.map(({ first }) => first)).toEqual([7]);
  });

  test.each([
    ['黑麦', 'zh'],
    ['黑 rye barn', null],
    ['rye barn', 'en'],
    ['rye', null],
    ['r b', null],
    ['黑麦 rye barn mill', 'zh'],
    ['', null],
  ])('in %j is in the language %s', (text, language) => {
    expect(languageOf(text)).toBe(language);
  });

  test('has the latest eight turns at most, as far as there is room', () => {
    const turns = Array.from({ length: 10 }, (_, at) => ({ role: 'user' as const, text: `Turn ${at}` }));
    expect(latestTurns(turns, 10_000)).toEqual(turns.slice(2));
    const size = estimateTokens(renderTalk(turns.slice(7)));
    expect([latestTurns(turns, size), latestTurns(turns, size - 1)]).toEqual([turns.slice(7), turns.slice(8)]);
    expect([latestTurns(turns, 0), latestTurns([], 0)]).toEqual([[], []]);
  });

  test('leaves of a request what the instructions and the task do not need', () => {
    const words = 'barns '.repeat(100);
    expect(roomBeside(words, 'en', 10_000) - roomBeside(words.repeat(2), 'en', 10_000)).toBe(110);
    expect(roomBeside('', 'en', 20_000) - roomBeside('', 'en', 10_000)).toBe(8_000);
  });

  test('drops every second chapter until the facts fit, then all', () => {
    const chapters = Array.from({ length: 9 }, (_, at) => ({ startMs: at, title: `C${at}` }));
    const sections = Array.from({ length: 5 }, (_, at) => ({ segmentId: at, title: `S${at}` }));
    const kept = (tokens: number) => {
      const { chapters: some, sections: others = [] } = withShorterLists({ ...facts, chapters, sections }, tokens);
      return [...some, ...others].map(({ title }) => title).join(' ');
    };
    expect(kept(10_000)).toBe('C0 C1 C2 C3 C4 C5 C6 C7 C8 S0 S1 S2 S3 S4');
    const seen = new Set(Array.from({ length: 140 }, (_, tokens) => kept(tokens)));
    expect([...seen].sort((a, b) => b.length - a.length)).toEqual([
      'C0 C1 C2 C3 C4 C5 C6 C7 C8 S0 S1 S2 S3 S4',
      'C0 C2 C4 C6 C8 S0 S2 S4',
      'C0 C4 C8 S0 S4',
      'C0 C8 S0',
      '',
    ]);
  });

  test('has the first lines that fit, the very first cut if it must be', () => {
    const cost = (some: readonly Segment[]) => some.length * 10;
    expect(firstLines(lines, 400, cost)).toHaveLength(40);
    expect(firstLines(lines, 399, cost)).toHaveLength(36);
    expect(firstLines(lines, 0, cost)).toEqual(lines.slice(0, 1).map((line) => cutToFit(line, 0)));
    const [line] = lines;
    const long = { ...(line as Segment), text: han(100) };
    expect(cutToFit(long, 78)).toBe(long);
    expect(cutToFit(long, 77).text).toBe(han(90));
    expect(cutToFit(long, 0).text.length).toBeLessThanOrEqual(20);
    expect(cutToFit({ ...long, text: han(20) }, 0).text).toBe(han(20));
    expect(cutToFit({ ...long, text: han(21) }, 0).text).toBe(han(18));
  });
});
