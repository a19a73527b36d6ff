import { describe, expect, test } from 'vitest';
import { createScriptedLlm } from '../../../tests/fakes/scripted-llm.ts';
import type { Segment } from '../domain.ts';
import { estimateTokens } from '../llm/windows.ts';
import { type AcrossItem, answerAcross, linkTo, withinBudget } from './answer-across.ts';

const line = (id: number, text: string): Segment => ({ id, startMs: id * 1000, endMs: id * 1000 + 900, text });
const item = (lines: Segment[]): AcrossItem => ({ title: 'Talk', author: null, lines });
const idsOf = (items: readonly AcrossItem[]) => items.map(({ lines }) => lines.map(({ id }) => id));
const han = (length: number) => '麦'.repeat(length);

describe('what a model reads of many items', () => {
  test('a small model reads the best of 24 items, each with one line of 100 characters', () => {
    const items = Array.from({ length: 24 }, () => item([line(0, han(100))]));
    const ranked = items.map((_, at) => ({ item: 24 - at, first: 0, last: 0 }));
    const given = idsOf(withinBudget(items, ranked, 4_096));
    const read = given.filter((ids) => ids.length > 0).length;
    expect(read).toBeGreaterThan(15);
    // The items with the best passages, which are the last ones here.
    expect(given.slice(24 - read).every((ids) => ids.length === 1)).toBe(true);
    expect(read * 78).toBeLessThan(4_096 * 0.4);
  });

  test('a later paragraph of one item has the room that the other items do not need', () => {
    const long = item([line(0, han(300)), line(9, han(300)), line(20, han(300))]);
    const items = [item([line(3, 'Short.')]), long, item([line(5, 'Short.')])];
    const ranked = [
      { item: 2, first: 20, last: 20 },
      { item: 2, first: 0, last: 9 },
      { item: 1, first: 3, last: 3 },
    ];
    expect(idsOf(withinBudget(items, [...ranked, { item: 3, first: 5, last: 5 }], 4_096))).toEqual([[3], [0, 9, 20], [5]]);
    // With little room the best passage stays, and smaller ones that still fit are added.
    expect(idsOf(withinBudget(items, ranked, 1_000))).toEqual([[3], [20], []]);
  });

  test('a best line that is too long alone is cut', () => {
    const [given] = withinBudget([item([line(0, han(4_000)), line(1, han(50))])], [{ item: 1, first: 0, last: 1 }], 4_096);
    const [only, ...more] = given?.lines ?? [];
    expect(more).toEqual([]);
    expect(estimateTokens(only?.text ?? '')).toBeGreaterThan(1_000);
    expect(estimateTokens(only?.text ?? '')).toBeLessThan(4_096 * 0.4);
  });
});

describe('an answer from many items', () => {
  const items: AcrossItem[] = [
    {
      ...{ title: 'Barn', author: 'Ada' },
      lines: [line(3, 'The barn held rye.'), { ...line(4, 'It had two doors.'), speaker: 'Bo' }, line(9, 'It burned in 1912.')],
    },
    { title: 'Mill', author: null, lines: [] },
    { title: 'River', author: null, lines: [{ id: 0, startMs: null, endMs: null, page: 7, text: 'The river froze.' }] },
  ];
  const ask = async (text: string, question: string | null) => {
    const { llm, requests } = createScriptedLlm(() => ({ text }), { contextTokens: 32_000 });
    const shown: string[] = [];
    const answer = await answerAcross({
      ...{ llm, items, question, history: [{ role: 'user', text: 'And before?' }], noteLanguage: 'zh' },
      clock: { now: () => 0, sleep: () => Promise.resolve() },
      signal: new AbortController().signal,
      onPartial: ({ markdown }) => void shown.push(markdown),
    });
    return { answer, shown, request: requests[0] };
  };

  test('has the lines of all items numbered through, with their times and heads', async () => {
    const { request } = await ask('Rye. [L0]', 'What of rye?');
    const [fence, ...rest] = (request?.prefix ?? '').split('\n');
    expect(fence).toMatch(/^<<<SOURCE-[\da-f]{12}$/);
    expect(rest).toEqual([
      '== Item 1: Barn (Ada) ==',
      '-- 00:03 --',
      'L0 The barn held rye.',
      'L1 Bo: It had two doors.',
      '-- 00:09 --',
      'L3 It burned in 1912.',
      '== Item 3: River ==',
      '--',
      'L6 The river froze.',
      `${fence?.slice(3)}>>>`,
    ]);
    expect(request?.prompt).toContain('And before?');
    expect(request?.instructions).toMatch(/^Write in English\./);
  });

  test('cites item and line, and nothing between two excerpts', async () => {
    const { answer, shown } = await ask('Rye [L0-L1]. Fire [L3]. Ice [L6]. Nothing [L2]. All [L0-L6].', 'What of rye?');
    expect(answer.markdown).toBe(
      'Rye. [00:03](#t=3&n=1) Fire. [00:09](#t=9&n=1) Ice. [p.7](#p0&n=3) Nothing. ' +
        'All. [00:03](#t=3&n=1) [00:09](#t=9&n=1) [p.7](#p0&n=3)',
    );
    expect(answer.sources.map(({ item, first, last }) => [item, first, last])).toEqual([
      [1, 3, 4],
      [1, 9, 9],
      [3, 0, 0],
    ]);
    expect(answer.droppedReferences).toBe(1);
    expect(shown.at(-1)).toBe(answer.markdown);
  });

  test('is a brief in the language of the notes when nothing is asked', async () => {
    const { request } = await ask('Rye. [L0]', null);
    expect(request?.instructions).toMatch(/^Write in 简体中文/);
    expect(request?.prompt).not.toContain('Question:');
  });

  test('names a line by its time, its page or its number', () => {
    expect(linkTo({ id: 4, startMs: 61_500.2 }, 2)).toBe('[01:01](#t=61.501&n=2)');
    expect(linkTo({ id: 4, startMs: 61_500, page: 3 }, 2)).toBe('[p.3](#p4&n=2)');
    expect(linkTo({ id: 4, startMs: null }, 2)).toBe('[¶5](#p4&n=2)');
  });
});
