import { createRequire, registerHooks } from 'node:module';
import { dirname, join } from 'node:path';
import { documentLimits } from '../child-messages.ts';
import { type DocumentContent, tidyText } from './blocks.ts';
import { DocumentError, damaged, encrypted, refused } from './fail.ts';
import { composePages } from './pdf-blocks.ts';
import { type Line, linesOfPage, type OutlineEntry, type TextRun } from './pdf-lines.ts';
import { isoDay, readPdfMetadata } from './pdf-metadata.ts';
import { realTitle } from './real-title.ts';

// Keeps pdf.js from loading a native canvas module. Stubs replace the two classes of it that pdf.js extends.
registerHooks({
  resolve(specifier, context, next) {
    if (specifier === '@napi-rs/canvas') throw new Error('nothing is drawn here');
    return next(specifier, context);
  },
});
for (const name of ['DOMMatrix', 'ImageData', 'Path2D'])
  if (!Object.hasOwn(globalThis, name))
    Object.defineProperty(globalThis, name, { value: class {}, writable: true, configurable: true });
const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs');

const packageFolder = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
const mostOutlineEntries = 3000;
const deepestOutline = 6;
/** With fewer letters and digits per page, the document is a scan with a stamp on it. */
const leastLettersPerPage = 3;

type PdfDocument = Awaited<ReturnType<typeof getDocument>['promise']>;

/** Throws a DocumentError: `encrypted` if it needs a password, `damaged` if pdf.js cannot read it. */
export async function readPdf(bytes: Buffer): Promise<DocumentContent> {
  // Checked before pdf.js takes ownership of the bytes.
  const hasImages = /\/Subtype\s*\/Image\b/.test(bytes.toString('latin1'));
  const pdf = await openPdf(bytes);
  if (pdf.numPages > documentLimits.pages) throw refused('too many pages');
  const pages = await readPages(pdf);
  const outline = await readOutline(pdf).catch(() => []);
  const known = readPdfMetadata(await pdf.getMetadata().catch(() => null));
  const { blocks, largest } = composePages(pages, outline);
  const letters = blocks.reduce(
    (sum, block) => sum + ('text' in block ? (block.text.match(/[\p{L}\p{N}]/gu)?.length ?? 0) : 0),
    0,
  );
  const scanned = hasImages && (letters < leastLettersPerPage * pdf.numPages || isStamped(pages));
  return {
    format: 'pdf',
    title: known.title ?? realTitle(largest),
    author: known.author,
    publishedAt: isoDay(known.created),
    language: known.language,
    description: known.subject,
    pages: pdf.numPages,
    blocks: scanned ? [] : blocks,
    cover: null,
    scanned,
  };
}

const scannerStamp =
  /^(?:scanned (?:with|by)\b.{0,40}|.{0,20}(?:camscanner|扫描全能王|全能扫描王|夸克扫描王|adobe scan).{0,20})$/iu;

/** An app that scans writes one line on its pages. Of a single page with one line, only a known stamp is one. */
function isStamped(pages: readonly Line[][]): boolean {
  const said = pages.filter((lines) => lines.length > 0);
  const texts = said.map((lines) => lines.map(({ text }) => text).join(' '));
  if (texts.length === 0) return false;
  if (texts.every((text) => scannerStamp.test(text))) return true;
  return texts.length > 1 && said.every((lines) => lines.length === 1) && new Set(texts).size === 1;
}

async function openPdf(bytes: Buffer): Promise<PdfDocument> {
  try {
    return await getDocument({
      data: new Uint8Array(bytes),
      cMapUrl: `${join(packageFolder, 'cmaps')}/`,
      cMapPacked: true,
      standardFontDataUrl: `${join(packageFolder, 'standard_fonts')}/`,
      useWorkerFetch: false,
      useSystemFonts: false,
      disableFontFace: true,
      useWasm: false,
      enableXfa: false,
      verbosity: 0,
    }).promise;
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    throw name === 'PasswordException' ? encrypted('a password is asked for') : damaged(`not opened: ${name}`);
  }
}

async function readPages(pdf: PdfDocument): Promise<Line[][]> {
  const pages: Line[][] = [];
  let failed = 0;
  let characters = 0;
  for (let number = 1; number <= pdf.numPages; number++) {
    try {
      const page = await pdf.getPage(number);
      const { items } = await page.getTextContent();
      const runs = items.flatMap((item): TextRun[] => ('str' in item ? [item] : []));
      const lines = linesOfPage(runs, number);
      characters += lines.reduce((sum, line) => sum + line.text.length, 0);
      pages.push(lines);
      page.cleanup();
    } catch {
      failed++;
      pages.push([]);
    }
    if (characters > documentLimits.textChars) throw new DocumentError('text_too_long', null, 'more text than is read');
  }
  // Fails as a whole, because a reader would not notice a missing page.
  if (failed > 0) throw damaged(`${failed} pages cannot be read`);
  return pages;
}

type OutlineNode = { title: string; dest: string | unknown[] | null; items: OutlineNode[] };

async function readOutline(pdf: PdfDocument): Promise<OutlineEntry[]> {
  const entries: OutlineEntry[] = [];
  const roots: OutlineNode[] | null = await pdf.getOutline();
  const ordered: { node: OutlineNode; depth: number }[] = [];
  const walk = (nodes: readonly OutlineNode[], depth: number): void => {
    for (const node of nodes) {
      if (ordered.length >= mostOutlineEntries) return;
      ordered.push({ node, depth });
      if (depth < deepestOutline) walk(node.items, depth + 1);
    }
  };
  walk(roots ?? [], 1);
  for (const { node, depth } of ordered) {
    const title = tidyText(node.title).slice(0, 300);
    const page = await pageOf(pdf, node.dest).catch(() => null);
    if (title !== '' && page !== null) entries.push({ title, level: depth, page });
  }
  return entries;
}

async function pageOf(pdf: PdfDocument, destination: string | unknown[] | null): Promise<number | null> {
  const explicit = typeof destination === 'string' ? await pdf.getDestination(destination) : destination;
  const target: unknown = explicit?.[0];
  if (typeof target === 'number') return target + 1;
  if (typeof target !== 'object' || target === null || !('num' in target) || !('gen' in target)) return null;
  return (await pdf.getPageIndex({ num: Number(target.num), gen: Number(target.gen) })) + 1;
}
