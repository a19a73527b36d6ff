/** Handing a picture to the compositor takes longer than the rest of a frame. The first message says that it is ready. */
export type PictureMessage =
  | { id: number; canvas: OffscreenCanvas }
  | { id: number; picture: ImageBitmap }
  /** Frees the canvas's pixels. */
  | { id: number; gone: true };

const canvases = new Map<number, OffscreenCanvas>();

addEventListener('message', ({ data }: MessageEvent<PictureMessage>) => {
  const { id } = data;
  if ('canvas' in data) {
    canvases.set(id, data.canvas);
    return;
  }
  const canvas = canvases.get(id);
  if ('picture' in data) {
    canvas?.getContext('bitmaprenderer')?.transferFromImageBitmap(data.picture);
    postMessage(id);
    return;
  }
  canvases.delete(id);
  if (canvas) canvas.width = canvas.height = 0;
});

if (new OffscreenCanvas(1, 1).getContext('bitmaprenderer') === null) throw new Error('it cannot show pictures');
postMessage(null);
