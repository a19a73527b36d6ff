import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import type { Asker } from '#engine/ports.ts';
import { hasCode } from '#lib/app-error.ts';
import { createSlots, defaultSlotLimits, isStranger } from './request-slots.ts';

const never = new AbortController().signal;
const long = { signal: never, waitMs: 60_000 };

/** Requests a slot and adds its name to `served` when it is granted. */
function ask(slots: ReturnType<typeof createSlots>, host: string, asker: Asker, served: string[], name = host) {
  return slots.acquire(host, asker, long).then((release) => {
    served.push(name);
    return release;
  });
}

async function settle(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

test('slots: keep half of all for users and the server, whatever strangers ask for', async () => {
  const slots = createSlots();
  const strangers: string[] = [];
  for (let i = 0; i < 100; i++) void ask(slots, `slow${i}.example`, { address: `192.0.2.${i}` }, strangers);
  await settle();
  expect(strangers).toHaveLength(defaultSlotLimits.strangers);
  const served: string[] = [];
  await ask(slots, 'page.example', { userId: 'ann', address: '192.0.2.1' }, served);
  await ask(slots, 'model.example', {}, served);
  expect(served).toEqual(['page.example', 'model.example']);
});

test('slots: give one address of strangers no more than its share', async () => {
  const slots = createSlots();
  const served: string[] = [];
  for (let i = 0; i < 12; i++) void ask(slots, `slow${i}.example`, { address: '192.0.2.1' }, served);
  await settle();
  expect(served).toHaveLength(defaultSlotLimits.perStranger);
  await ask(slots, 'page.example', { address: '192.0.2.2' }, served);
});

test('slots: leave a place at each host to users', async () => {
  const slots = createSlots();
  const served: string[] = [];
  void ask(slots, 'videos.example', { address: '192.0.2.1' }, served, 'first stranger');
  void ask(slots, 'videos.example', { address: '192.0.2.2' }, served, 'second stranger');
  await ask(slots, 'videos.example', { userId: 'ann' }, served, 'ann');
  expect(served).toEqual(['first stranger', 'ann']);
});

test('slots: serve users before strangers who came first', async () => {
  const slots = createSlots({ ...defaultSlotLimits, total: 1 });
  const served: string[] = [];
  const release = await ask(slots, 'a.example', {}, served, 'server');
  const stranger = ask(slots, 'b.example', { address: '192.0.2.1' }, served, 'stranger');
  const user = ask(slots, 'c.example', { userId: 'ann' }, served, 'ann');
  release();
  (await user)();
  await stranger;
  expect(served).toEqual(['server', 'ann', 'stranger']);
});

test('slots: let two users take turns, and keep the order of each', async () => {
  const slots = createSlots({ ...defaultSlotLimits, total: 1 });
  const served: string[] = [];
  const release = await slots.acquire('start.example', {}, long);
  const waits = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2'].map(async (name) => {
    (await ask(slots, `${name}.example`, { userId: name.slice(0, 1) }, served, name))();
  });
  release();
  await Promise.all(waits);
  expect(served).toEqual(['a1', 'b1', 'a2', 'b2', 'a3', 'a4']);
});

test('slots: whoever has nothing waiting comes after those who asked before their next request', async () => {
  const slots = createSlots({ ...defaultSlotLimits, total: 1 });
  const served: string[] = [];
  const [ann, bob] = [{ userId: 'ann' }, { userId: 'bob' }];
  const first = await ask(slots, 'a.example', ann, served, 'ann 1');
  const second = ask(slots, 'b.example', ann, served, 'ann 2');
  first();
  const third = ask(slots, 'c.example', bob, served, 'bob');
  const fourth = ask(slots, 'd.example', ann, served, 'ann 3');
  (await second)();
  (await third)();
  (await fourth)();
  expect(served).toEqual(['ann 1', 'ann 2', 'bob', 'ann 3']);
});

test('slots: serve all that one end makes room for', async () => {
  const slots = createSlots({ ...defaultSlotLimits, perUser: 1, perHost: 1 });
  const served: string[] = [];
  const [ann, bob] = [{ userId: 'ann' }, { userId: 'bob' }];
  const first = await ask(slots, 'a.example', ann, served, 'first');
  void ask(slots, 'b.example', ann, served, 'of the same user');
  void ask(slots, 'a.example', bob, served, 'at the same host');
  first();
  await settle();
  expect(served).toEqual(['first', 'of the same user', 'at the same host']);
});

test('slots: whoever stops waiting loses the turn', async () => {
  const slots = createSlots({ ...defaultSlotLimits, total: 1 });
  const served: string[] = [];
  const [ann, bob] = [{ userId: 'ann' }, { userId: 'bob' }];
  const first = await ask(slots, 'a.example', {}, served, 'first');
  const leaving = new AbortController();
  const left = slots.acquire('b.example', ann, { signal: leaving.signal, waitMs: 60_000 }).catch((error: unknown) => error);
  const second = ask(slots, 'c.example', bob, served, 'bob');
  leaving.abort();
  expect(await left).toMatchObject({ code: 'cancelled' });
  const third = ask(slots, 'd.example', ann, served, 'ann');
  first();
  (await second)();
  (await third)();
  expect(served).toEqual(['first', 'bob', 'ann']);
});

test('slots: count users of no known address each on their own', async () => {
  const slots = createSlots();
  const served: string[] = [];
  for (let i = 0; i < defaultSlotLimits.total; i++) void ask(slots, `slow${i}.example`, { userId: `user${i}` }, served);
  await settle();
  expect(served).toHaveLength(defaultSlotLimits.total);
});

test('slots: keep the users behind one address below all there are', async () => {
  const slots = createSlots();
  const served: string[] = [];
  for (let i = 0; i < 40; i++) void ask(slots, `slow${i}.example`, { userId: `guest${i}`, address: '192.0.2.1' }, served);
  await settle();
  expect(served).toHaveLength(defaultSlotLimits.perAddress);
  await ask(slots, 'page.example', { userId: 'ann', address: '192.0.2.2' }, served);
});

test('slots: give none to what is cancelled, before it asks or while it waits', async () => {
  const slots = createSlots({ ...defaultSlotLimits, total: 1 });
  const gone = AbortSignal.abort(new Error('left'));
  const refused = await slots.acquire('a.example', {}, { signal: gone, waitMs: 60_000 }).catch((error: unknown) => error);
  expect(refused).toMatchObject({ code: 'cancelled', cause: gone.reason });
  const served: string[] = [];
  const release = await ask(slots, 'a.example', {}, served, 'first');
  const leaving = new AbortController();
  const waits = slots.acquire('b.example', {}, { signal: leaving.signal, waitMs: 60_000 }).catch((error: unknown) => error);
  const last = ask(slots, 'c.example', {}, served, 'last');
  leaving.abort(new Error('left too'));
  expect(await waits).toMatchObject({ code: 'cancelled', cause: leaving.signal.reason });
  expect(served).toEqual(['first']);
  release();
  (await last)();
  expect(served).toEqual(['first', 'last']);
});

test('slots: refuse a stranger with too many requests waiting, and nobody else', async () => {
  const slots = createSlots();
  const codes: unknown[] = [];
  for (let i = 0; i < 40; i++)
    slots
      .acquire(`slow${i}.example`, { address: '192.0.2.1' }, long)
      .catch((error: unknown) => codes.push(hasCode(error, 'busy')));
  await settle();
  expect(codes).toEqual(Array(40 - defaultSlotLimits.perStranger - defaultSlotLimits.waitingPerStranger).fill(true));
  const other = await slots.acquire('page.example', { address: '192.0.2.2' }, long);
  other();
});

test('slots: let the server wait however many strangers may', async () => {
  const slots = createSlots({ ...defaultSlotLimits, total: 1, waitingStrangers: 1, waitingPerStranger: 1, waitingPerUser: 1 });
  const served: string[] = [];
  const release = await ask(slots, 'a.example', {}, served, 'first');
  const waiting = ['second', 'third', 'fourth'].map((name) => ask(slots, `${name}.example`, {}, served, name));
  release();
  for (const one of waiting) (await one)();
  expect(served).toEqual(['first', 'second', 'third', 'fourth']);
});

test('slots: end a wait that takes too long with `busy`, and let the next one in', async () => {
  const slots = createSlots({ ...defaultSlotLimits, total: 1 });
  const release = await slots.acquire('a.example', {}, long);
  const impatient = slots.acquire('b.example', { userId: 'ann' }, { signal: never, waitMs: 1 });
  await expect(impatient).rejects.toMatchObject({ code: 'busy', retry: {} });
  const next = slots.acquire('c.example', { userId: 'ann' }, long);
  release();
  (await next)();
});

test('slots: count nothing down when the wait of a served request would end, or it is cancelled', async () => {
  vi.useFakeTimers();
  try {
    const slots = createSlots({ ...defaultSlotLimits, total: 1, waitingPerUser: 1 });
    const ann = { userId: 'ann' };
    const leaving = new AbortController();
    const release = await slots.acquire('a.example', {}, long);
    const served = slots.acquire('b.example', ann, { signal: leaving.signal, waitMs: 1000 });
    release();
    const releaseServed = await served;
    const waiting = slots.acquire('c.example', ann, long);
    await vi.advanceTimersByTimeAsync(1000);
    leaving.abort();
    await expect(slots.acquire('d.example', ann, { signal: never, waitMs: 1 })).rejects.toMatchObject({
      code: 'busy',
      retry: {},
    });
    expect(vi.getTimerCount()).toBe(1);
    releaseServed();
    (await waiting)();
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

const zAsker = fc.oneof(
  fc.constant<Asker>({}),
  fc.record({ address: fc.constantFrom('1', '2', '3') }),
  fc.record({ userId: fc.constantFrom('ann', 'bob'), address: fc.constantFrom('1', '2') }),
);
const zStep = fc.oneof(
  fc.record({
    kind: fc.constant('ask' as const),
    host: fc.constantFrom('a', 'b', 'c'),
    asker: zAsker,
    times: fc.integer({ min: 1, max: 6 }),
  }),
  fc.record({ kind: fc.constant('free' as const), which: fc.nat() }),
  fc.record({ kind: fc.constant('freeTwice' as const), which: fc.nat() }),
  fc.record({ kind: fc.constant('abort' as const), which: fc.nat() }),
);

test('slots: stay below every limit, and serve or refuse every request', async () => {
  const limits = { ...defaultSlotLimits, ...{ total: 5, perUser: 3, perAddress: 4, strangers: 3, perStranger: 2 } };
  const most = { ...limits, waitingPerUser: 6, waitingPerStranger: 3, waitingStrangers: 5 };
  await fc.assert(
    fc.asyncProperty(fc.array(zStep, { maxLength: 60 }), async (steps) => {
      const slots = createSlots(most);
      type Held = { host: string; asker: Asker; release: () => void };
      const held: Held[] = [];
      const stops: AbortController[] = [];
      let asked = 0;
      let ended = 0;
      let refused = 0;
      /** Failures are collected, because an expectation that fails in a callback does not fail the test. */
      const broken: unknown[] = [];
      const check = (): void => {
        const count = (wanted: (one: Held) => boolean): number => held.filter(wanted).length;
        expect(held.length).toBeLessThanOrEqual(most.total);
        expect(count(({ asker }) => isStranger(asker))).toBeLessThanOrEqual(most.strangers);
        for (const host of ['a', 'b', 'c']) {
          expect(count((one) => one.host === host)).toBeLessThanOrEqual(most.perHost);
          expect(count((one) => one.host === host && isStranger(one.asker))).toBeLessThanOrEqual(most.strangersPerHost);
        }
        for (const userId of ['ann', 'bob'])
          expect(count(({ asker }) => asker.userId === userId)).toBeLessThanOrEqual(most.perUser);
        for (const address of ['1', '2', '3']) {
          expect(count(({ asker }) => asker.address === address)).toBeLessThanOrEqual(most.perAddress);
          expect(count(({ asker }) => isStranger(asker) && asker.address === address)).toBeLessThanOrEqual(most.perStranger);
        }
      };
      const request = (host: string, asker: Asker): void => {
        const stop = new AbortController();
        stops.push(stop);
        asked += 1;
        slots.acquire(host, asker, { signal: stop.signal, waitMs: 60_000 }).then(
          (release) => {
            ended += 1;
            held.push({ host, asker, release });
            try {
              check();
            } catch (error) {
              broken.push(error);
            }
          },
          (error: unknown) => {
            ended += 1;
            refused += 1;
            if (!hasCode(error, 'busy', 'cancelled')) broken.push(error);
          },
        );
      };
      for (const step of steps) {
        if (step.kind === 'ask') for (let i = 0; i < step.times; i++) request(step.host, step.asker);
        else if (step.kind === 'abort') stops[step.which % Math.max(1, stops.length)]?.abort();
        else {
          const [one] = held.splice(step.which % Math.max(1, held.length), 1);
          one?.release();
          if (step.kind === 'freeTwice') one?.release();
        }
        await settle();
      }
      // When all running requests end, all waiting ones are served and nothing is left over.
      while (held.length > 0) {
        for (const one of held.splice(0)) one.release();
        await settle();
      }
      expect(ended).toBe(asked);
      expect(broken).toEqual([]);
      const before = refused;
      for (let i = 0; i < most.perUser + most.waitingPerUser; i++) request(`host${i}`, { userId: 'ann' });
      for (let i = 0; i < most.perStranger + most.waitingPerStranger; i++) request(`page${i}`, { address: '4' });
      await settle();
      expect(refused).toBe(before);
      expect(held).toHaveLength(most.perUser + most.perStranger);
      for (const stop of stops) stop.abort();
      await settle();
      expect(ended).toBe(asked);
    }),
    { numRuns: 200 },
  );
});
