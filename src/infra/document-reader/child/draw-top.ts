import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { paintLimits } from '../child-messages.ts';

const packageFolder = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
const { widthPx, mostHeightPx, imagePixels, jpegQuality } = paintLimits;
/** A page with less ink is blank, or has only text in a missing font. */
const leastInk = 0.002;

type RenderOptions = Parameters<Awaited<ReturnType<Awaited<ReturnType<typeof getDocument>['promise']>['getPage']>>['render']>[0];
type NodeCanvas = { width: number; height: number; toBuffer(mime: 'image/jpeg', quality: number): Buffer };
type NodeContext = {
  fillStyle: string;
  fillRect(x: number, y: number, width: number, height: number): void;
  getImageData(x: number, y: number, width: number, height: number): { data: Uint8ClampedArray };
};
/** pdf.js's canvas factory for Node, whose canvas can be encoded. Without its optional package nothing is drawn. */
type CanvasFactory = {
  create(width: number, height: number): { canvas: NodeCanvas & RenderOptions['canvas']; context: NodeContext };
};

export async function drawTop(bytes: Buffer): Promise<Buffer | null> {
  const folder = (name: string) => `${join(packageFolder, name)}/`;
  const pdf = await getDocument({
    data: new Uint8Array(bytes),
    cMapUrl: folder('cmaps'),
    cMapPacked: true,
    standardFontDataUrl: folder('standard_fonts'),
    wasmUrl: folder('wasm'),
    useWorkerFetch: false,
    useSystemFonts: false,
    disableFontFace: true,
    useWasm: false,
    enableXfa: false,
    maxImageSize: imagePixels,
    verbosity: 0,
  }).promise;
  const page = await pdf.getPage(1);
  const viewport = page.getViewport({ scale: widthPx / page.getViewport({ scale: 1 }).width });
  const factory = pdf.canvasFactory as CanvasFactory;
  const { canvas, context } = factory.create(widthPx, Math.max(1, Math.min(mostHeightPx, Math.round(viewport.height))));
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  await page.render({ canvas, canvasContext: context, viewport }).promise;
  return inkOf(context.getImageData(0, 0, canvas.width, canvas.height).data) < leastInk
    ? null
    : canvas.toBuffer('image/jpeg', jpegQuality);
}

/** Share of pixels (0 to 1) that are not nearly white. */
function inkOf(pixels: Uint8ClampedArray): number {
  let dark = 0;
  for (let at = 0; at < pixels.length; at += 4)
    if (Math.min(pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0) < 230) dark++;
  return dark / (pixels.length / 4);
}
