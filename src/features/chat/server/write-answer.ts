/** The work behind a question. It belongs to no request: a closed page loses nothing, and every page sees the same answer. */
import { answerQuestion } from '#engine/chat/answer-question.ts';
import type { Turn } from '#engine/chat/prompts.ts';
import type { ReadAnswer } from '#engine/chat/read-answer.ts';
import type { LanguageModelPort } from '#engine/ports.ts';
import type { OwnedContent } from '#features/contents/server/index.ts';
import type { Services } from '#infra/services.ts';
import { toAppError } from '#lib/app-error.ts';
import { isOwnMark } from '#lib/markdown/anchors.ts';
import { sleep } from '#lib/sleep.ts';
import type { ChatMessage } from '../contract.ts';
import { type Begun, type Ending, endAnswer, keepPartial } from './chat-store.ts';
import { textOf } from './read-messages.ts';
import { linesFor, type Words } from './words.ts';

const SAVE_EVERY_MS = 200;
const HEARTBEAT_MS = 4_000;
/** However slow a provider is, an answer ends. */
const LONGEST_MS = 5 * 60_000;

export type AnswerWork = { content: OwnedContent; words: Words; llm: LanguageModelPort; turn: Begun };

/** Writes the answer and moves it into the history. Never throws: whatever happens is the state of the message. */
export async function writeAnswer(services: Services, { content, words, llm, turn }: AnswerWork): Promise<void> {
  const stop = new AbortController();
  const keeper = createKeeper(services, turn, () => stop.abort());
  const before = turn.before.findLast(({ role }) => role === 'user');
  let latest: ReadAnswer | null = null;
  let ending: Ending;
  try {
    const answer = await answerQuestion({
      llm,
      clock: { now: Date.now, sleep },
      signal: AbortSignal.any([stop.signal, AbortSignal.timeout(LONGEST_MS)]),
      facts: words.facts,
      segments: words.segments,
      noteLanguage: content.noteLanguage,
      question: turn.question,
      history: historyOf(turn.before),
      retrieve: (budget) => linesFor(services, words, turn.question, before ? textOf(before) : null, budget),
      onPartial(partial) {
        latest = partial;
        keeper.keep(partial);
      },
    });
    const { markdown, sources, related, outcome } = answer;
    ending = { state: outcome, markdown, sources, related, model: llm.id };
  } catch (error) {
    const known = toAppError(error);
    const partial = latest as ReadAnswer | null;
    const kept = { markdown: partial?.markdown ?? '', sources: partial?.sources ?? [], model: llm.id };
    if (stop.signal.aborted) ending = { ...kept, state: 'stopped' };
    else {
      const code = known.code === 'timed_out' || known.code === 'cancelled' ? 'llm_timed_out' : known.code;
      ending = { ...kept, state: 'failed', problem: { code, params: { ...known.params } } };
      if (code === 'internal') services.logger.error({ err: error, chatId: turn.chatId }, 'an answer failed');
      else services.logger.info({ code, detail: known.message, chatId: turn.chatId }, 'an answer failed');
    }
  }
  await keeper.close();
  await endAnswer(services, turn, ending).catch((error: unknown) =>
    services.logger.error({ err: error, chatId: turn.chatId }, 'an answer was not stored'),
  );
}

/** Stores the latest partial every now and then, and hears when the answer is to end. */
function createKeeper(services: Services, turn: Begun, onStop: () => void) {
  let waiting: ReadAnswer | null = null;
  let writing: Promise<void> | null = null;
  let closed = false;
  let asked = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function save(): Promise<void> {
    const partial = waiting;
    waiting = null;
    try {
      const state = await keepPartial(services.db, turn, partial);
      if (state !== 'writing') onStop();
      else if (partial) await services.events.publish(services.db, { type: 'chat', chatId: turn.chatId });
    } catch (error) {
      // The database was away: the next one is on its way, and the end is what counts.
      services.logger.warn({ err: error, chatId: turn.chatId }, 'a partial answer was not stored');
    }
  }
  function schedule(ms: number): void {
    clearTimeout(timer);
    if (closed) return;
    timer = setTimeout(() => {
      asked = false;
      writing = save().finally(() => {
        writing = null;
        schedule(asked ? 0 : waiting ? SAVE_EVERY_MS : HEARTBEAT_MS);
      });
    }, ms);
  }
  // After a reconnect of the signals (null) it may have been missed; the next save looks as well.
  const unsubscribe = services.events.subscribe((signal) => {
    if (signal !== null && !(signal.type === 'chat' && signal.chatId === turn.chatId && signal.stop)) return;
    asked = true;
    if (!writing) schedule(0);
  });
  schedule(HEARTBEAT_MS);
  return {
    keep(partial: ReadAnswer): void {
      const idle = waiting === null && writing === null;
      waiting = partial;
      if (idle) schedule(SAVE_EVERY_MS);
    },
    async close(): Promise<void> {
      closed = true;
      clearTimeout(timer);
      unsubscribe();
      await writing;
    },
  };
}

/** What was said, as plain words: anchors and marks are no part of it, and answers that failed said nothing. */
function historyOf(messages: readonly ChatMessage[]): Turn[] {
  return messages.flatMap(({ role, parts, metadata }): Turn[] => {
    if (role === 'system' || metadata.state === 'failed') return [];
    const text = textOf({ parts })
      .replace(/ ?\[[^\]]{0,200}\]\((#[^)\s]{0,200})\)/g, (whole, href: string) => (isOwnMark(href) ? '' : whole))
      .replace(/\\(?=[\p{P}\p{S}])/gu, '');
    return text.trim() === '' ? [] : [{ role, text }];
  });
}
