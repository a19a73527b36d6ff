/** Ticks that the server is not known to have, kept in this tab of the browser: a page that comes back says them again. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { TaskRef } from '#lib/note-tasks.ts';

export type Tick = TaskRef & { done: boolean };

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
  } catch {
    // A browser that keeps nothing still sends them.
  }
}

/** What is ticked of one content and on its way to the server, whichever page shows it: one queue, so that none overtakes. */
export type TickQueue = {
  state: StoreApi<{ waiting: readonly Tick[] }>;
  /** The first one is on its way. */
  readonly waiting: readonly Tick[];
  sending: boolean;
  /** Ends the one that is on its way when the page goes: what it said is said again by what goes out then. */
  sent: AbortController | null;
  retry: ReturnType<typeof setTimeout> | undefined;
  /** In a row, for want of a connection. */
  failures: number;
  /** Takes the place of what waits, keeps it and tells those who listen. */
  wait: (next: readonly Tick[]) => void;
};

const queues = new Map<string, TickQueue>();

/** The queue of a content; a page that was just opened finds in it what the one before it left. */
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

export const isSame = (one: TaskRef, other: TaskRef) => one.line === other.line && one.words === other.words;

/** Of several ticks of one item the last one counts. */
export function lastOfEach(ticks: readonly Tick[]): Tick[] {
  return ticks.filter((tick, index) => !ticks.slice(index + 1).some((later) => isSame(later, tick)));
}

function isTick(value: unknown): value is Tick {
  if (typeof value !== 'object' || value === null || !('line' in value) || !('words' in value) || !('done' in value))
    return false;
  return Number.isInteger(value.line) && typeof value.words === 'string' && typeof value.done === 'boolean';
}
