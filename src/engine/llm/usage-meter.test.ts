import { describe, expect, test } from 'vitest';
import { AppError, hasCode } from '#lib/app-error.ts';
import type { LanguageModelPort, ModelPrice } from '../ports.ts';
import { costOf, countText, meterModel, noUsage } from './usage-meter.ts';

/** One dollar per million input tokens, ten per million output tokens. */
const price: ModelPrice = { input: 1, cachedInput: 0.1, cacheWrite: null, output: 10 };

type Step = {
  text?: string;
  input?: number | null;
  output?: number | null;
  cached?: number;
  error?: AppError;
  wait?: Promise<void>;
  pieces?: number;
};

function model(step: (index: number) => Step, given: Partial<LanguageModelPort> = {}) {
  const asked: Parameters<LanguageModelPort['stream']>[0][] = [];
  let left = 0;
  const llm: LanguageModelPort = {
    id: 'm',
    contextTokens: 100_000,
    price,
    ...given,
    async *stream(request) {
      const now = step(asked.length);
      asked.push(request);
      try {
        if (now.wait) await now.wait;
        if (now.error && now.text === undefined) throw now.error;
        for (let piece = 0; piece < (now.pieces ?? 1); piece++) yield { type: 'text', text: now.text ?? 'words' };
        if (now.error) throw now.error;
        const [inputTokens, outputTokens] = [now.input ?? null, now.output ?? null];
        yield { type: 'finish', reason: 'stop', inputTokens, outputTokens, cachedTokens: now.cached ?? null };
      } finally {
        left++;
      }
    },
  };
  return { llm, asked, left: () => left };
}

const request = (prompt = 'x'.repeat(4000), more: object = {}) => ({
  instructions: '',
  prompt,
  signal: new AbortController().signal,
  ...more,
});

async function drain(llm: LanguageModelPort, asked = request()): Promise<{ text: string; reason: string | null }> {
  let text = '';
  let reason: string | null = null;
  for await (const part of llm.stream(asked)) {
    if (part.type === 'text') text += part.text;
    else ({ reason } = part);
  }
  return { text, reason };
}

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof AppError ? error.code : 'other'),
  );

describe('SUM-08 the cost limit of a task', () => {
  test('adds up reported tokens and cost, cached input at its own price', async () => {
    const { llm } = model(() => ({ input: 1000, cached: 400, output: 100 }));
    const sums: (number | null)[] = [];
    const metered = meterModel(llm, { limitUsd: null, onUsage: ({ costUsd }) => void sums.push(costUsd) });
    await drain(metered);
    await drain(metered);
    const each = (600 + 400 * 0.1 + 100 * 10) / 1e6;
    expect(metered.used()).toMatchObject({
      calls: 2,
      inputTokens: 2000,
      cachedTokens: 800,
      outputTokens: 200,
      estimatedCalls: 0,
    });
    expect(sums[0]).toBeCloseTo(each, 12);
    expect(metered.used().costUsd).toBeCloseTo(2 * each, 12);
    const write = costOf({ ...price, cacheWrite: 1.25 }, { input: 1000, cached: 0, kept: 1000, output: 0 });
    expect(write).toBeCloseTo(0.00125, 12);
  });

  test('refuses the call that would pass the limit', async () => {
    // 1,000 input tokens cost 0.001; at least 300 output tokens are expected, for 0.003.
    const { llm, asked } = model(() => ({ input: 1000, output: 300 }));
    const metered = meterModel(llm, { limitUsd: 0.0095 });
    await drain(metered);
    await drain(metered);
    expect(await codeOf(drain(metered))).toBe('llm_cost_limit');
    expect(asked).toHaveLength(2);
    expect(metered.used().costUsd).toBeLessThanOrEqual(0.0095);
  });

  test('counts earlier attempts at the same task', async () => {
    const { llm, asked } = model(() => ({ input: 1000, output: 300 }));
    const metered = meterModel(llm, { limitUsd: 0.0095, before: { ...noUsage(), calls: 2, costUsd: 0.008 } });
    expect(await codeOf(drain(metered))).toBe('llm_cost_limit');
    expect(asked).toHaveLength(0);
    expect(metered.used()).toMatchObject({ calls: 2, costUsd: 0.008 });
  });

  test('limits the answer’s length near the limit and stops a longer one', async () => {
    const { llm, asked, left } = model(() => ({ text: 'z'.repeat(400), pieces: 100 }), { maxOutputTokens: 8000 });
    const metered = meterModel(llm, { limitUsd: 0.011 });
    const { text, reason } = await drain(metered);
    // After 0.001 for the input, 0.01 is left for 1,000 output tokens.
    expect(asked[0]?.maxOutputTokens).toBeGreaterThan(980);
    expect(asked[0]?.maxOutputTokens).toBeLessThanOrEqual(1000);
    expect(reason).toBe('length');
    expect(countText(text)).toBeLessThanOrEqual(1100);
    expect(left()).toBe(1);
    expect(metered.used().estimatedCalls).toBe(1);
    expect(await codeOf(drain(metered))).toBe('llm_cost_limit');
  });

  test('sets no length limit far from the cost limit and keeps the caller’s smaller one', async () => {
    const { llm, asked } = model(() => ({ input: 1, output: 1 }), { maxOutputTokens: 8000 });
    const metered = meterModel(llm, { limitUsd: 1 });
    await drain(metered);
    await drain(metered, request('short', { maxOutputTokens: 50 }));
    expect(asked.map(({ maxOutputTokens }) => maxOutputTokens)).toEqual([undefined, 50]);
  });

  test('shares the limit between parallel calls: one that may not fit waits', async () => {
    let open: () => void = () => undefined;
    const wait = new Promise<void>((resolve) => {
      open = resolve;
    });
    const { llm, asked } = model((index) => (index === 0 ? { input: 1000, output: 10, wait } : { input: 1000, output: 10 }));
    const metered = meterModel(llm, { limitUsd: 0.006 });
    const both = [drain(metered), drain(metered)];
    await new Promise((resolve) => setImmediate(resolve));
    expect(asked).toHaveLength(1);
    open();
    await Promise.all(both);
    expect(asked).toHaveLength(2);
    expect(metered.used().costUsd).toBeLessThanOrEqual(0.006);
  });

  describe('a model with hidden reasoning', () => {
    /** Spends `hidden` tokens on reasoning, then 100 on text; if the output limit is lower, it writes no text. */
    function thinking(hidden: number, given: Partial<LanguageModelPort> = {}) {
      const asked: (number | undefined)[] = [];
      const llm: LanguageModelPort = {
        id: 'm',
        contextTokens: 100_000,
        maxOutputTokens: 8000,
        price,
        ...given,
        async *stream({ maxOutputTokens = 8000 }) {
          asked.push(maxOutputTokens);
          await new Promise((resolve) => setImmediate(resolve));
          const usage = { inputTokens: 1000, cachedTokens: 0, outputTokens: Math.min(maxOutputTokens, hidden + 100) };
          if (hidden + 100 <= maxOutputTokens) yield { type: 'text', text: 'x'.repeat(400) };
          yield { type: 'finish', reason: hidden + 100 <= maxOutputTokens ? 'stop' : 'length', ...usage };
        },
      };
      return { llm, asked };
    }

    test.each([0.02, 0.05, 0.09, 0.2, 0.5])('calls at the same time hold to %d dollars together', async (limitUsd) => {
      const { llm, asked } = thinking(50_000);
      const metered = meterModel(llm, { limitUsd });
      await Promise.allSettled(Array.from({ length: 8 }, () => drain(metered)));
      expect(asked.length).toBeGreaterThanOrEqual(1);
      expect(metered.used().costUsd).toBeLessThanOrEqual(limitUsd);
    });

    test('gets all that is left when no other call runs', async () => {
      const { llm, asked } = thinking(5000);
      const metered = meterModel(llm, { limitUsd: 0.06 });
      expect((await drain(metered)).reason).toBe('stop');
      expect(asked[0]).toBeGreaterThan(5890);
    });

    test('waits for other calls instead of being cut short', async () => {
      const { llm } = thinking(5000);
      const metered = meterModel(llm, { limitUsd: 0.3 });
      const ends = await Promise.all(Array.from({ length: 4 }, () => drain(metered)));
      expect(ends.map(({ reason }) => reason)).toEqual(['stop', 'stop', 'stop', 'stop']);
    });

    test('ends with the cost limit instead of a retried bad answer when it writes nothing', async () => {
      const { llm, asked } = thinking(7000);
      expect(await codeOf(drain(meterModel(llm, { limitUsd: 0.06 })))).toBe('llm_cost_limit');
      expect(asked).toHaveLength(1);
      // An answer that ends at the model's own limit is not blamed on the cost limit.
      expect((await drain(meterModel(thinking(9000).llm, { limitUsd: 1 }))).reason).toBe('length');
    });
  });

  test('ends its wait when the task is cancelled', async () => {
    const stop = new AbortController();
    const { llm } = model(() => ({ wait: new Promise(() => undefined) }));
    const metered = meterModel(llm, { limitUsd: 0.006 });
    void drain(metered).catch(() => undefined);
    const waiting = drain(metered, request(undefined, { signal: stop.signal }));
    stop.abort(new AppError('cancelled'));
    expect(await codeOf(waiting)).toBe('cancelled');
  });

  test('counts no refused call, and estimates an interrupted or unreported one from its text', async () => {
    const steps: Step[] = [
      { error: new AppError('llm_unauthorized') },
      { text: 'x'.repeat(400), error: new AppError('llm_unavailable') },
      { error: new AppError('llm_timed_out') },
      { text: 'x'.repeat(400), input: null, output: null },
    ];
    const { llm } = model((index) => steps[index] ?? {});
    const metered = meterModel(llm, { limitUsd: null });
    expect(await codeOf(drain(metered))).toBe('llm_unauthorized');
    expect(metered.used()).toMatchObject({ calls: 0, costUsd: 0 });
    expect(await codeOf(drain(metered))).toBe('llm_unavailable');
    expect(metered.used()).toMatchObject({ calls: 1, outputTokens: 100, estimatedCalls: 1 });
    expect(metered.used().inputTokens).toBeGreaterThanOrEqual(1000);
    await codeOf(drain(metered));
    await drain(metered);
    expect(metered.used()).toMatchObject({ calls: 3, estimatedCalls: 3 });
  });

  test('counts the text of a reader that stops early', async () => {
    const { llm, left } = model(() => ({ text: 'x'.repeat(400), pieces: 50 }));
    const metered = meterModel(llm, { limitUsd: 1 });
    for await (const part of metered.stream(request())) if (part.type === 'text') break;
    expect(left()).toBe(1);
    expect(metered.used()).toMatchObject({ calls: 1, outputTokens: 100 });
  });

  test('has no cost and no limit without a price', async () => {
    const { llm, asked } = model(() => ({ input: 1000, output: 300 }), { price: null });
    const metered = meterModel(llm, { limitUsd: 0.000001 });
    await drain(metered);
    expect(asked).toHaveLength(1);
    expect(metered.used()).toMatchObject({ inputTokens: 1000, costUsd: null });
  });

  test('corrects its count by the provider’s reports', async () => {
    // The provider counts three times as many tokens as our estimate.
    const { llm, asked } = model(() => ({ input: 3000, output: 10 }));
    const metered = meterModel(llm, { limitUsd: 0.0085 });
    await drain(metered);
    expect(await codeOf(drain(metered))).toBe('llm_cost_limit');
    expect(asked).toHaveLength(1);
    expect(hasCode(new AppError('llm_cost_limit'), 'llm_cost_limit')).toBe(true);
  });
});
