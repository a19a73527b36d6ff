import type { Asker } from '#engine/ports.ts';
import { AppError } from '#lib/app-error.ts';

export type SlotLimits = {
  total: number;
  perHost: number;
  perUser: number;
  /** Limit for all users and strangers behind one client address. */
  perAddress: number;
  /** Limit for all strangers together; the rest of `total` is kept for users and the server. */
  strangers: number;
  perStranger: number;
  /** Limit for all strangers together to one host, so that they never take a site's last slot. */
  strangersPerHost: number;
  waitingPerUser: number;
  waitingPerStranger: number;
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

const SERVER = 'server';

type Release = () => void;
type Waiter = { counters: Counter[]; start: () => void };
type Counter = readonly [name: string, limit: number];

/** Users and the server go before strangers. Equal askers take turns, each in order as far as the hosts have room. */
export function createSlots(limits: SlotLimits = defaultSlotLimits) {
  const running = createCounts();
  const waiting = createCounts();
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

  function serve(): void {
    while (startNext(lines.known) || startNext(lines.strangers));
  }

  function startNext(line: Map<string, Waiter[]>): boolean {
    for (const [asker, waiters] of line) {
      const index = waiters.findIndex(({ counters }) => running.haveRoom(counters));
      const [next] = index < 0 ? [] : waiters.splice(index, 1);
      if (!next) continue;
      line.delete(asker);
      if (waiters.length > 0) line.set(asker, waiters);
      next.start();
      return true;
    }
    return false;
  }

  /** Returns the release function. Errors: `busy` (waited longer than `waitMs`, or too many are waiting), `cancelled`. */
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
      signal.addEventListener('abort', handleAbort);
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
