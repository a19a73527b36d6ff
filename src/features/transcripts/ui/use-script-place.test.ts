import { createElement, type ReactNode } from 'react';
import { expect, test } from 'vitest';
import { PlayerProvider, usePlayerStore } from '#ui/player/player-context.tsx';
import { createViewState, type SourceTarget } from '#ui/reader/view-state.ts';
import { openPage } from '../../../../tests/harness/interface/page.tsx';
import { useAskedLine, useKeptPlace, useLineScroll, useLinkedLine, useOwnScroll } from './use-script-place.ts';

const withPlayer = (children: ReactNode) => createElement(PlayerProvider, null, children);

async function asked() {
  const page = openPage();
  let jumps = 0;
  const hook = await page.render(() => ({ player: usePlayerStore(), asked: useAskedLine(() => void jumps++) }), null, withPlayer);
  const at = (timeMs: number, playing = false) => hook.after(({ player }) => player.state.setState({ timeMs, playing }));
  return { page, hook, at, jumps: () => jumps, line: () => hook.now.asked.line };
}

test('an asked line stays while the recording stands, and four seconds while it plays', async () => {
  const { page, hook, at, line } = await asked();
  expect(line()).toBe(-1);
  await hook.after(({ asked: { set } }) => set(0));
  await page.settle(60_000);
  expect(line()).toBe(0);
  await at(0, true);
  await page.settle(3990);
  expect(line()).toBe(0);
  await page.settle(20);
  expect(line()).toBe(-1);
  await hook.after(({ asked: { set } }) => set(3));
  await at(0, false);
  await page.settle(10_000);
  expect(line()).toBe(3);
  await hook.after(({ asked: { forget } }) => forget());
  expect(line()).toBe(-1);
});

test('a jump of the recording forgets the asked line and is told once; playing on is none', async () => {
  const { hook, at, jumps, line } = await asked();
  await at(9000);
  // Nothing was asked for.
  expect(jumps()).toBe(0);
  await hook.after(({ asked: { set } }) => set(5));
  await at(10_000);
  await at(11_999);
  await at(13_999);
  await at(12_000);
  await at(11_999);
  expect([jumps(), line()]).toEqual([0, 5]);
  await at(14_000);
  await at(18_000);
  expect([jumps(), line()]).toEqual([1, -1]);
  await at(2000);
  expect(jumps()).toBe(1);
  await hook.after(({ asked: { set } }) => set(6));
  await at(30_000);
  expect(jumps()).toBe(2);
});

function scrolling() {
  const scrolls: [number, string][] = [];
  const list = {
    scrollToIndex: (line: number, { align }: { align: string }) => void scrolls.push([line, align]),
    scrollOffset: 77,
    takeSnapshot: () => ['measured'],
  };
  return { list: { current: list as never }, scrolls };
}

test('a scroll to a line goes on for a second while the script grows, unless the reader scrolls', async () => {
  const page = openPage();
  const { list, scrolls } = scrolling();
  const hook = await page.render(() => useLineScroll(list), null);
  hook.now.settle();
  hook.now.show(-1);
  expect(scrolls).toEqual([]);
  hook.now.show(0);
  hook.now.settle();
  await page.settle(999);
  hook.now.settle();
  expect(scrolls).toEqual(Array(3).fill([0, 'center']));
  await page.settle(1);
  hook.now.settle();
  hook.now.settle();
  expect(scrolls).toHaveLength(3);
  hook.now.show(4, 'auto');
  hook.now.settle();
  expect(scrolls.slice(3)).toEqual(Array(2).fill([4, 'auto']));
  hook.now.release();
  hook.now.settle();
  expect(scrolls).toHaveLength(5);
  const unmounted = await page.render(() => useLineScroll({ current: null }), null);
  unmounted.now.show(1);
  unmounted.now.settle();
});

test('the place is kept when the script goes', async () => {
  const page = openPage();
  const viewState = createViewState();
  const { list } = scrolling();
  const reading = { query: 'q', chosen: 1, from: 2, following: false, marked: 3 };
  const hook = await page.render((query: string) => useKeptPlace(viewState, list, () => ({ ...reading, query })), 'first');
  await hook.update('last');
  expect(viewState.script).toBeNull();
  await hook.leave();
  expect(viewState.script).toEqual({ ...reading, query: 'last', offsetPx: 77, measured: ['measured'] });
  const none = createViewState();
  const empty = await page.render(() => useKeptPlace(none, { current: null }, () => reading), null);
  await empty.leave();
  expect(none.script).toBeNull();
});

test('each script has a scroll of its own', async () => {
  const page = openPage();
  const [one, other] = [await page.render(() => useOwnScroll(), null), await page.render(() => useOwnScroll(), null)];
  const name = one.now;
  await one.update(null);
  expect([one.now, other.now !== name]).toEqual([name, true]);
});

const segments = [0, 10_000, 20_000].map((startMs, id) => ({ id, startMs, endMs: startMs + 1, text: 'x' }));
const target = (ms: number, nonce: number) => ({ anchor: { kind: 'time', ms }, nonce }) as SourceTarget;

test('the line that a reference names is shown, marked and focused, once', async () => {
  const page = openPage({
    html: '<ul><li data-index="0"><button></button></li><li data-index="1"><i></i><textarea></textarea></li></ul>',
  });
  const viewState = createViewState();
  const scroller = page.document.querySelector('ul') as HTMLElement;
  const seen: unknown[] = [];
  Object.assign(scroller, { scrollIntoView: (how: unknown) => void seen.push(how) });
  const hook = await page.render(
    (props: { target: SourceTarget | null; scroller: HTMLElement | null }) =>
      useLinkedLine({
        ...props,
        viewState,
        segments,
        show: (line) => void seen.push(`show ${line}`),
        onShown: (line) => void seen.push(`shown ${line}`),
      }),
    { target: target(10_500, 1), scroller: null } as { target: SourceTarget | null; scroller: HTMLElement | null },
  );
  expect(seen).toEqual([]);
  await hook.update({ target: target(10_500, 1), scroller });
  expect(seen).toEqual([{ block: 'nearest' }, 'shown 1', 'show 1']);
  expect(page.document.activeElement?.tagName).toBe('TEXTAREA');
  expect(scroller.dataset.jumped).toBe('');
  page.dispatch(scroller, 'pointermove');
  expect(scroller.dataset.jumped).toBeUndefined();
  await hook.update({ target: target(10_500, 1), scroller });
  expect(seen).toHaveLength(3);
  // Before the first line, the script itself.
  await hook.update({ target: target(-5, 2), scroller });
  expect([seen.slice(3), page.document.activeElement]).toEqual([[{ block: 'nearest' }, 'shown -1', 'show 0'], scroller]);
  // A line that is drawn later gets the focus then.
  await hook.update({ target: target(20_000, 3), scroller });
  expect(page.document.activeElement).toBe(scroller);
  const late = page.document.createElement('li');
  late.dataset.index = '2';
  late.append(page.document.createElement('button'));
  scroller.append(late);
  await hook.update({ target: target(20_000, 3), scroller });
  expect(page.document.activeElement).toBe(late.firstChild);
  await hook.update({ target: { anchor: { kind: 'paragraph', id: 1 }, nonce: 4 } as SourceTarget, scroller });
  expect(seen).toHaveLength(9);
});
