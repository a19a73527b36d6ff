/** Answers that stop early, sources with chapters of their own, and windows whose joining fails. */
import { describe, expect, test } from 'vitest';
import { AppError, hasCode } from '#lib/app-error.ts';
import { createScriptedLlm, goodAnswer, linesIn } from '../../../../tests/fakes/scripted-llm.ts';
import { computeHere } from '../../../../tests/harness/compute-here.ts';
import type { Language, Outline, Segment, SourceChapter } from '../../domain.ts';
import type { LanguageModelPort } from '../../ports.ts';
import { renderNote } from '../render-note.ts';
import { summariseWithModel } from './summarise-with-model.ts';

function talk(lines: number): Segment[] {
  return Array.from({ length: lines }, (_, id) => ({
    id,
    startMs: id * 10_000,
    endMs: id * 10_000 + 9_500,
    text: `Line ${id} says that sample ${id * 3} was colder than the one before it by a clear margin in every season we measured.`,
  }));
}

function run(
  llm: LanguageModelPort,
  segments: Segment[],
  { chapters = [], language = 'en' }: { chapters?: SourceChapter[]; language?: Language } = {},
): Promise<Outline> {
  return summariseWithModel({
    facts: { title: 'A talk', author: null, description: null, timed: true, chapters },
    segments,
    noteLanguage: language,
    detail: 'standard',
    llm,
    ports: {
      compute: computeHere,
      checkpoints: { get: async () => null, put: async () => {} },
      clock: { now: () => 0, sleep: async () => {} },
    },
    progress: { stage() {}, partial() {} },
    signal: new AbortController().signal,
    onPartial: () => undefined,
  });
}

describe('SUM-08 an answer that ends before its lines do', () => {
  test('is continued after the last covered line', async () => {
    const segments = talk(400);
    const { llm, calls } = createScriptedLlm((call, index) =>
      index === 0
        ? { text: '> Brief.\n\n## One [L0]\n- First. [L2]\n\n## Two [L50]\n- Second. [L80-L90]\n\n#t' }
        : goodAnswer(call),
    );
    const outline = await run(llm, segments);
    expect(calls).toHaveLength(2);
    expect(linesIn(calls[1]?.prompt ?? '')).toEqual(segments.slice(91).map(({ id }) => id));
    expect(outline.chapters.map(({ title }) => title)).toEqual(['One', 'Two', 'Part from 91', 'Part from 245']);
    expect(outline.chapters.flatMap(({ segmentIds }) => segmentIds)).toEqual(segments.map(({ id }) => id));
    expect(outline.abstract[0]?.text).toBe('Brief.');
    expect(outline.tags).toEqual(['t']);
  });

  test('is kept when its rest fails, without endless requests', async () => {
    const segments = talk(400);
    const short = '## One [L0]\n- First. [L2]\n';
    const refusing = createScriptedLlm((_call, index) => ({ text: index === 0 ? short : 'That is all.' }));
    const outline = await run(refusing.llm, segments);
    expect(outline.chapters.map(({ title, segmentIds }) => [title, segmentIds.at(-1)])).toEqual([['One', 399]]);
    const lazy = createScriptedLlm((call) => ({ text: `## From ${linesIn(call.prompt)[0]} [L${linesIn(call.prompt)[0]}]\n` }));
    expect((await run(lazy.llm, segments)).chapters).toHaveLength(3);
    expect(lazy.calls).toHaveLength(3);
  });

  test('loses the incomplete statement at its cut', async () => {
    const { llm } = createScriptedLlm(() => ({ text: '## One [L0]\n- Whole. [L2]\n- Cut in the mid', finish: 'length' }));
    expect((await run(llm, talk(20))).chapters[0]?.points.map(({ text }) => text)).toEqual(['Whole.']);
  });
});

describe('SUM-08 an answer in the wrong language', () => {
  const inChinese = '## 样本与季节的测量记录 [L0]\n- 村里人在每个季节都测量了样本，发现它们一次比一次更冷。 [L2]\n';

  test.each<[string, Parameters<typeof createScriptedLlm>[0]]>([
    ['is refused in words', () => ({ text: 'I am sorry, I cannot do that.' })],
    ['rests on nothing', () => ({ text: '## Samples\n- Colder. [L900]\n' })],
    ['is empty', () => ({ text: '' })],
    ['is refused', () => ({ error: new AppError('llm_refused') })],
    ['is not had in time', () => ({ error: new AppError('llm_timed_out', { retry: {} }) })],
    ['has no quota left', () => ({ error: new AppError('llm_quota') })],
  ])('is kept when the second try %s', async (_how, second) => {
    const { llm, calls } = createScriptedLlm((call, index) => (index === 0 ? { text: inChinese } : second(call, index)));
    const outline = await run(llm, talk(20));
    expect(calls.length).toBeGreaterThan(1);
    expect(outline.chapters.map(({ title, points }) => [title, points.length])).toEqual([['样本与季节的测量记录', 1]]);
  });

  test.each(['cancelled', 'internal'] as const)('is not kept when the work ends: %s', async (code) => {
    const { llm } = createScriptedLlm((_call, index) => (index === 0 ? { text: inChinese } : { error: new AppError(code) }));
    await expect(run(llm, talk(20))).rejects.toSatisfy((error) => hasCode(error, code));
  });
});

describe('SUM-08 chapters of the creator', () => {
  const chapters = [
    { title: 'Intro', startMs: 0 },
    { title: 'The samples', startMs: 200_000 },
    { title: 'Thanks', startMs: 500_000 },
  ];
  const text =
    '> Brief.\n\n## 开场与介绍的内容 [L0]\n- 首先说明了样本为什么更冷以及测量的方法。 [L2]\n- 后来讲到每个季节的测量结果都很清楚。 [L25]\n\n## 其他季节的测量 [L30]\n- 最后感谢了所有参与测量的人员和单位。 [L55]\n';

  test('are the sections of the note, each point under the one its line lies in', async () => {
    const { llm, calls } = createScriptedLlm(() => ({ text: text.replace(/[\u4e00-\u9fff]+/g, 'words') }));
    const outline = await run(llm, talk(60), { chapters });
    expect(calls[0]?.prompt).toContain('  from L20, 03:20: The samples');
    expect(calls[0]?.prompt).toContain('in the 3 chapters set by the author');
    expect(
      outline.chapters.map(({ title, startMs, segmentIds, points }) => [title, startMs, segmentIds.length, points.length]),
    ).toEqual([
      ['Intro', 0, 20, 1],
      ['The samples', 200_000, 30, 1],
      ['Thanks', 500_000, 10, 1],
    ]);
  });

  test('keep their times under titles of the note\u2019s language where the model gave one', async () => {
    const { llm } = createScriptedLlm(() => ({ text }));
    const outline = await run(llm, talk(60), { chapters, language: 'zh' });
    expect(outline.chapters.map(({ title }) => title)).toEqual(['开场与介绍的内容', 'The samples', 'Thanks']);
  });

  test('stay across windows, whatever the last request merges', async () => {
    const segments = talk(3600);
    const many = Array.from({ length: 30 }, (_, index) => ({ title: `Chapter ${index + 1}`, startMs: index * 1_200_000 }));
    const { llm, calls } = createScriptedLlm(
      (call) =>
        call.prompt.includes('These are the finished sections')
          ? { text: '> Whole.\nmerge 1,2,3 as All of it\n\n#t' }
          : goodAnswer(call),
      { contextTokens: 64_000, chunk: 400 },
    );
    const outline = await run(llm, segments, { chapters: many });
    expect(calls.length).toBeGreaterThan(4);
    expect(outline.chapters.map(({ title }) => title)).toEqual(many.map(({ title }) => title));
    expect(outline.chapters.flatMap(({ segmentIds }) => segmentIds)).toEqual(segments.map(({ id }) => id));
    expect(outline.chapters.flatMap(({ points }) => points).length).toBe((calls.length - 1) * 2);
  });
});

describe('SUM-08 joining the windows of a long source', () => {
  test('requests no more than the model’s context', async () => {
    const segments = talk(1500);
    const { llm, calls } = createScriptedLlm(
      (call) => {
        if (call.prompt.includes('These are the finished sections')) return { text: '> Whole.\n\n#t' };
        const lines = linesIn(call.prompt);
        return {
          text: lines.map((id) => `## Section ${id} [L${id}]\n- ${'A long point about it. '.repeat(12)}[L${id}]\n`).join('\n'),
        };
      },
      { contextTokens: 8000, chunk: 4000 },
    );
    const outline = await run(llm, segments);
    expect(outline.abstract[0]?.text).toBe('Whole.');
    const last = calls.find(({ prompt }) => prompt.includes('These are the finished sections'));
    expect((last?.prompt.length ?? 0) / 4).toBeLessThan(8000);
    expect(outline.chapters).toHaveLength(1500);
  });

  test('cuts long points between characters', async () => {
    const { llm, calls } = createScriptedLlm(
      (call) => {
        if (call.prompt.includes('These are the finished sections')) return { text: '> Whole.\n\n#t' };
        const starts = linesIn(call.prompt).filter((id) => id % 10 === 0);
        return { text: starts.map((id) => `## Section ${id} [L${id}]\n- a${'😀'.repeat(300)} [L${id}]\n`).join('\n') };
      },
      { contextTokens: 8000, chunk: 4000 },
    );
    await run(llm, talk(300));
    const last = calls.find(({ prompt }) => prompt.includes('These are the finished sections'));
    expect(last?.prompt).toMatch(/ {3}- a😀{79}\n/u);
    expect(last?.prompt.isWellFormed()).toBe(true);
  });

  test('omits the abstract when the model gives no good one', async () => {
    const { llm } = createScriptedLlm(
      (call) =>
        call.prompt.includes('These are the finished sections') ? { text: 'I am sorry, I cannot do that.' } : goodAnswer(call),
      { contextTokens: 24_000, chunk: 400 },
    );
    const outline = await run(llm, talk(1800));
    expect(outline.abstract).toEqual([]);
    expect(outline.chapters.flatMap(({ segmentIds }) => segmentIds)).toHaveLength(1800);
  });
});

test('SUM-08 marks invented claims in abstract and titles', async () => {
  const { llm } = createScriptedLlm(() => ({
    text: '> It was 77777 samples.\n\n## Samples of “nobody ever said these words” [L0]\n- Colder. [L1]\n\n## The Bohr samples of 88888 [L10]\n- Colder. [L11]\n',
  }));
  const segments = talk(20);
  const outline = await run(llm, segments);
  expect(outline.abstract[0]?.unverified).toEqual(['77777']);
  expect(outline.chapters.map(({ title, unverified }) => [title, unverified])).toEqual([
    ['Samples of nobody ever said these words', undefined],
    ['The Bohr samples of 88888', ['88888', 'Bohr']],
  ]);
  const markdown = renderNote(outline, segments);
  expect(markdown.match(/\[\?\]\(#unverified\)/g)).toHaveLength(2);
});

test('SUM-08 an answer without an end is refused, and not asked for again', async () => {
  const endless = (size: number) =>
    createScriptedLlm(() => ({ text: '## Again [L0]\n- Said. [L1]\n'.repeat(size) }), { chunk: 1000 });
  const long = endless(4_000);
  await expect(run(long.llm, talk(20))).rejects.toMatchObject({ code: 'llm_bad_output' });
  expect(long.calls).toHaveLength(1);
  const short = endless(3_000);
  expect((await run(short.llm, talk(20))).chapters.length).toBeGreaterThan(0);
});
