/**
 * A canvas for pdf.js that shows the picture of its worker as it comes. pdf.js draws that picture into a canvas, which the
 * browser copies once more to show it, both in one task. Where pdf.js draws by itself it is given the usual canvas.
 */
export function frameCanvas(width: number, height: number, isFromWorker: () => boolean): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext.bind(canvas) as (name: string, options?: unknown) => RenderingContext | null;
  const getContext = (name: string, options?: unknown) => {
    if (name !== '2d' || !isFromWorker()) return context(name, options);
    const shown = context('bitmaprenderer');
    if (!(shown instanceof ImageBitmapRenderingContext)) return null;
    return { drawImage: (picture: ImageBitmap) => shown.transferFromImageBitmap(picture) };
  };
  return Object.assign(canvas, { getContext });
}
