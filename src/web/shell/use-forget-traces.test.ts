import { expect, test, vi } from 'vitest';
import { userTraceKey } from '#ui/browser/user-traces.ts';
import { openPage } from '../../../tests/harness/interface/page.tsx';
import { useForgetTraces } from './use-forget-traces.ts';

test('what is kept of users goes once nobody is signed in, and not before that is known', async () => {
  const asked = Promise.withResolvers<undefined>();
  let user: object | null = { id: 'u' };
  const page = openPage({
    answers: {
      'account.me': async () => {
        await asked.promise;
        return { user };
      },
    },
  });
  // As a browser lists its keys.
  const proxy = new Proxy(globalThis.localStorage, {
    ownKeys: () => [...page.storage.keys()],
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  });
  vi.stubGlobal('localStorage', proxy);
  const key = userTraceKey('u', 'palette');
  page.storage.set(key, '[]');
  page.storage.set('other', 'x');
  const hook = await page.render(useForgetTraces, undefined);
  expect(page.storage.has(key)).toBe(true);
  await hook.after(() => asked.resolve(undefined));
  expect(page.storage.has(key)).toBe(true);
  user = null;
  await hook.after(() => void page.queryClient.invalidateQueries());
  await page.settle();
  expect([...page.storage.keys()]).toEqual(['other']);
});
