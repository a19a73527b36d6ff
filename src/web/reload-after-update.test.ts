import { expect, test } from 'vitest';
import { createReloadAfterUpdate } from '#web/reload-after-update.ts';
import { watchWhetherSomebodyWaits } from '#web/somebody-waits.ts';

type Answer = () => Promise<{ ok: boolean }>;

const answers: Answer = () => Promise.resolve({ ok: true });

/** A page whose server answers as given; `fail` is an import that could not be fetched. */
function openPage(answer: Answer, version = 'first', kept = new Map<string, string>()) {
  const page = { awaited: true, reloads: 0, asked: [] as string[], givenUp: 0, answer, kept };
  const handle = createReloadAfterUpdate({
    storage: { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) },
    fetch: (path) => {
      page.asked.push(path);
      return page.answer();
    },
    reload: () => {
      page.reloads += 1;
    },
    onGivenUp: () => {
      page.givenUp += 1;
    },
    isAwaited: () => page.awaited,
    version,
  });
  const fail = (message = 'Failed to fetch dynamically imported module: /assets/a.js') =>
    handle(Object.assign(new Event('vite:preloadError', { cancelable: true }), { payload: new Error(message) }));
  return { page, fail };
}

test('reloads once for each build when a part is missing on a server that answers', async () => {
  const { page, fail } = openPage(answers);
  await Promise.all([fail(), fail()]);
  expect(page.asked).toEqual(['/healthz', '/healthz']);
  expect(page.reloads).toBe(1);
  // A reload is pending, so the page does not give up.
  await fail();
  expect(page.givenUp).toBe(0);
  // The reload brought the same build.
  const again = openPage(answers, 'first', page.kept);
  await again.fail();
  expect(again.page).toMatchObject({ reloads: 0, givenUp: 1 });
  const updated = openPage(answers, 'second', page.kept);
  await updated.fail();
  await updated.fail();
  expect(updated.page.reloads).toBe(1);
});

test('does not reload while the server is away or failing', async () => {
  const { page, fail } = openPage(() => Promise.reject(new TypeError('Failed to fetch')));
  await fail();
  page.answer = () => Promise.resolve({ ok: false });
  await fail();
  expect(page.reloads).toBe(0);
  page.answer = answers;
  await fail();
  expect(page.reloads).toBe(1);
});

test('does not reload for what was asked for ahead, but for the press that follows', async () => {
  const { page, fail } = openPage(answers);
  page.awaited = false;
  await fail();
  expect(page).toMatchObject({ reloads: 0, asked: [] });
  page.awaited = true;
  await fail();
  expect(page.reloads).toBe(1);
});

test('somebody waits for a part after a press or the beginning, not when pointer or focus come near', () => {
  const target = new EventTarget();
  let now = 0;
  const isAwaited = watchWhetherSomebodyWaits(target, () => now);
  expect(isAwaited()).toBe(true);
  target.dispatchEvent(new Event('pointerover'));
  expect(isAwaited()).toBe(false);
  target.dispatchEvent(new Event('pointerdown'));
  expect(isAwaited()).toBe(true);
  now = 10_000;
  expect(isAwaited()).toBe(false);
  target.dispatchEvent(Object.assign(new Event('keydown'), { key: 'Enter' }));
  expect(isAwaited()).toBe(true);
  target.dispatchEvent(Object.assign(new Event('keydown'), { key: 'Tab' }));
  expect(isAwaited()).toBe(false);
});

test('keeps the router from reloading for the same part', async () => {
  const { page, fail } = openPage(() => Promise.reject(new TypeError('Failed to fetch')));
  const reloading = fail('Importing a module script failed.');
  expect(page.kept.get('tanstack_router_reload:Importing a module script failed.')).toBe('1');
  await reloading;
});

test('never reloads without storage', async () => {
  let reloads = 0;
  const handle = createReloadAfterUpdate({
    storage: {
      getItem: () => null,
      setItem: () => {
        throw new Error('no storage');
      },
    },
    fetch: answers,
    reload: () => {
      reloads += 1;
    },
    onGivenUp: () => undefined,
    isAwaited: () => true,
    version: 'first',
  });
  await handle(Object.assign(new Event('vite:preloadError'), { payload: new Error('gone') }));
  expect(reloads).toBe(0);
});
