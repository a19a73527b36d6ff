import { expect, onTestFinished, test, vi } from 'vitest';

let copies = 0;

/** Runs the worker's code as in a thread of its own, which can show pictures or not. */
function started(canShow = true) {
  const said: unknown[] = [];
  let hear: (event: { data: unknown }) => void = () => undefined;
  vi.stubGlobal('addEventListener', (_name: string, listener: typeof hear) => {
    hear = listener;
  });
  vi.stubGlobal('postMessage', (message: unknown) => void said.push(message));
  vi.stubGlobal(
    'OffscreenCanvas',
    class {
      getContext = (name: string) => (canShow ? name : null);
    },
  );
  onTestFinished(() => void vi.unstubAllGlobals());
  const address = `./picture-worker.ts?${++copies}`;
  const ready = import(/* @vite-ignore */ address);
  return { ready, said, tell: (data: unknown) => hear({ data }) };
}

test('a thread that cannot show pictures does not say that it is ready', async () => {
  const { ready, said } = started(false);
  await expect(ready).rejects.toThrow('it cannot show pictures');
  expect(said).toEqual([]);
});

test('each picture is shown on its canvas, and said to be', async () => {
  const { ready, said, tell } = started();
  await ready;
  expect(said).toEqual([null]);
  const shown: unknown[][] = [];
  const canvasOf = (name: string) => ({
    width: 30,
    height: 40,
    getContext: (kind: string) => ({ transferFromImageBitmap: (picture: unknown) => void shown.push([name, kind, picture]) }),
  });
  const [first, second] = [canvasOf('first'), canvasOf('second')];
  tell({ id: 1, canvas: first });
  tell({ id: 2, canvas: second });
  expect(said).toEqual([null]);
  tell({ id: 2, picture: 'p' });
  expect([shown, said]).toEqual([[['second', 'bitmaprenderer', 'p']], [null, 2]]);
  tell({ id: 1, gone: true });
  expect([first.width, first.height, second.width, said]).toEqual([0, 0, 30, [null, 2]]);
  // A canvas that is gone shows nothing, and holds up nobody.
  tell({ id: 1, picture: 'q' });
  tell({ id: 7, gone: true });
  expect([shown.length, said]).toEqual([1, [null, 2, 1]]);
});
