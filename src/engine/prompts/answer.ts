/** Answers in one request if the source fits, else reads it part by part and answers from the findings. */

import { AppError, findAppError } from '#lib/app-error.ts';
import { sliceWhole } from '#lib/text/cut-text.ts';
import type { Extracted, Language, ModelUsage, Segment } from '../domain.ts';
import { forEachParallel } from '../for-each-parallel.ts';
import { ask } from '../llm/ask-with-retries.ts';
import { createGrounding } from '../llm/check-names-and-numbers.ts';
import { buildQuoteIndex } from '../llm/check-quotes.ts';
import { renderInstructions } from '../llm/instructions.ts';
import { withoutReasoning } from '../llm/reasoning.ts';
import { factsOf, renderSource, type SourceFacts } from '../llm/source-prompt.ts';
import { estimateTokens, planWindows, type Window } from '../llm/windows.ts';
import type { Clock, LanguageModelPort } from '../ports.ts';
import { cleanAnswer, cleanDraft, type StatementChecks } from './clean-answer.ts';
import { renderAnswerTask, renderGoOn, renderJoinTask, renderPartTask } from './render-prompt.ts';

const PARALLEL_PARTS = 4;
const MOST_ROUNDS = 4;
const LONGEST_ANSWER = 60_000;
const LONGEST_FINDING = 12_000;
/** Read of one request, before the reasoning is taken out, which may be longer than what it leads to. */
const LONGEST_WITH_REASONING = 400_000;
const MOST_SOURCES = 200;
const SPARE_CALLS = 12;

export type AnswerInput = {
  extracted: Extracted;
  segments: readonly Segment[];
  language: Language;
  request: string;
  llm: LanguageModelPort;
  clock: Clock;
  signal: AbortSignal;
  parts: Readonly<Record<string, string>>;
  onPart(index: number, finding: string, total: number): Promise<void>;
  onParts(done: number, total: number): void;
  onDraft(show: () => string): void;
};

export type CitedSource = { segmentId: number; startMs: number | null; page?: number | undefined; text: string };

export type AnswerChecks = StatementChecks & {
  /** Number of parts the source was read in; 1 if it was read whole. */
  windows: number;
  cut: boolean;
};

export type Answer = {
  markdown: string;
  sources: CitedSource[];
  checks: AnswerChecks;
  model: string;
  usage: ModelUsage | null;
};

/** Errors: the `llm_*` codes, `cancelled`. */
export async function answerRequest(given: AnswerInput): Promise<Answer> {
  const { segments, extracted, request } = given;
  const facts = factsOf(extracted);
  const room = Math.max(2_000, given.llm.contextTokens - 2 * estimateTokens(request));
  const windows = planWindows(segments, facts.chapters, room, facts.sections);
  const input = { ...given, llm: limitCalls(given.llm, windows.length * 3 + SPARE_CALLS) };
  const whole = windows.length === 1;
  const question: Question = whole
    ? { prefix: renderSource(facts, segments), task: renderAnswerTask(input.language, request) }
    : {
        task: renderJoinTask(input.language, extracted.title, request, withinRoom(await readParts(input, facts, windows), room)),
      };
  const written = await write(input, question);
  const cleaned = cleanAnswer(written.text, {
    segments,
    verify: { grounding: createGrounding(segments, facts), quotes: buildQuoteIndex(segments) },
  });
  if (!/[\p{L}\p{N}]/u.test(cleaned.markdown)) {
    // A model that reached its limit before it began to answer would reach it again.
    const again = written.cut ? {} : { retry: {} };
    throw new AppError('llm_bad_output', { detail: 'nothing but markup', ...again });
  }
  return {
    markdown: cleaned.markdown,
    sources: cleaned.citedIds.slice(0, MOST_SOURCES).flatMap((id) => {
      const segment = segments[id];
      return segment ? [toSource(segment)] : [];
    }),
    checks: { ...cleaned.checks, windows: windows.length, cut: written.cut },
    model: input.llm.id,
    usage: input.llm.used?.() ?? null,
  };
}

function toSource(segment: Segment): CitedSource {
  return {
    segmentId: segment.id,
    startMs: segment.startMs,
    ...(segment.page === undefined ? {} : { page: segment.page }),
    text: sliceWhole(segment.text, 0, 300),
  };
}

function limitCalls(llm: LanguageModelPort, most: number): LanguageModelPort {
  let calls = 0;
  return {
    ...llm,
    stream(request) {
      calls++;
      if (calls > most) throw new AppError('llm_bad_output', { detail: 'more requests than an answer may cost' });
      return llm.stream(request);
    },
  };
}

/** `prefix` is that of the note's requests, so that the provider's cache serves it. */
type Question = { prefix?: string; task: string };

async function write(input: AnswerInput, { prefix, task }: Question): Promise<{ text: string; cut: boolean }> {
  let text = '';
  for (let round = 1; ; round++) {
    const before = text;
    const question = { ...(prefix === undefined ? {} : { prefix }), task: before === '' ? task : task + renderGoOn(before) };
    const reader = () => {
      // A model may reason again at the start of each round.
      let own = '';
      return {
        push(piece: string) {
          if (own.length < LONGEST_WITH_REASONING) own += piece;
          const shown = own;
          input.onDraft(() => cleanDraft(before + withoutReasoning(shown), input.segments));
        },
        finish: () => sliceWhole(before + withoutReasoning(own), 0, LONGEST_ANSWER).toWellFormed(),
      };
    };
    const answer = await ask(askOptions(input, question), reader).catch((error: unknown) => {
      if (before === '' || input.signal.aborted || !isOfModel(error)) throw error;
      // What the rounds before wrote is paid for and whole: it is kept and marked as cut.
      return null;
    });
    if (answer === null) return { text: before, cut: true };
    text = answer.value;
    const goesOn = answer.finish === 'length' && text.length > before.length + 20 && text.length < LONGEST_ANSWER;
    if (!goesOn || round === MOST_ROUNDS) return { text, cut: answer.finish === 'length' || text.length >= LONGEST_ANSWER };
  }
}

/** Whether the model or a limit of its use is the cause, and not this program. */
function isOfModel(error: unknown): boolean {
  const code = findAppError(error)?.code ?? '';
  return code.startsWith('llm_') || code === 'server_cost_limit' || code === 'timed_out';
}

async function readParts(input: AnswerInput, facts: SourceFacts, windows: readonly Window[]): Promise<string[]> {
  const findings = windows.map((_, index) => input.parts[String(index)]);
  const total = windows.length;
  const report = () => input.onParts(findings.filter((finding) => finding !== undefined).length, total);
  report();
  await forEachParallel(windows, { concurrency: PARALLEL_PARTS, signal: input.signal }, async (window, index) => {
    if (findings[index] !== undefined) return;
    const finding = await readPart(input, facts, window, { part: index + 1, parts: total });
    await input.onPart(index, finding, total);
    findings[index] = finding;
    report();
  });
  return findings.map((finding) => finding ?? '');
}

async function readPart(
  input: AnswerInput,
  facts: SourceFacts,
  window: Window,
  place: { part: number; parts: number },
): Promise<string> {
  const segments = input.segments.slice(window.first, window.last + 1);
  const before = input.segments.slice(Math.max(0, window.first - 2), window.first);
  const question = {
    prefix: renderSource(facts, segments, before),
    task: renderPartTask(input.language, input.request, place),
  };
  const answer = await ask(askOptions(input, question), () => {
    let text = '';
    return {
      push(piece) {
        if (text.length < LONGEST_WITH_REASONING) text += piece;
      },
      finish(reason) {
        const finding = sliceWhole(withoutReasoning(text).trim(), 0, LONGEST_FINDING).toWellFormed();
        // Without it, a part of the source would be missing from the answer and nothing would say so.
        const again = reason === 'length' ? {} : { retry: {} };
        if (finding === '') throw new AppError('llm_bad_output', { detail: 'no finding', ...again });
        return finding;
      },
    };
  });
  return answer.value;
}

/** If the findings are too long for the model, each is cut to an equal share, at the end of a line. */
function withinRoom(findings: readonly string[], room: number): string[] {
  const share = (room * 0.45) / findings.length;
  return findings.map((finding) => {
    const kept: string[] = [];
    let spent = 0;
    for (const line of finding.split('\n')) {
      spent += estimateTokens(line);
      if (spent > share) break;
      kept.push(line);
    }
    return kept.join('\n');
  });
}

function askOptions(input: AnswerInput, { prefix, task }: Question) {
  return {
    llm: input.llm,
    clock: input.clock,
    signal: input.signal,
    instructions: renderInstructions(input.language),
    prefix,
    prompt: task,
    onWait: () => undefined,
  };
}
