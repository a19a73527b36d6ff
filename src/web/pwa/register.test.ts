import { expect, onTestFinished, test, vi } from 'vitest';
import { openPage } from '../../../tests/harness/interface/page.tsx';
import { registerWorker } from './register.ts';

type Page = { built?: boolean; workers?: boolean; readyState?: string };

function opened({ built = true, workers = true, readyState = 'complete' }: Page = {}) {
  const page = openPage();
  vi.stubEnv('PROD', built);
  onTestFinished(() => void vi.unstubAllEnvs());
  const registered: unknown[][] = [];
  const register = async (...args: unknown[]) => {
    registered.push(args);
    throw new Error('no storage');
  };
  vi.stubGlobal('navigator', workers ? { serviceWorker: { register } } : {});
  Object.assign(page.document, { readyState });
  const observed: unknown[] = [];
  let arrive = () => {};
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      constructor(tell: () => void) {
        arrive = tell;
      }
      observe(what: unknown) {
        observed.push(what);
      }
      disconnect() {
        observed.push('ended');
      }
    },
  );
  let loading = false;
  registerWorker(() => loading);
  return {
    ...page,
    observed,
    registered,
    arrive: () => arrive(),
    setLoading: (is: boolean) => {
      loading = is;
    },
  };
}

test('the worker is registered once a second has passed without a request, and only once', async () => {
  const { settle, registered, arrive, observed } = opened();
  expect(observed).toEqual([{ type: 'resource' }]);
  await settle(900);
  arrive();
  await settle(900);
  arrive();
  await settle(999);
  expect(registered).toEqual([]);
  await settle(1);
  expect(registered).toEqual([['/sw.js', { updateViaCache: 'none' }]]);
  expect(observed).toEqual([{ type: 'resource' }, 'ended']);
  await settle(5000);
  expect(registered.length).toBe(1);
});

test('it waits for a page that is still loading, or waits itself', async () => {
  const { settle, registered, document, setLoading } = opened({ readyState: 'interactive' });
  await settle(3500);
  expect(registered).toEqual([]);
  setLoading(true);
  Object.assign(document, { readyState: 'complete' });
  await settle(1500);
  expect(registered).toEqual([]);
  setLoading(false);
  await settle(999);
  expect(registered).toEqual([]);
  await settle(1);
  expect(registered.length).toBe(1);
});

test.each([{ built: false }, { workers: false }])('nothing is registered with %j', async (given) => {
  const { settle, registered, observed } = opened(given);
  await settle(3000);
  expect([registered, observed]).toEqual([[], []]);
});
