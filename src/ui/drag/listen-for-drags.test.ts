import { afterEach, expect, test } from 'vitest';
import { openPage } from '../../../tests/harness/interface/page.tsx';
import { dragState } from './drag-state.ts';
import { listenForDrags, type Press } from './listen-for-drags.ts';

let stop = () => {};
afterEach(() => {
  stop();
  dragState.setState({ dragged: null, over: null, ended: null });
});

function listening(load?: () => Promise<void>) {
  const page = openPage({
    html: '<p id="out">x</p><div data-drag="r"><a href="/x">link</a><b id="in">x</b><button>own</button></div>',
  });
  const begun: [string, string | undefined][] = [];
  let loads = 0;
  stop = listenForDrags(async () => {
    loads++;
    await load?.();
    return (press: Press, source: HTMLElement) => void begun.push([press.type, source.dataset.drag]);
  });
  const on = async (css: string, type: string, more: object = {}) => {
    const event = page.dispatch(page.document.querySelector(css), type, more);
    await page.settle();
    return event;
  };
  return { page, on, begun, loads: () => loads };
}

const left = { button: 0 };
const space = { code: 'Space', repeat: false, ctrlKey: false, metaKey: false, altKey: false };

test('the code for drags is loaded once, when a pointer or the focus is near', async () => {
  const { on, loads, begun } = listening();
  await on('#out', 'pointerover');
  expect(loads()).toBe(0);
  await on('#in', 'pointerover');
  await on('#in', 'pointerover');
  await on('a', 'focusin');
  expect([loads(), begun]).toEqual([1, []]);
  const other = listening();
  await other.on('a', 'focusin');
  expect(other.loads()).toBe(1);
});

test('a press takes hold of a record, by the left button, one finger, or the space bar on its link', async () => {
  const { on, begun } = listening();
  await on('#in', 'mousedown', left);
  await on('#in', 'touchstart', { touches: [1] });
  expect((await on('a', 'keydown', space)).defaultPrevented).toBe(true);
  expect(begun).toEqual([
    ['mousedown', 'r'],
    ['touchstart', 'r'],
    ['keydown', 'r'],
  ]);
  begun.length = 0;
  for (const [css, type, more] of [
    ['#out', 'mousedown', left],
    ['button', 'mousedown', left],
    ['#in', 'mousedown', { button: 1 }],
    ['#in', 'touchstart', { touches: [1, 2] }],
    ['#in', 'touchstart', { touches: [] }],
    ['#in', 'keydown', space],
    ['a', 'keydown', { ...space, code: 'Enter' }],
    ['a', 'keydown', { ...space, repeat: true }],
    ['a', 'keydown', { ...space, ctrlKey: true }],
    ['a', 'keydown', { ...space, metaKey: true }],
    ['a', 'keydown', { ...space, altKey: true }],
    ['#in', 'mousedown', { ...left, defaultPrevented: true }],
  ] as const)
    expect((await on(css, type, more)).defaultPrevented, JSON.stringify([css, type, more])).toBe('defaultPrevented' in more);
  expect(begun).toEqual([]);
});

test('no second drag begins while one lasts', async () => {
  const { on, begun } = listening();
  dragState.setState({ dragged: { ids: ['q'], title: '', from: null, by: 'mouse' } });
  await on('#in', 'mousedown', left);
  expect(begun).toEqual([]);
  dragState.setState({ dragged: null });
  await on('#in', 'mousedown', left);
  expect(begun).toHaveLength(1);
});

test.each(['mouseup', 'touchend', 'touchcancel'])('a press that ended (%s) before the code came begins nothing', async (end) => {
  const loaded = Promise.withResolvers<void>();
  const { on, begun, page } = listening(() => loaded.promise);
  await on('#in', 'mousedown', left);
  await on('#in', end);
  loaded.resolve();
  await page.settle();
  expect(begun).toEqual([]);
  await on('#in', 'mousedown', left);
  expect(begun).toHaveLength(1);
});

test('of two presses before the code came, the later one counts', async () => {
  const loaded = Promise.withResolvers<void>();
  const { on, begun, page } = listening(() => loaded.promise);
  await on('#in', 'mousedown', left);
  await on('a', 'keydown', space);
  loaded.resolve();
  await page.settle();
  expect(begun).toEqual([['keydown', 'r']]);
});

test('code that could not be loaded is asked for again', async () => {
  let fails = true;
  const { on, begun, loads } = listening(async () => {
    if (fails) throw new Error('offline');
  });
  await on('#in', 'pointerover');
  await on('#in', 'mousedown', left);
  expect([loads(), begun]).toEqual([2, []]);
  fails = false;
  await on('#in', 'pointerover');
  expect(loads()).toBe(3);
  await on('#in', 'mousedown', left);
  expect([loads(), begun.length]).toEqual([3, 1]);
});

test('the browser’s own dragging is prevented for records alone, and for nothing after the end', async () => {
  const { on, begun } = listening();
  expect((await on('a', 'dragstart')).defaultPrevented).toBe(true);
  expect((await on('#out', 'dragstart')).defaultPrevented).toBe(false);
  stop();
  expect((await on('a', 'dragstart')).defaultPrevented).toBe(false);
  await on('#in', 'mousedown', left);
  expect(begun).toEqual([]);
});
