import type { Asker } from '#engine/ports.ts';
import { AppError } from '#lib/app-error.ts';

export type SlotLimits = {
  /** Requests at once, over all. */
  total: number;
  /** To one host. */
  perHost: number;
  /** For one user, and for the server's own work. */
  perUser: number;
  /** For all users and strangers behind one client address. */
  perAddress: number;
  /** For all strangers together; the rest of `total` is kept for users and for the server's own work. */
  strangers: number;
  /** For the strangers behind one client address. */
  perStranger: number;
  /** To one host, for all strangers together: a site's last slot is never theirs. */
  strangersPerHost: number;
  /** Requests of one user that wait. */
  waitingPerUser: number;
  /** Requests that wait, for the strangers behind one client address. */
  waitingPerStranger: number;
  /** Requests that wait, for all strangers together. */
  waitingStrangers: number;
};

export const defaultSlotLimits: SlotLimits = {
  total: 16,
  perHost: 2,
  perUser: 8,
  perAddress: 12,
  strangers: 8,
  perStranger: 4,
  strangersPerHost: 1,
  waitingPerUser: 200,
  waitingPerStranger: 16,
  waitingStrangers: 200,
};

/** The server's own work: jobs that belong to no user, model files. */
const SERVER = 'server';

type Release = () => void;
type Waiter = { counters: Counter[]; start: () => void };
/** A number that goes up with a request and must stay below the limit for the next one. */
type Counter = readonly [name: string, limit: number];

/**
 * How many requests run at once, and who is next. Users and the server's own work go before strangers; among equals the
 * askers take turns, and each asker's requests keep their order as far as their hosts have room.
 */
export function createSlots(limits: SlotLimits = defaultSlotLimits) {
  const running = createCounts();
  const waiting = createCounts();
  /** Asker → its waiters. The order of the keys is the order of the turns. */
  const lines = { known: new Map<string, Waiter[]>(), strangers: new Map<string, Waiter[]>() };

  function take(counters: readonly Counter[]): Release {
    running.add(counters, 1);
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      running.add(counters, -1);
      serve();
    };
  }

  /** Starts whatever has room. */
  function serve(): void {
    while (startNext(lines.known) || startNext(lines.strangers));
  }

  function startNext(line: Map<string, Waiter[]>): boolean {
    for (const [asker, waiters] of line) {
      const index = waiters.findIndex(({ counters }) => running.haveRoom(counters));
      const [next] = index < 0 ? [] : waiters.splice(index, 1);
      if (!next) continue;
      // To the end of the line: the others come first now.
      line.delete(asker);
      if (waiters.length > 0) line.set(asker, waiters);
      next.start();
      return true;
    }
    return false;
  }

  /**
   * Waits for a slot, at most `waitMs`. Gives the function that frees it. Errors: `busy` when the wait is over or too many
   * requests of this asker wait already, `cancelled` when the signal fires first.
   */
  function acquire(host: string, asker: Asker, { signal, waitMs }: { signal: AbortSignal; waitMs: number }): Promise<Release> {
    if (signal.aborted) return Promise.reject(new AppError('cancelled', { cause: signal.reason }));
    const counters = countersOf(host, asker, limits);
    if (running.haveRoom(counters)) return Promise.resolve(take(counters));
    const queued = waitingCountersOf(asker, limits);
    if (!waiting.haveRoom(queued)) return Promise.reject(new AppError('busy', { retry: {} }));
    const line = isStranger(asker) ? lines.strangers : lines.known;
    const key = askerKey(asker);
    return new Promise((resolve, reject) => {
      const settle = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', handleAbort);
        waiting.add(queued, -1);
      };
      const leave = (error: AppError): void => {
        const waiters = line.get(key) ?? [];
        const index = waiters.indexOf(waiter);
        if (index >= 0) waiters.splice(index, 1);
        if (waiters.length === 0) line.delete(key);
        settle();
        reject(error);
      };
      const handleAbort = (): void => leave(new AppError('cancelled', { cause: signal.reason }));
      const timer = setTimeout(() => leave(new AppError('busy', { retry: {} })), waitMs);
      const waiter: Waiter = {
        counters,
        start() {
          settle();
          resolve(take(counters));
        },
      };
      waiting.add(queued, 1);
      const waiters = line.get(key);
      if (waiters) waiters.push(waiter);
      else line.set(key, [waiter]);
      signal.addEventListener('abort', handleAbort, { once: true });
    });
  }

  return { acquire };
}

export function isStranger(asker: Asker): boolean {
  return asker.userId === undefined && asker.address !== undefined;
}

function askerKey({ userId, address }: Asker): string {
  return userId === undefined ? (address ?? SERVER) : `user ${userId}`;
}

/** What must have room for a request to start. */
function countersOf(host: string, asker: Asker, limits: SlotLimits): Counter[] {
  const { address } = asker;
  const counters: Counter[] = [
    ['all', limits.total],
    [`host ${host}`, limits.perHost],
  ];
  if (address !== undefined) counters.push([`address ${address}`, limits.perAddress]);
  if (isStranger(asker))
    counters.push(
      ['strangers', limits.strangers],
      [`stranger ${address}`, limits.perStranger],
      [`strangers at ${host}`, limits.strangersPerHost],
    );
  else counters.push([askerKey(asker), limits.perUser]);
  return counters;
}

/** What must have room for a request to wait. */
function waitingCountersOf(asker: Asker, limits: SlotLimits): Counter[] {
  if (asker.userId !== undefined) return [[`user ${asker.userId}`, limits.waitingPerUser]];
  if (!isStranger(asker)) return [];
  return [
    ['strangers', limits.waitingStrangers],
    [`stranger ${asker.address}`, limits.waitingPerStranger],
  ];
}

function createCounts() {
  const counts = new Map<string, number>();
  return {
    haveRoom: (counters: readonly Counter[]): boolean => counters.every(([name, limit]) => (counts.get(name) ?? 0) < limit),
    add(counters: readonly Counter[], change: 1 | -1): void {
      for (const [name] of counters) {
        const count = (counts.get(name) ?? 0) + change;
        if (count > 0) counts.set(name, count);
        else counts.delete(name);
      }
    },
  };
}
