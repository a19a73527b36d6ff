/** pdf.js with its workers and files, all from this server. Loaded with the first PDF that is shown. */
import {
  GlobalWorkerOptions,
  getDocument,
  type PDFDocumentLoadingTask,
  type PDFDocumentProxy,
  type PDFPageProxy,
  type RenderTask,
  TextLayer,
  version,
} from 'pdfjs-dist/legacy/build/pdf.mjs';

export { type PDFDocumentProxy, type PDFPageProxy, type RenderTask, TextLayer };

const files = `/assets/pdfjs-${version}`;
GlobalWorkerOptions.workerSrc = `${files}/pdf.worker.min.mjs`;
GlobalWorkerOptions.rendererSrc = `${files}/pdf.renderer.min.mjs`;

/** Larger pictures are left out: one of 16 k × 8 k pixels takes half a gigabyte. */
const mostImagePixels = 2 ** 26;

/** Reads only the ranges that the shown pages need. */
export function openPdf(url: string): PDFDocumentLoadingTask {
  return getDocument({
    url: new URL(url, window.location.href),
    cMapUrl: `${files}/cmaps/`,
    cMapPacked: true,
    standardFontDataUrl: `${files}/standard_fonts/`,
    wasmUrl: `${files}/wasm/`,
    // The page's content security policy allows no WebAssembly.
    useWasm: false,
    maxImageSize: mostImagePixels,
    disableAutoFetch: true,
    disableStream: true,
    enableXfa: false,
    verbosity: 0,
  });
}

/** The strings of a page, for each of which `TextLayer` makes one element. */
export async function textItemsOf(page: PDFPageProxy): Promise<string[]> {
  const { items } = await page.getTextContent();
  return items.flatMap((item) => ('str' in item ? [item.str] : []));
}
