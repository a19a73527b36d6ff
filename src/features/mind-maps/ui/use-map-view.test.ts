import { expect, test, vi } from 'vitest';
import { openPage } from '../../../../tests/harness/interface/page.tsx';
import { useMapView } from './use-map-view.ts';

/** Half of it fits a window of 600 × 400. */
const map = { width: 1000, height: 800, smallestTextPx: 24, root: { x: 24, y: 380, width: 100, height: 40 } };
const gliding = 'transform 180ms cubic-bezier(0.2, 0, 0, 1)';

async function opened({ shown = true } = {}) {
  const page = openPage({ html: '<div><p></p></div>' });
  vi.stubGlobal('SVGElement', class {});
  vi.stubGlobal('WheelEvent', { DOM_DELTA_LINE: 1 });
  const port = page.document.querySelector('div') as HTMLDivElement;
  const size = { width: 600, height: 400 };
  Object.defineProperties(port, {
    clientWidth: { get: () => size.width },
    clientHeight: { get: () => size.height },
    clientLeft: { value: 0 },
    clientTop: { value: 0 },
  });
  port.getBoundingClientRect = () => ({ left: 10, top: 20 }) as DOMRect;
  const drawing = page.document.querySelector('p') as HTMLElement;
  const hook = await page.render((shownMap: typeof map) => useMapView(shownMap), map);
  hook.now.mapRef.current = drawing as unknown as SVGSVGElement;
  if (shown) await hook.after((now) => now.portRef(port));
  const wheel = (more: object) =>
    page.dispatch(port, 'wheel', {
      ...{ deltaX: 0, deltaY: 0, deltaMode: 0, shiftKey: false, ctrlKey: false, clientX: 310, clientY: 220 },
      ...more,
    });
  const mouse = (target: unknown, type: string, [clientX, clientY]: [number, number], more: object = {}) =>
    page.dispatch(target, type, { view: page.window, button: 0, ctrlKey: false, clientX, clientY, ...more });
  const drag = (by: [number, number], more: object = {}) => {
    mouse(port, 'mousedown', [100, 100], more);
    mouse(page.window, 'mousemove', [100 + by[0], 100 + by[1]]);
    mouse(page.window, 'mouseup', [100 + by[0], 100 + by[1]]);
    return page.dispatch(page.window, 'click').defaultPrevented;
  };
  return { page, hook, port, size, drawing, wheel, mouse, drag };
}

test('the map is fitted to its window, and moved so far that a corner stays in sight', async () => {
  const { hook, drawing, port } = await opened();
  expect([hook.now.ready, hook.now.scale, hook.now.view(), hook.now.port()]).toEqual([
    true,
    1,
    { x: 0, y: 0, scale: 1 },
    { width: 600, height: 400 },
  ]);
  await hook.after((now) => now.fit());
  expect([hook.now.scale, hook.now.view(), drawing.style.transform, drawing.style.transition]).toEqual([
    0.5,
    { x: 50, y: 0, scale: 0.5 },
    'translate(50px, 0px) scale(0.5)',
    gliding,
  ]);
  await hook.after((now) => now.fit(false));
  expect(drawing.style.transition).toBe('none');
  await hook.after((now) => now.move({ x: 7, y: 9, scale: 0.5 }, true));
  expect([hook.now.view(), drawing.style.transition]).toEqual([{ x: 7, y: 9, scale: 0.5 }, gliding]);
  await hook.after((now) => now.move({ x: 5000, y: -5000, scale: 0.5 }));
  expect([hook.now.view(), drawing.style.transition]).toEqual([{ x: 520, y: -320, scale: 0.5 }, 'none']);
  await hook.after((now) => now.portRef(null));
  expect([hook.now.ready, hook.now.view(), hook.now.port()]).toEqual([false, { x: 0, y: 0, scale: 1 }, { width: 0, height: 0 }]);
  await hook.after((now) => now.portRef(port));
  expect(hook.now.view()).toEqual({ x: 520, y: -320, scale: 0.5 });
});

test('buttons zoom about the middle of the window, between a tenth and three', async () => {
  const { hook, drawing } = await opened();
  await hook.after((now) => now.zoomBy(1.25));
  expect([hook.now.scale, hook.now.view(), drawing.style.transition]).toEqual([1.25, { x: -75, y: -50, scale: 1.25 }, gliding]);
  await hook.after((now) => now.fit(false));
  await hook.after((now) => now.zoomTo(1));
  expect([hook.now.view(), drawing.style.transition]).toEqual([{ x: -200, y: -200, scale: 1 }, gliding]);
  await hook.after((now) => now.zoomTo(9));
  expect(hook.now.scale).toBe(3);
  await hook.after((now) => now.zoomBy(0.01));
  expect(hook.now.scale).toBe(0.1);
});

test('a map without a window is left as it is', async () => {
  const { hook, page, drawing } = await opened({ shown: false });
  expect(hook.now.ready).toBe(false);
  await hook.after((now) => {
    now.zoomBy(2);
    now.zoomTo(2);
    now.move({ x: 1, y: 2, scale: 2 });
    now.fit();
  });
  await page.resize();
  expect([hook.now.scale, hook.now.view(), drawing.style.transform, drawing.style.transition]).toEqual([
    1,
    { x: 0, y: 0, scale: 1 },
    undefined,
    undefined,
  ]);
});

test('the wheel zooms about the pointer, in pixels or lines, and faster where two fingers pinch', async () => {
  const { hook, drawing, wheel } = await opened();
  await hook.after((now) => now.fit());
  await hook.after((now) => now.move({ x: 0, y: 0, scale: 1 }, true));
  const first = wheel({ deltaY: -100 });
  expect([first.defaultPrevented, drawing.style.transition]).toEqual([true, 'none']);
  expect(hook.now.scale).toBeCloseTo(Math.exp(0.18), 10);
  expect(hook.now.view().x).toBeCloseTo(300 - 300 * Math.exp(0.18), 8);
  expect(hook.now.view().y).toBeCloseTo(200 - 200 * Math.exp(0.18), 8);
  wheel({ deltaY: 5, deltaMode: 1 });
  expect(hook.now.scale).toBeCloseTo(1, 10);
  wheel({ deltaY: 100, ctrlKey: true });
  expect(hook.now.scale).toBeCloseTo(Math.exp(-0.72), 10);
  // Down and aside alike: not sideways.
  wheel({ deltaX: -100, deltaY: -100 });
  expect(hook.now.scale).toBeCloseTo(Math.exp(-0.54), 10);
  await hook.after((now) => now.zoomTo(3));
  const view = hook.now.view();
  // The page must not scroll at the limit either.
  expect([wheel({ deltaY: -100 }).defaultPrevented, hook.now.view()]).toEqual([true, view]);
});

test('a wheel turned sideways pans as far as it says, whatever the scale', async () => {
  const { hook, drawing, wheel } = await opened();
  await hook.after((now) => now.fit());
  expect(wheel({ deltaX: 30, deltaY: 10 }).defaultPrevented).toBe(true);
  expect([hook.now.view(), drawing.style.transition]).toEqual([{ x: 20, y: 0, scale: 0.5 }, 'none']);
  wheel({ deltaX: -2, deltaMode: 1 });
  expect(hook.now.view()).toEqual({ x: 60, y: 0, scale: 0.5 });
  wheel({ deltaY: 25, shiftKey: true });
  expect(hook.now.view()).toEqual({ x: 35, y: 0, scale: 0.5 });
  wheel({ deltaX: 5000 });
  expect(hook.now.view()).toEqual({ x: -420, y: 0, scale: 0.5 });
});

test('the map is dragged with the first button; a short way is still a click', async () => {
  const { hook, page, port, drawing, drag } = await opened();
  await hook.after((now) => now.fit());
  expect(drag([40, 30])).toBe(true);
  await page.settle();
  expect([hook.now.view(), drawing.style.transition]).toEqual([{ x: 90, y: 30, scale: 0.5 }, 'none']);
  expect(drag([4, 0])).toBe(false);
  await page.settle();
  expect(drag([0, 5])).toBe(true);
  await page.settle();
  expect(hook.now.view()).toEqual({ x: 94, y: 35, scale: 0.5 });
  drag([40, 30], { button: 2 });
  drag([40, 30], { ctrlKey: true });
  expect(hook.now.view()).toEqual({ x: 94, y: 35, scale: 0.5 });
  page.dispatch(port, 'dblclick', { clientX: 200, clientY: 200, shiftKey: false, ctrlKey: false, button: 0 });
  await page.settle(500);
  expect(hook.now.view()).toEqual({ x: 94, y: 35, scale: 0.5 });
});

test('the middle of the map stays in place when its window changes', async () => {
  const { hook, page, size } = await opened();
  await hook.after((now) => now.fit());
  Object.assign(size, { width: 500, height: 460 });
  await page.resize();
  expect(hook.now.view()).toEqual({ x: 0, y: 30, scale: 0.5 });
  await page.resize();
  expect(hook.now.view()).toEqual({ x: 0, y: 30, scale: 0.5 });
  Object.assign(size, { width: 600, height: 400 });
  await page.resize();
  expect(hook.now.view()).toEqual({ x: 50, y: 0, scale: 0.5 });
});

test('another map is kept in sight by its own size', async () => {
  const { hook, wheel } = await opened();
  await hook.after((now) => now.fit());
  await hook.update({ ...map, width: 400 });
  wheel({ deltaX: 5000 });
  expect(hook.now.view()).toEqual({ x: -120, y: 0, scale: 0.5 });
  await hook.after((now) => now.move({ x: -900, y: -900, scale: 1 }));
  expect(hook.now.view()).toEqual({ x: -320, y: -720, scale: 1 });
});

test('a map that is left lets the page scroll again', async () => {
  const { hook, page, wheel, drag, size } = await opened();
  await hook.after((now) => now.fit());
  const before = hook.now.view();
  await hook.leave();
  expect(wheel({ deltaY: 100 }).defaultPrevented).toBe(false);
  expect(drag([40, 30])).toBe(false);
  size.width = 1000;
  await page.resize();
  expect(hook.now.view()).toEqual(before);
});
