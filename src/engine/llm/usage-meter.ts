/** Every caller gets its model through this, so that the cost limit includes retries, repairs and continuations. */
import { AppError, findAppError } from '#lib/app-error.ts';
import type { ModelUsage } from '../domain.ts';
import type { LanguageModelPort, ModelPrice } from '../ports.ts';

export type MeterOptions = {
  /** In US dollars; null for no limit. Not enforced for a model without a price. */
  limitUsd: number | null;
  before?: ModelUsage | undefined;
  /** Reserves a call's highest possible cost; the result releases it once the cost was reported. Errors: those of the call. */
  reserve?(costUsd: number, signal: AbortSignal): Promise<() => Promise<void>>;
  onUsage?(usage: ModelUsage): void | Promise<void>;
};

export type MeteredModel = LanguageModelPort & { used(): ModelUsage };

type Request = Parameters<LanguageModelPort['stream']>[0];
type Part = ReturnType<LanguageModelPort['stream']> extends AsyncIterable<infer One> ? One : never;
type Finish = Extract<Part, { type: 'finish' }>;

const ANSWER_SHARE = 0.2;
const SHORTEST_ANSWER = 300;
const LONGEST_ANSWER = 4_000;
const USUAL_MOST = 16_000;
/** While other calls run, a call waits unless the budget allows this multiple of its expected output. */
const ROOM_BESIDE_OTHERS = 4;

export function noUsage(): ModelUsage {
  return { calls: 0, inputTokens: 0, cachedTokens: 0, outputTokens: 0, estimatedCalls: 0, costUsd: null };
}

/** Errors: those of the model, and `llm_cost_limit`, which is thrown before a request is sent. */
export function meterModel(llm: LanguageModelPort, options: MeterOptions): MeteredModel {
  const price = llm.price ?? null;
  const usage = { ...(options.before ?? noUsage()) };
  if (price !== null) usage.costUsd ??= 0;
  const book = createBook(price === null ? null : options.limitUsd, () => usage.costUsd ?? 0);
  const drift = createDrift();

  function settle(counted: number, written: number, finish: Finish | undefined): void {
    const estimate = drift.apply(counted);
    const input = finish?.inputTokens ?? estimate;
    const output = finish?.outputTokens ?? Math.ceil(written);
    const cached = Math.min(input, finish?.cachedTokens ?? 0);
    const kept = Math.min(input - cached, finish?.cacheWriteTokens ?? 0);
    if (finish && finish.inputTokens !== null) drift.learn(counted, finish.inputTokens);
    usage.calls++;
    usage.inputTokens += input;
    usage.cachedTokens += cached;
    usage.outputTokens += output;
    if (!finish || finish.inputTokens === null || finish.outputTokens === null) usage.estimatedCalls++;
    if (price !== null) usage.costUsd = (usage.costUsd ?? 0) + costOf(price, { input, cached, kept, output });
  }

  return {
    ...llm,
    used: () => ({ ...usage }),
    async *stream(request) {
      const counted = countRequest(request);
      const plan = await book.reserve(() => planCall(llm, request, drift.apply(counted)), request.signal);
      let written = 0;
      let finish: Finish | undefined;
      let took = false;
      let giveBack: (() => Promise<void>) | undefined;
      try {
        if (price !== null) giveBack = await options.reserve?.(plan.cost, request.signal);
        for await (const part of llm.stream(plan.asked)) {
          took = true;
          if (part.type === 'finish') finish = part;
          else written += countText(part.text);
          // Reasoning used up all that was left, and a retry would have less.
          if (part.type === 'finish' && part.reason === 'length' && written === 0 && plan.capped)
            throw costLimit(options.limitUsd);
          // Ends the answer like one at its length limit before it costs more than is left.
          if (finish === undefined && !plan.allows(written)) {
            yield part;
            yield { type: 'finish', reason: 'length', inputTokens: null, outputTokens: null };
            return;
          }
          yield part;
        }
      } catch (error) {
        took ||= mayHaveCost(error);
        throw error;
      } finally {
        if (took) settle(counted, written, finish);
        plan.release();
        if (took) await options.onUsage?.({ ...usage });
        await giveBack?.();
      }
    },
  };
}

type CallPlan = { request: Request; inputCost: number; outputPrice: number; wanted: number; most: number };

function planCall(llm: LanguageModelPort, request: Request, inputTokens: number): CallPlan {
  const price = llm.price ?? { input: 0, cachedInput: null, cacheWrite: null, output: 0 };
  const inputPrice = request.prefix === undefined ? price.input : Math.max(price.input, price.cacheWrite ?? 0);
  const usual = Math.min(LONGEST_ANSWER, Math.max(SHORTEST_ANSWER, inputTokens * ANSWER_SHARE));
  const most = request.maxOutputTokens ?? llm.maxOutputTokens ?? USUAL_MOST;
  return {
    request,
    inputCost: (inputTokens * inputPrice) / 1e6,
    outputPrice: price.output / 1e6,
    wanted: Math.ceil(Math.min(usual, most)),
    most,
  };
}

function createBook(limit: number | null, spent: () => number) {
  const open = new Set<{ cost: number }>();
  const waiting = new Set<() => void>();
  const left = (limitUsd: number, own?: { cost: number }): number =>
    limitUsd - spent() - [...open].reduce((sum, one) => sum + (one === own ? 0 : one.cost), 0);

  async function somethingEnds(signal: AbortSignal): Promise<void> {
    await new Promise<void>((resolve) => {
      const go = (): void => {
        waiting.delete(go);
        signal.removeEventListener('abort', go);
        resolve();
      };
      waiting.add(go);
      signal.addEventListener('abort', go, { once: true });
    });
    signal.throwIfAborted();
  }

  return {
    async reserve(plan: () => CallPlan, signal: AbortSignal) {
      signal.throwIfAborted();
      if (limit === null) {
        const { request, inputCost, outputPrice, most } = plan();
        const cost = inputCost + most * outputPrice;
        return { asked: request, cost, capped: false, allows: () => true, release: () => undefined };
      }
      for (;;) {
        const { request, inputCost, outputPrice, wanted, most } = plan();
        const rest = left(limit) - inputCost;
        const affordable = outputPrice === 0 ? Number.POSITIVE_INFINITY : Math.floor(rest / outputPrice);
        const least = open.size === 0 ? wanted : Math.min(most, wanted * ROOM_BESIDE_OTHERS);
        if (rest < 0 || affordable < least) {
          if (open.size === 0) throw costLimit(limit);
          await somethingEnds(signal);
          continue;
        }
        const cap = Math.min(most, affordable);
        // The whole allowance is reserved, as reasoning tokens are reported only at the end.
        const entry = { cost: inputCost + cap * outputPrice };
        open.add(entry);
        return {
          // The provider enforces it too, reasoning included.
          asked: cap < most ? { ...request, maxOutputTokens: cap } : request,
          cost: entry.cost,
          capped: cap < most,
          allows(written: number): boolean {
            if (written <= cap) return true;
            entry.cost = Math.max(entry.cost, inputCost + written * outputPrice);
            return entry.cost <= left(limit, entry);
          },
          release(): void {
            open.delete(entry);
            for (const go of [...waiting]) go();
          },
        };
      }
    },
  };
}

function costLimit(limitUsd: number | null): AppError {
  return new AppError('llm_cost_limit', { detail: `limit of ${limitUsd} US dollars for one job` });
}

/** How far our token count differs from the provider's, learned from its reports. */
function createDrift() {
  let counted = 0;
  let reported = 0;
  return {
    learn(ours: number, theirs: number): void {
      counted += ours;
      reported += theirs;
    },
    apply(ours: number): number {
      const ratio = counted === 0 ? 1 : Math.min(3, Math.max(0.5, reported / counted));
      return Math.ceil(ours * ratio);
    },
  };
}

export function costOf(
  price: ModelPrice,
  { input, cached, kept, output }: { input: number; cached: number; kept: number; output: number },
): number {
  const read = (input - cached - kept) * price.input;
  const fromCache = cached * (price.cachedInput ?? price.input);
  return (read + fromCache + kept * (price.cacheWrite ?? price.input) + output * price.output) / 1e6;
}

/** A refused call costs nothing; an interrupted or unanswered one may have been processed. */
function mayHaveCost(error: unknown): boolean {
  const code = findAppError(error)?.code;
  return code === 'llm_timed_out' || code === 'llm_bad_output';
}

function countRequest({ instructions, prefix, prompt }: Request): number {
  return Math.ceil(countText(instructions) + countText(prefix ?? '') + countText(prompt)) + 10;
}

/** Tokens: 0.75 for a character of a script without spaces, 0.25 for any other. */
export function countText(text: string): number {
  const dense = text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu)?.length ?? 0;
  return dense * 0.75 + (text.length - dense) / 4;
}
