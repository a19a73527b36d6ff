/** At the cost limit, what is written stays; the rest is made without the model, and the note says so. */
import { describe, expect, test } from 'vitest';
import { createScriptedLlm, goodAnswer } from '../../../../tests/fakes/scripted-llm.ts';
import { computeHere } from '../../../../tests/harness/compute-here.ts';
import type { Outline, Segment } from '../../domain.ts';
import { meterModel } from '../../llm/usage-meter.ts';
import type { Checkpoints, LanguageModelPort } from '../../ports.ts';
import { renderNote } from '../render-note.ts';
import { summariseWithModel } from './summarise-with-model.ts';

const subjects = ['oak', 'birch', 'river', 'harvest', 'winter', 'market', 'bridge', 'school'];

/** A talk that changes its subject every twenty minutes. */
function talk(lines: number): Segment[] {
  return Array.from({ length: lines }, (_, id) => {
    const subject = subjects[Math.floor(id / 120) % subjects.length];
    return {
      id,
      startMs: id * 10_000,
      endMs: id * 10_000 + 9_500,
      text: `In year ${1700 + id} the council measured the ${subject} near village ${id} and found that the ${subject} had changed more than anybody had expected before.`,
    };
  });
}

function memory(): Checkpoints & { values: Map<string, unknown> } {
  const values = new Map<string, unknown>();
  return { values, get: async (key) => values.get(key) ?? null, put: async (key, value) => void values.set(key, value) };
}

function run(llm: LanguageModelPort, segments: Segment[], checkpoints: Checkpoints = memory()): Promise<Outline> {
  return summariseWithModel({
    facts: { title: 'A talk', author: null, description: null, timed: true, chapters: [] },
    segments,
    noteLanguage: 'en',
    detail: 'standard',
    llm,
    ports: { compute: computeHere, checkpoints, clock: { now: () => 0, sleep: async () => undefined } },
    progress: { stage() {}, partial() {} },
    signal: new AbortController().signal,
    onPartial: () => undefined,
  });
}

/** Only input costs, as the answers in these tests are much shorter than real ones. */
const price = { input: 1, cachedInput: null, cacheWrite: null, output: 0 };

function limited(limitUsd: number | null, answer: Parameters<typeof createScriptedLlm>[0] = goodAnswer) {
  const { llm, calls } = createScriptedLlm(answer, { contextTokens: 24_000, chunk: 400 });
  return { llm: meterModel({ ...llm, price }, { limitUsd }), calls };
}

/** The outline is complete, in order and cites only segments that exist. */
function expectWhole(outline: Outline, segments: readonly Segment[]): void {
  expect(outline.chapters.flatMap(({ segmentIds }) => segmentIds)).toEqual(segments.map(({ id }) => id));
  for (const { points } of outline.chapters)
    for (const { segmentIds } of points) for (const id of segmentIds) expect(segments[id]).toBeDefined();
  expect(outline.abstract.map(({ text }) => text).join('').length).toBeGreaterThan(5);
  expect(outline.tags.length).toBeGreaterThan(0);
}

describe('SUM-08 a note at its cost limit', () => {
  test('keeps written windows, makes the rest extractive, and says so', async () => {
    const segments = talk(1800);
    const free = limited(null);
    await run(free.llm, segments);
    const whole = free.llm.used().costUsd ?? 0;
    const { llm, calls } = limited(whole / 2);
    const outline = await run(llm, segments);
    expect(llm.used().costUsd).toBeLessThanOrEqual(whole / 2);
    expect(calls.length).toBeLessThan(free.calls.length);
    expectWhole(outline, segments);
    expect(outline).toMatchObject({ method: 'model', model: 'scripted', costLimited: true });
    const kinds = outline.chapters.map(({ extractive }) => extractive === true);
    expect(new Set(kinds)).toEqual(new Set([true, false]));
    for (const { extractive, points } of outline.chapters)
      if (extractive) for (const { unverified } of points) expect(unverified).toBeUndefined();
    const markdown = renderNote(outline, segments);
    const runs = kinds.filter((kind, index) => kind && !kinds[index - 1]).length;
    expect(markdown.match(/made of sentences from the source, not written by a model/g)).toHaveLength(runs);
    expect(outline.writing?.usage).toMatchObject({ calls: calls.length });
  });

  test('is extractive and labelled without any budget, and sends no request', async () => {
    for (const lines of [40, 1800]) {
      const segments = talk(lines);
      const { llm, calls } = limited(0.000001);
      const outline = await run(llm, segments);
      expect(calls).toHaveLength(0);
      expectWhole(outline, segments);
      expect(outline).toMatchObject({ method: 'extractive', model: null, costLimited: true });
    }
  });

  test('continues with extractive parts where a continuation would cost too much', async () => {
    const segments = talk(200);
    const cutAnswer = () => ({
      text: '> Brief.\n\n## One [L0]\n- The oak had changed. [L2]\n\n## Two [L60]\n- Cut in the mid',
      finish: 'length' as const,
    });
    const once = limited(null, cutAnswer);
    await run(once.llm, segments).catch(() => undefined);
    const first = (once.llm.used().costUsd ?? 0) / once.calls.length;
    const { llm, calls } = limited(first * 1.6, cutAnswer);
    const outline = await run(llm, segments);
    expect(calls).toHaveLength(1);
    expectWhole(outline, segments);
    expect(outline.chapters[0]).toMatchObject({ title: 'One' });
    expect(outline.chapters[0]?.extractive).toBeUndefined();
    expect(outline.chapters[1]).toMatchObject({ extractive: true });
    expect(outline.chapters[1]?.segmentIds[0]).toBe(60);
    expect(outline.abstract[0]?.text).toBe('Brief.');
  });

  test('keeps an answer in the wrong language when a retry would cost too much', async () => {
    const segments = talk(30);
    const answer = () => ({
      text: `## 橡树与河流的变化记录 [L0]\n- ${'议会测量了橡树并发现它的变化超出预期。'.repeat(3)} [L1]\n`,
    });
    const once = limited(null, answer);
    await run(once.llm, segments);
    expect(once.calls.length).toBeGreaterThan(1);
    const { llm, calls } = limited(((once.llm.used().costUsd ?? 0) / once.calls.length) * 1.5, answer);
    const outline = await run(llm, segments);
    expect(calls).toHaveLength(1);
    expect(outline.chapters[0]?.title).toContain('橡树');
    expect(outline.costLimited).toBeUndefined();
  });

  test('stores no extractive window, so that a larger budget writes it', async () => {
    const segments = talk(1800);
    const free = limited(null);
    const expected = await run(free.llm, segments);
    const checkpoints = memory();
    await run(limited((free.llm.used().costUsd ?? 0) / 2).llm, segments, checkpoints);
    const again = limited(null);
    const outline = await run(again.llm, segments, checkpoints);
    expect(outline.chapters).toEqual(expected.chapters);
    expect(outline.costLimited).toBeUndefined();
    expect(again.calls.length).toBeLessThan(free.calls.length);
  });
});
