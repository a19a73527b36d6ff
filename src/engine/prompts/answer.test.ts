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

describe('an answer about a source that does not fit', () => {
  /** Sixty lines of a hundred tokens each, which a small model reads in two parts. */
  const long: Segment[] = Array.from({ length: 60 }, (_, id) => ({
    ...{ id, startMs: id * 1000, endMs: id * 1000 + 900, page: id + 1 },
    text: Array.from({ length: 88 }, () => 'barns').join(' '),
  }));
  type Reply = { text: string; finish?: 'stop' | 'length' };

  async function ask(reply: (prompt: string, part: number | null) => Reply, parts: Record<string, string> = {}) {
    const { llm, requests } = createScriptedLlm(
      ({ prompt }) => {
        const part = /this is part (\d) of 2 /.exec(prompt)?.[1];
        return reply(prompt, part === undefined ? null : Number(part));
      },
      { contextTokens: 8_000, chunk: 100_000 },
    );
    const told: string[] = [];
    const answered = await answerRequest({
      ...{
        extracted,
        segments: long,
        language: 'en',
        request: 'What of the barns?',
        llm,
        parts,
      },
      clock: { now: () => 0, sleep: async () => undefined },
      signal: new AbortController().signal,
      onPart: async (index, finding, total) => void told.push(`part ${index} of ${total}: ${finding}`),
      onParts: (done, total) => void told.push(`${done} of ${total}`),
      onDraft: () => undefined,
    }).catch((error: unknown) => error);
    return { answered, requests, told };
  }
  const lines = (prefix = '') => [...prefix.matchAll(/^L(\d+) /gm)].map(([, id]) => Number(id));

  test('reads its parts, with two lines before each, and answers from what it found', async () => {
    const { answered, requests, told } = await ask((_prompt, part) => ({
      text: part === null ? 'Barns. [L3, L59]' : `<think>x</think> Found ${part} [L${part}] `,
    }));
    const of = (part: number) => requests.find(({ prompt }) => prompt.includes(`this is part ${part} of 2 `));
    const [first, second, join] = [of(1), of(2), requests.at(-1)];
    expect(lines(first?.prefix)).toEqual(long.slice(0, 30).map(({ id }) => id));
    expect(lines(second?.prefix)).toEqual(long.slice(30).map(({ id }) => id));
    expect([first, second].map((request) => request?.prefix?.match(/^\(before\)/gm)?.length ?? 0)).toEqual([0, 2]);
    expect(first?.prompt).toContain('What of the barns?');
    expect(join?.prefix).toBeUndefined();
    expect(join?.prompt).toMatch(/^Title: Barn\n/);
    expect(join?.prompt).toContain('\nPart 1 of 2:\nFound 1 [L1]\n\nPart 2 of 2:\nFound 2 [L2]\n');
    expect(told.filter((line) => line.startsWith('part')).sort((a, b) => a.localeCompare(b))).toEqual([
      'part 0 of 2: Found 1 [L1]',
      'part 1 of 2: Found 2 [L2]',
    ]);
    expect(told.filter((line) => !line.startsWith('part'))).toEqual(['0 of 2', '1 of 2', '2 of 2']);
    expect(answered).toMatchObject({
      markdown: 'Barns. [p.4](#p3) [p.60](#p59)\n',
      checks: { windows: 2, cut: false, cited: 1 },
      sources: [3, 59].map((id) => ({ segmentId: id, startMs: id * 1000, page: id + 1, text: long[id]?.text.slice(0, 300) })),
      ...{ model: 'scripted', usage: null },
    });
  });

  test('does not read again what an earlier attempt found', async () => {
    const { requests, told } = await ask(() => ({ text: 'Barns. [L3]' }), { '0': 'kept finding' });
    expect(requests).toHaveLength(2);
    expect(told).toEqual(['1 of 2', 'part 1 of 2: Barns. [L3]', '2 of 2']);
    expect(requests[1]?.prompt).toContain('Part 1 of 2:\nkept finding\n');
  });

  test('is refused when a part says nothing, asked again unless its length was used up', async () => {
    const empty = await ask((_prompt, part) => ({ text: part === 2 ? '<think>x</think>' : 'Found.' }));
    expect(empty.answered).toMatchObject({ code: 'llm_bad_output', retry: {} });
    expect(empty.requests.filter(({ prompt }) => prompt.includes('part 2 of 2'))).toHaveLength(3);
    const used = await ask((_prompt, part) => (part === 2 ? { text: '<think>x', finish: 'length' } : { text: 'Found.' }));
    expect(used.answered).toMatchObject({ code: 'llm_bad_output', retry: undefined });
    expect(used.requests.filter(({ prompt }) => prompt.includes('part 2 of 2'))).toHaveLength(1);
  });

  test('has an equal share of each long finding, cut at the end of a line', async () => {
    // Each line has 53 tokens, and 8,000 tokens leave 1,796 for each of two findings.
    const finding = Array.from({ length: 60 }, (_, at) => `${at} ${'barns '.repeat(44).trim()}`).join('\n');
    const { requests } = await ask((_prompt, part) => ({ text: part === null ? 'Barns.' : finding }));
    const [one = '', other = ''] = (requests.at(-1)?.prompt ?? '').split('Part 2 of 2:');
    for (const shown of [one, other]) {
      const kept = shown.match(/^\d+ barns(?: barns){43}$/gm)?.length ?? 0;
      expect(kept).toBeGreaterThan(30);
      expect(kept).toBeLessThan(36);
    }
  });
});

test('an answer names no more than two hundred sources, and goes on at its length four times', async () => {
  const many: Segment[] = Array.from({ length: 250 }, (_, id) => ({ id, startMs: null, endMs: null, text: 'x' }));
  const { llm, requests } = createScriptedLlm((_call, at) => ({
    text: `Round ${at} of a long answer. [L${at}]\n`,
    finish: 'length',
  }));
  const options = {
    ...{ extracted, segments: many, language: 'en' as const, request: 'All?', parts: {} },
    clock: { now: () => 0, sleep: async () => undefined },
    signal: new AbortController().signal,
    onPart: async () => undefined,
    onParts: () => undefined,
    onDraft: () => undefined,
  };
  const { checks, markdown } = await answerRequest({ ...options, llm });
  expect(requests).toHaveLength(4);
  expect(requests.map(({ prompt }) => prompt.includes('This much is written already'))).toEqual([false, true, true, true]);
  expect(requests[3]?.prompt).toContain('Round 0 of a long answer. [L0]\nRound 1 of a long answer. [L1]\n');
  expect(checks).toMatchObject({ cut: true, windows: 1, cited: 4 });
  expect(markdown.match(/Round/g)).toHaveLength(4);
  const all = createScriptedLlm(() => ({ text: Array.from({ length: 250 }, (_, id) => `Line. [L${id}]`).join('\n') })).llm;
  const cited = await answerRequest({ ...options, llm: all });
  expect(cited.sources).toHaveLength(200);
  expect(cited.sources[199]).toEqual({ segmentId: 199, startMs: null, text: 'x' });
  // A round that adds next to nothing is the last.
  const short = createScriptedLlm((_call, at) => ({
    text: at === 0 ? 'A first round of words.' : 'x'.repeat(20),
    finish: 'length',
  }));
  await answerRequest({ ...options, llm: short.llm });
  expect(short.requests).toHaveLength(2);
});
