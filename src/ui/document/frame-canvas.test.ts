import { expect, test, vi } from 'vitest';
import { openPage } from '../../../tests/harness/interface/page.tsx';

type FrameCanvas = typeof import('./frame-canvas.ts');

let copies = 0;

/** A browser whose workers can draw, or not. The module is loaded anew: it starts its worker once. */
async function opened(offscreen: boolean) {
  const page = openPage();
  const canvasOf = () => ({
    width: 1,
    height: 1,
    getContext(name: string, options?: unknown) {
      return { own: this, name, options };
    },
    transferControlToOffscreen: () => ({ far: true }),
  });
  Object.assign(page.document, { createElement: canvasOf });
  if (offscreen) vi.stubGlobal('OffscreenCanvas', class {});
  const workers: (EventTarget & { posted: unknown[][] })[] = [];
  vi.stubGlobal(
    'Worker',
    class extends EventTarget {
      readonly posted: unknown[][] = [];
      constructor() {
        super();
        workers.push(this);
      }
      postMessage(...message: unknown[]) {
        this.posted.push(message);
      }
    },
  );
  const address = `./frame-canvas.ts?${++copies}`;
  const { frameCanvas } = (await import(/* @vite-ignore */ address)) as FrameCanvas;
  const say = (data: unknown) => workers[0]?.dispatchEvent(new MessageEvent('message', { data }));
  return { frameCanvas, workers, say };
}

/** Whether it is settled, once everything that is ready has run. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  return Promise.race([
    promise.then(() => true),
    Promise.resolve()
      .then(() => undefined)
      .then(() => false),
  ]);
}
const contextOf = ({ canvas }: Awaited<ReturnType<FrameCanvas['frameCanvas']>>, name: string, options?: object) =>
  canvas.getContext(name as '2d', options) as unknown as { drawImage?: (picture: unknown) => void; own?: unknown };

test('where workers cannot draw it is an ordinary canvas', async () => {
  const { frameCanvas, workers } = await opened(false);
  const frame = await frameCanvas(30, 40, () => true);
  expect([frame.canvas.width, frame.canvas.height, workers]).toEqual([30, 40, []]);
  expect(contextOf(frame, '2d', { alpha: false })).toEqual({ own: frame.canvas, name: '2d', options: { alpha: false } });
  expect(await isSettled(frame.shown())).toBe(true);
  frame.free();
  expect([frame.canvas.width, frame.canvas.height]).toEqual([0, 0]);
});

test('where the worker does not start it is an ordinary canvas', async () => {
  const { frameCanvas, workers } = await opened(true);
  const made = frameCanvas(30, 40, () => true);
  workers[0]?.dispatchEvent(new Event('error'));
  const frame = await made;
  expect(contextOf(frame, '2d').own).toBe(frame.canvas);
});

test('pictures of the worker of pdf.js are shown by a worker, each on its own canvas', async () => {
  const { frameCanvas, workers, say } = await opened(true);
  let fromWorker = true;
  const making = frameCanvas(30, 40, () => fromWorker);
  say(null);
  const frame = await making;
  const other = await frameCanvas(50, 60, () => true);
  expect(workers.length).toBe(1);
  const posted = () => workers[0]?.posted.splice(0);
  expect(posted()).toEqual([]);
  // What is no picture of it is drawn as usual.
  expect(contextOf(frame, 'webgl').own).toBe(frame.canvas);
  fromWorker = false;
  expect(contextOf(frame, '2d').own).toBe(frame.canvas);
  fromWorker = true;
  const { drawImage } = contextOf(frame, '2d');
  const far = { far: true };
  expect(posted()).toEqual([[{ id: 0, canvas: far }, [far]]]);
  expect(contextOf(frame, '2d').drawImage).toBe(drawImage);
  expect(posted()).toEqual([]);
  expect(await isSettled(frame.shown())).toBe(true);
  const picture = { picture: 1 };
  drawImage?.(picture);
  expect(posted()).toEqual([[{ id: 0, picture }, [picture]]]);
  const shown = frame.shown();
  contextOf(other, '2d').drawImage?.(picture);
  expect(posted()?.map(([message]) => message)).toEqual([
    { id: 1, canvas: far },
    { id: 1, picture },
  ]);
  say(1);
  expect([await isSettled(shown), await isSettled(other.shown())]).toEqual([false, true]);
  say(0);
  expect(await isSettled(shown)).toBe(true);
  frame.free();
  expect([posted(), frame.canvas.width]).toEqual([[[{ id: 0, gone: true }, []]], 30]);
  // Its picture may still be on the way.
  say(0);
});
