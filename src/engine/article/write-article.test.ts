import { describe, expect, it } from 'vitest';
import { AppError } from '#lib/app-error.ts';
import { wantsArticle, writeArticleFor } from '../../../tests/harness/models/fake-llm.ts';
import type { Segment } from '../domain.ts';
import type { LanguageModelPort } from '../ports.ts';
import { planParts, windowsOfParts } from './plan-parts.ts';
import { talkArticle } from './talk-article.ts';
import { type WriteArticleOptions, type WrittenPart, writeArticle } from './write-article.ts';

const people = ['keeper', 'miller', 'widow', 'smith', 'priest', 'pedlar', 'judge'];
const did = ['weighed', 'carried', 'counted', 'borrowed', 'painted'];

function talk(lines: number, options: { speakers?: readonly string[]; from?: number } = {}): Segment[] {
  return Array.from({ length: lines }, (_, id) => ({
    id,
    startMs: id * 4000,
    endMs: id * 4000 + 3800,
    text: `The ${people[id % 7]} ${did[id % 5]} ${(id * 37) % 900} sacks of rye behind the ${people[(id * 3) % 7]}'s house in winter ${1700 + id}.`,
    ...(options.speakers ? { speaker: options.speakers[Math.floor(id / 7) % options.speakers.length] ?? '' } : {}),
  }));
}

type Reply = string | { text: string; finish: 'length' } | AppError;

/** A model that gives scripted answers and records its prompts. */
function model(answer: (prompt: string, call: number) => Reply, contextTokens = 64_000) {
  const prompts: string[] = [];
  const llm: LanguageModelPort = {
    id: 'fake',
    contextTokens,
    async *stream({ instructions, prefix, prompt }) {
      const asked = [instructions, prefix ?? '', prompt].join('\n\n');
      prompts.push(asked);
      const reply = answer(asked, prompts.length);
      if (reply instanceof AppError) throw reply;
      const { text, finish } = typeof reply === 'string' ? { text: reply, finish: 'stop' as const } : reply;
      for (let at = 0; at < text.length; at += 50) yield { type: 'text', text: text.slice(at, at + 50) };
      yield { type: 'finish', reason: finish, inputTokens: null, outputTokens: null };
    },
  };
  return { llm, prompts };
}

async function write(
  segments: Segment[],
  answer: (prompt: string, call: number) => Reply,
  options: Partial<WriteArticleOptions> & { contextTokens?: number } = {},
) {
  const { llm, prompts } = model(answer, options.contextTokens);
  const parts = planParts(talkArticle(segments, { chapters: [], language: 'en' }), segments, llm.contextTokens);
  const written = new Map<number, WrittenPart>();
  const kept = new Map<string, unknown>();
  const run = (more: Partial<WriteArticleOptions> = {}) =>
    writeArticle({
      segments,
      parts,
      wanted: parts.map((_, index) => index),
      facts: { title: 'The mills', author: null, description: null, timed: true, chapters: [] },
      language: 'en',
      llm,
      checkpoints: { get: async (key) => kept.get(key), put: async (key, value) => void kept.set(key, value) },
      clock: { now: () => 0, sleep: async () => undefined },
      signal: new AbortController().signal,
      onPart: async (index, part) => void written.set(index, part),
      ...options,
      ...more,
    });
  const error = await run().then(
    () => null,
    (thrown: unknown) => thrown,
  );
  return { written, parts, prompts, error, run };
}

/** Every line is in a paragraph, in order, and no reference is left in the text. */
function expectWhole(written: Map<number, WrittenPart>, parts: readonly { first: number; last: number }[]): void {
  for (const [index, { first, last }] of parts.entries()) {
    const part = written.get(index);
    if (!part) continue;
    expect(part[0]?.first).toBe(first);
    expect(part.at(-1)?.last).toBe(last);
    for (const [at, paragraph] of part.entries()) {
      const next = part[at + 1];
      if (next) expect([paragraph.last, paragraph.last + 1]).toContain(next.first);
      expect(paragraph.text).not.toMatch(/\[L/);
    }
  }
}

describe('CON-05 an article that a model writes', () => {
  it('covers every line in order, requests each once, and shares the note’s prompt prefix', async () => {
    const segments = talk(60);
    const { written, parts, prompts, error } = await write(segments, writeArticleFor);
    expect(error).toBeNull();
    expect(parts).toEqual([{ title: null, first: 0, last: 59 }]);
    expect(written.get(0)).toHaveLength(12);
    expect(written.get(0)?.every(({ asSpoken }) => !asSpoken)).toBe(true);
    expectWhole(written, parts);
    expect(prompts).toHaveLength(1);
    expect(prompts[0]).toMatch(/^Write in English\.\n\nYou turn a source into a note/);
    expect(prompts[0]).toContain('Title: The mills');
  });

  it('costs in proportion to a talk’s length, within the model’s context', async () => {
    const sent = async (lines: number, contextTokens?: number) => {
      const { prompts, error, parts } = await write(talk(lines), writeArticleFor, contextTokens ? { contextTokens } : {});
      expect(error).toBeNull();
      return { parts: parts.length, all: prompts.reduce((sum, prompt) => sum + prompt.length, 0), prompts };
    };
    const [one, four] = [await sent(700), await sent(2800)];
    expect(four.parts).toBeGreaterThan(10);
    expect(four.all / one.all).toBeGreaterThan(3);
    expect(four.all / one.all).toBeLessThan(5);
    const small = await sent(700, 8000);
    expect(Math.max(...small.prompts.map((prompt) => prompt.length / 3))).toBeLessThan(8000 * 0.75);
  });

  it.each([
    [
      'an answer that summarises',
      (prompt: string) => (writeArticleFor(prompt).split('\n\n')[0] ?? '').replace(/\[L.*/, '[L0-L59]'),
      'llm_bad_output',
    ],
    [
      'an answer that repeats itself',
      (prompt: string) => `${writeArticleFor(prompt)}\n\n${writeArticleFor(prompt)}`.repeat(1),
      'llm_bad_output',
    ],
    [
      'words about something else',
      () => 'Quantum ferrets juggle turquoise violins beneath imaginary Jupiter cathedrals daily. [L0-L59]',
      'llm_bad_output',
    ],
    ['another language', () => `${'那位看守在冬天称了许多黑麦。'.repeat(60)} [L0-L59]`, 'llm_bad_output'],
    ['no lines named', () => 'nothing', 'llm_bad_output'],
    ['a refusal', () => new AppError('llm_refused'), 'llm_refused'],
    ['a text that is too long', () => new AppError('llm_too_long'), 'llm_too_long'],
    ['an answer without end', () => 'The keeper weighed. '.repeat(9000), 'llm_bad_output'],
  ])('%s is no article: a typed end, two drafts at most', async (_name, answer, code) => {
    const { error, written, prompts } = await write(talk(60), answer);
    expect(error).toMatchObject({ code });
    expect((error as AppError).retry).toBeUndefined();
    expect(written.size).toBe(0);
    expect(prompts.length).toBeLessThanOrEqual(4);
  });

  it('keeps a failed part as spoken and writes the others', async () => {
    const segments = talk(600);
    const { written, parts, error } = await write(segments, (prompt) =>
      Number(/to L(\d+) as an article/.exec(prompt)?.[1]) < 200
        ? 'I would rather talk about ferrets. [L0-L5]'
        : writeArticleFor(prompt),
    );
    expect(error).toBeNull();
    expect(parts.length).toBeGreaterThan(3);
    expect(written.get(0)).toBeNull();
    expect([...written].filter(([, part]) => part === null)).toHaveLength(1);
    expect(written.size).toBe(parts.length);
    expectWhole(written, parts);
  });

  it('names the faults in the second request and accepts its draft', async () => {
    const { written, prompts, error } = await write(talk(60), (prompt, call) =>
      call === 1 ? `${writeArticleFor(prompt).split('\n\n').slice(0, 4).join('\n\n')}\n\nEnd. [L59]` : writeArticleFor(prompt),
    );
    expect(error).toBeNull();
    expect(prompts).toHaveLength(2);
    expect(prompts[1]).toContain('L20 to L58 were left out');
    expect(written.get(0)?.every(({ asSpoken }) => !asSpoken)).toBe(true);
  });

  it('keeps an uncovered line as spoken, in its place', async () => {
    const { written, parts, prompts } = await write(talk(60), (prompt) =>
      writeArticleFor(prompt)
        .split('\n\n')
        .filter((_, index) => index !== 3)
        .join('\n\n'),
    );
    expect(prompts).toHaveLength(2);
    expect(prompts[1]).toContain('L15 to L19 were left out');
    const part = written.get(0) ?? [];
    const spoken = part.filter(({ asSpoken }) => asSpoken);
    expect([spoken[0]?.first, spoken.at(-1)?.last]).toEqual([15, 19]);
    expect(
      part
        .map(({ text }) => text)
        .join(' ')
        .match(/\d{4}/g),
    ).toHaveLength(60);
    expectWhole(written, parts);
  });

  it('keeps paragraphs with invented numbers or names as spoken, and unmarks invented quotes', async () => {
    const { written, parts } = await write(talk(60), (prompt) =>
      writeArticleFor(prompt)
        .split('\n\n')
        .map((paragraph, index) =>
          index === 2
            ? `In 1492 Mallory saw that ${paragraph}`
            : index === 4
              ? `“Nobody ever came to that mill again” was the end of it. ${paragraph}`
              : paragraph,
        )
        .join('\n\n'),
    );
    const part = written.get(0) ?? [];
    const spoken = part.filter(({ asSpoken }) => asSpoken);
    expect(spoken.length).toBeGreaterThan(0);
    expect(spoken.map(({ text }) => text).join(' ')).not.toContain('Mallory');
    expect([spoken[0]?.first, spoken.at(-1)?.last]).toEqual([10, 14]);
    const quoted = part.find(({ text }) => text.includes('Nobody ever came'));
    expect(quoted?.text).not.toContain('“');
    expect(quoted?.asSpoken).toBe(false);
    expectWhole(written, parts);
  });

  it('continues a cut answer after its last whole paragraph', async () => {
    const { written, parts, prompts, error } = await write(talk(60), (prompt) => {
      const whole = writeArticleFor(prompt);
      return whole.length > 1900 ? { text: whole.slice(0, 1800), finish: 'length' } : whole;
    });
    expect(error).toBeNull();
    expect(prompts.length).toBeGreaterThan(2);
    expect(written.get(0)?.every(({ asSpoken }) => !asSpoken)).toBe(true);
    expectWhole(written, parts);
    const words = (text: string) => text.match(/\d{4}/g) ?? [];
    const all = words((written.get(0) ?? []).map(({ text }) => text).join(' '));
    expect(all).toEqual([...new Set(all)]);
    expect(all).toHaveLength(60);
  });

  it('rejects a paragraph over two speakers', async () => {
    const segments = talk(70, { speakers: ['Ann', 'Bo'] });
    const good = await write(segments, writeArticleFor);
    expect(good.prompts[0]).toContain('A paragraph holds the words of one speaker');
    for (const { first, last } of good.written.get(0) ?? [])
      expect(new Set(segments.slice(first, last + 1).map(({ speaker }) => speaker)).size).toBe(1);
    const mixed = await write(segments, (prompt) => {
      const paragraphs = writeArticleFor(prompt).split('\n\n');
      return [
        ...paragraphs.slice(0, 3),
        `${paragraphs[3]?.replace(/ \[.*/, '')} ${paragraphs[4]?.replace(/ \[.*/, '')} [L12-L18]`,
        ...paragraphs.slice(6),
      ].join('\n\n');
    });
    expect(mixed.prompts.at(-1)).toContain('mixed several speakers');
  });

  it('requests no stored part again without need, and stops when cancelled', async () => {
    const { prompts, run } = await write(talk(60), writeArticleFor);
    await run();
    expect(prompts).toHaveLength(1);
    await run({ variant: 'again' });
    expect(prompts).toHaveLength(2);
    const stop = new AbortController();
    stop.abort(new AppError('cancelled'));
    await expect(run({ variant: 'third', signal: stop.signal })).rejects.toMatchObject({ code: 'cancelled' });
    expect(prompts).toHaveLength(2);
    const failed = await write(talk(600), (prompt) => (wantsArticle(prompt) ? new AppError('llm_quota') : ''));
    expect(failed.error).toMatchObject({ code: 'llm_quota' });
    expect(failed.written.size).toBe(0);
  });
});

describe('CON-05 the parts of a talk', () => {
  it('hold every line once, in order, under their chapters', () => {
    const segments = talk(900);
    const marks = [0, 90, 700, 705, 3000].map((second) => ({ title: `at ${second}`, startMs: second * 1000 }));
    const parts = planParts(talkArticle(segments, { chapters: marks, language: 'en' }), segments, 64_000);
    expect(parts[0]?.first).toBe(0);
    expect(parts.at(-1)?.last).toBe(899);
    for (const [index, part] of parts.entries()) {
      expect(part.last).toBeGreaterThanOrEqual(part.first);
      if (index > 0) expect(part.first).toBe((parts[index - 1]?.last ?? 0) + 1);
    }
    expect(parts.flatMap(({ title }) => title ?? [])).toEqual(['at 0', 'at 90', 'at 700', 'at 705', 'at 3000']);
    const windows = windowsOfParts(parts, segments, 64_000);
    for (const [index, window] of windows.entries()) {
      expect(window.first).toBeLessThanOrEqual(parts[index]?.first ?? -1);
      expect(window.last).toBeGreaterThanOrEqual(parts[index]?.last ?? 1e9);
    }
    expect(planParts([], [], 64_000)).toEqual([]);
  });
});
