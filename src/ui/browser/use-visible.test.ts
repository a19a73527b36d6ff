import { expect, test, vi } from 'vitest';
import { openPage } from '../../../tests/harness/interface/page.tsx';
import { useVisible } from './use-visible.ts';

type Seen = { isIntersecting: boolean; intersectionRatio: number };

/** Observers of what is in view, told by the test. */
function opened() {
  const page = openPage();
  const observers: { tell: (seen: Seen[]) => void; options: unknown; elements: unknown[]; ended: boolean }[] = [];
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly #own: (typeof observers)[number];
      constructor(tell: (seen: Seen[]) => void, options: unknown) {
        this.#own = { tell, options, elements: [], ended: false };
        observers.push(this.#own);
      }
      observe(element: unknown) {
        this.#own.elements.push(element);
      }
      disconnect() {
        this.#own.ended = true;
      }
    },
  );
  return { page, observers };
}

test('an element counts as seen once enough of it is in view', async () => {
  const { page, observers } = opened();
  const onVisible = vi.fn();
  const hook = await page.render(
    ({ enabled, threshold }: { enabled: boolean; threshold: number }) => useVisible(onVisible, { threshold, enabled }),
    { enabled: true, threshold: 0.5 },
  );
  expect(observers).toEqual([]);
  const element = page.document.body;
  await hook.after((setElement) => setElement(element));
  expect(observers).toMatchObject([{ options: { threshold: 0.5 }, elements: [element], ended: false }]);
  const tell = (...seen: Seen[]) => observers.at(-1)?.tell(seen);
  tell({ isIntersecting: false, intersectionRatio: 1 }, { isIntersecting: true, intersectionRatio: 0.49 });
  expect(onVisible).not.toHaveBeenCalled();
  tell({ isIntersecting: false, intersectionRatio: 0 }, { isIntersecting: true, intersectionRatio: 0.5 });
  expect(onVisible).toHaveBeenCalledTimes(1);
  await hook.update({ enabled: true, threshold: 0.2 });
  tell({ isIntersecting: true, intersectionRatio: 0.2 });
  expect([onVisible.mock.calls.length, observers.map(({ ended }) => ended)]).toEqual([2, [true, false]]);
  await hook.update({ enabled: false, threshold: 0.2 });
  expect(observers.map(({ ended }) => ended)).toEqual([true, true]);
  await hook.update({ enabled: true, threshold: 0.2 });
  await hook.after((setElement) => setElement(null));
  expect(observers.map(({ ended }) => ended)).toEqual([true, true, true]);
});
