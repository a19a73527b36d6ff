import type { PictureMessage } from './picture-worker.ts';

export type FrameCanvas = {
  canvas: HTMLCanvasElement;
  /** Resolves when the canvas shows the picture that it was given. */
  shown: () => Promise<void>;
  /** Frees its pixels at once, not in a long pause when memory runs short. */
  free: () => void;
};

/** Passes pictures on to a worker that shows them: pdf.js itself draws into a canvas that is copied again, all in one task. */
export async function frameCanvas(width: number, height: number, isFromWorker: () => boolean): Promise<FrameCanvas> {
  const worker = await pictureWorker();
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext.bind(canvas) as (name: string, options?: unknown) => RenderingContext | null;
  let far: FarCanvas | null = null;
  const getContext = (name: string, options?: unknown) => {
    if (name !== '2d' || worker === null || !isFromWorker()) return context(name, options);
    far ??= farCanvas(canvas, worker);
    return { drawImage: far.show };
  };
  return {
    canvas: Object.assign(canvas, { getContext }),
    shown: () => far?.shown() ?? Promise.resolve(),
    free() {
      if (far) far.free();
      else canvas.width = canvas.height = 0;
    },
  };
}

let found: Promise<Worker | null> | null = null;
let count = 0;
/** Called when the worker has shown the picture of a canvas. */
const waiting = new Map<number, () => void>();

/** Null where workers cannot draw, or an update of the server has removed the worker's code. */
function pictureWorker(): Promise<Worker | null> {
  found ??= new Promise((resolve) => {
    if (!('OffscreenCanvas' in window)) return resolve(null);
    const worker = new Worker(new URL('./picture-worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('error', () => resolve(null));
    worker.addEventListener('message', ({ data }: MessageEvent<number | null>) => {
      if (data === null) resolve(worker);
      else waiting.get(data)?.();
    });
  });
  return found;
}

type FarCanvas = { show: (picture: ImageBitmap) => void; shown: () => Promise<void>; free: () => void };

function farCanvas(canvas: HTMLCanvasElement, worker: Worker): FarCanvas {
  const id = count++;
  const send = (message: PictureMessage, transfer: Transferable[] = []) => worker.postMessage(message, transfer);
  const offscreen = canvas.transferControlToOffscreen();
  send({ id, canvas: offscreen }, [offscreen]);
  let shown = Promise.resolve();
  return {
    show(picture) {
      shown = new Promise((resolve) => waiting.set(id, resolve));
      send({ id, picture }, [picture]);
    },
    shown: () => shown,
    free() {
      waiting.delete(id);
      send({ id, gone: true });
    },
  };
}
