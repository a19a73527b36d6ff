import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { openPage } from '../../../../tests/harness/interface/page.tsx';
import { usePages } from './use-pages.ts';

type Seen = { isIntersecting: boolean; intersectionRatio: number };

async function opened(failAt?: string | null) {
  const page = openPage();
  const watching = new Set<(entries: Seen[]) => void>();
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly tell: (entries: Seen[]) => void;
      constructor(tell: (entries: Seen[]) => void) {
        this.tell = tell;
      }
      observe() {
        watching.add(this.tell);
      }
      disconnect() {
        watching.delete(this.tell);
      }
    },
  );
  const asked: (string | undefined)[] = [];
  const state = { failAt };
  const read = async (cursor: string | undefined) => {
    asked.push(cursor);
    if (state.failAt !== undefined && (cursor ?? null) === state.failAt) throw new Error('no');
    const at = Number(cursor ?? 0);
    return { items: [at], nextCursor: at < 2 ? String(at + 1) : null };
  };
  const hook = await page.render(() => usePages(['list'], read), null);
  await hook.after((now) => now.end(page.document.body));
  const see = async (intersectionRatio: number, isIntersecting = true) => {
    act(() => {
      for (const tell of watching) tell([{ isIntersecting, intersectionRatio }]);
    });
    await page.settle();
  };
  return { page, hook, asked, see, state, watching };
}

test('more of a list is read where half of its end is in view, up to the last page', async () => {
  const { hook, asked, see, watching } = await opened();
  expect([hook.now.pages?.length, hook.now.hasNextPage, hook.now.failed, hook.now.isFetching, asked]).toEqual([
    1,
    true,
    null,
    false,
    [undefined],
  ]);
  await see(0.49);
  await see(0.9, false);
  expect(asked).toHaveLength(1);
  await see(0.5);
  await see(1);
  expect([asked, hook.now.pages?.length, hook.now.hasNextPage, watching.size]).toEqual([[undefined, '1', '2'], 3, false, 0]);
});

test('a page that failed is read again on request alone', async () => {
  const { hook, asked, see, state } = await opened('1');
  await see(1);
  expect([asked, hook.now.pages?.length, hook.now.isNextPageError, hook.now.failed === null]).toEqual([
    [undefined, '1'],
    1,
    true,
    false,
  ]);
  await see(1);
  expect(asked).toHaveLength(2);
  state.failAt = undefined;
  await hook.after((now) => now.readOn());
  expect([asked, hook.now.isNextPageError, hook.now.pages?.length]).toEqual([[undefined, '1', '1'], false, 2]);
});

test('a list that could not be read is read again on request, and anew by each page', async () => {
  const { page, hook, asked, state } = await opened(null);
  expect([hook.now.pages, hook.now.failed === null, asked]).toEqual([null, false, [undefined]]);
  state.failAt = undefined;
  await hook.after((now) => now.retry());
  expect([hook.now.pages?.length, hook.now.failed]).toEqual([1, null]);
  const readAnew = async () => {
    asked.push('anew');
    return { items: [], nextCursor: null };
  };
  await page.render(() => usePages(['list'], readAnew), null);
  expect(asked.at(-1)).toBe('anew');
});
