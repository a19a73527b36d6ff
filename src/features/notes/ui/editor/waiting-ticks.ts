/** Unconfirmed changes of todo items, kept per tab; a reloaded page sends them again. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import { mayPass, readError } from '#lib/client-error.ts';
import type { TodoRef } from '#lib/notes/note-todos.ts';

export type Tick = TodoRef & { done: boolean };

const prefix = 'gleaner:ticks:';

function readTicks(contentId: string): Tick[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(prefix + contentId) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isTick) : [];
  } catch {
    return [];
  }
}

function keepTicks(contentId: string, ticks: readonly Tick[]): void {
  try {
    if (ticks.length === 0) sessionStorage.removeItem(prefix + contentId);
    else sessionStorage.setItem(prefix + contentId, JSON.stringify(ticks));
  } catch {}
}

/** One queue per content and tab, so that requests stay in order. */
export type TickQueue = {
  state: StoreApi<{ waiting: readonly Tick[] }>;
  readonly waiting: readonly Tick[];
  sending: boolean;
  /** Aborts the running request when the page closes, which then sends it again. */
  sent: AbortController | null;
  retry: ReturnType<typeof setTimeout> | undefined;
  failures: number;
  wait: (next: readonly Tick[]) => void;
};

const queues = new Map<string, TickQueue>();

/** Starts with the changes that the previous page left. */
export function tickQueueOf(contentId: string): TickQueue {
  const known = queues.get(contentId);
  if (known) return known;
  const state = createStore<{ waiting: readonly Tick[] }>()(() => ({ waiting: lastOfEach(readTicks(contentId)) }));
  const queue: TickQueue = {
    state,
    get waiting() {
      return state.getState().waiting;
    },
    sending: false,
    sent: null,
    retry: undefined,
    failures: 0,
    wait(next) {
      keepTicks(contentId, next);
      state.setState({ waiting: next });
    },
  };
  queues.set(contentId, queue);
  return queue;
}

/**
 * Sends the changes one after another. A refused one is dropped, and the others still go: returns the last refusal. Throws when a
 * failure may pass or the request was aborted; the changes that are not stored then stay.
 */
export async function sendWaiting(queue: TickQueue, send: (tick: Tick) => Promise<void>): Promise<{ error: unknown } | null> {
  let refusal: { error: unknown } | null = null;
  for (let tick = queue.waiting[0]; tick; tick = queue.waiting[0]) {
    const sent = tick;
    try {
      await send(sent);
    } catch (error) {
      if (queue.sent?.signal.aborted || mayPass(readError(error).code)) throw error;
      refusal = { error };
    }
    queue.failures = 0;
    queue.wait(queue.waiting.filter((one) => one !== sent));
  }
  return refusal;
}

export const isSame = (one: TodoRef, other: TodoRef) => one.line === other.line && one.words === other.words;

export function lastOfEach(ticks: readonly Tick[]): Tick[] {
  return ticks.filter((tick, index) => !ticks.slice(index + 1).some((later) => isSame(later, tick)));
}

function isTick(value: unknown): value is Tick {
  if (typeof value !== 'object' || value === null || !('line' in value) || !('words' in value) || !('done' in value))
    return false;
  return Number.isInteger(value.line) && typeof value.words === 'string' && typeof value.done === 'boolean';
}
