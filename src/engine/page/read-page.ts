/** Runs inside the page worker, never in the server's own process. */

import { decodeText } from '#engine/text/charset.ts';
import { AppError } from '#lib/app-error.ts';
import type { ExtractedPage } from '../raw-content.ts';
import { chooseBlocks, scoreBlocks } from './block-model.ts';
import { type BlockTree, cutBlocks } from './blocks.ts';
import { blockFeatures, pageFacts } from './features.ts';
import { layoutFacts, layoutOf, readLayout } from './layouts/read-layout.ts';
import { toMarkdown } from './markdown.ts';
import { parseDate } from './metadata/dates.ts';
import { absoluteUrl, readDeclared } from './metadata/declared.ts';
import { type JsonObject, readJsonLd, typesOf } from './metadata/json-ld.ts';
import { readMetadata } from './metadata/metadata.ts';
import { cleanName } from './metadata/names.ts';
import { type StructuredText, structuredText } from './metadata/structured.ts';
import { dropCutMarkers, isCut, readLock, showLockedParts } from './paywall.ts';
import { readInstead } from './sign-in-or-error-page.ts';
import { placeStreamedParts } from './streamed.ts';
import { dropTitle } from './title-heading.ts';
import { attr, checkDepth, type Document, findElement, pageLimits, parseTree, textOf, walkElements } from './tree.ts';

const shellMass = 20;
const shellCertainty = 0.45;
/** A page without scripts and with fewer blocks is just short. */
const frameBlocks = 8;

/** Errors: `page_too_complex`, `page_no_text`, `page_needs_browser`. */
export function readPage(page: { bytes: Uint8Array; contentType: string | null; url: string }): ExtractedPage {
  if (page.bytes.length > pageLimits.bytes) throw new AppError('page_too_complex', { detail: 'bytes' });
  const html = decodeText(page.bytes, { contentType: page.contentType, sniff: 'html' }).text;
  const document = parseTree(html);
  placeStreamedParts(document);
  checkDepth(document);
  const objects = readJsonLd(document);
  const lock = readLock(objects);
  showLockedParts(lock, document);
  const declared = readDeclared(document);
  const site = layoutOf(page.url);
  const data = site?.html?.(document) ?? null;
  const content = data === null ? document : parseTree(data);
  if (content !== document) checkDepth(content);
  const tree = cutBlocks(content);
  const known = site && data === null ? readLayout(site, tree, document) : null;
  const chosen =
    (known ?? data !== null) ? null : choose(tree, document, objects, declared.metas.get('og:type') ?? null, page.url);
  const kept = known?.kept ?? chosen?.kept ?? tree.blocks.map(() => true);
  if (chosen) dropCutMarkers(tree, kept);
  const found = textOfBlocks(tree, kept);
  const words = tree.blocks.reduce((sum, block) => sum + (kept[block.index] ? block.words : 0), 0);
  const structured = chosen ? structuredText(objects) : null;
  const inData = structured && chosen && prefersStructured(structured, words, chosen.expected, found) ? structured : null;
  if (chosen && !inData) checkShell(document, tree, { ...chosen, words });
  else if (words < 1 && !inData) throw new AppError('page_no_text');
  const metadata = readMetadata({ declared, objects, tree, kept, text: inData?.paragraphs.join('\n') ?? found, url: page.url });
  if (chosen && metadata.title) dropTitle(tree, kept, metadata.title);
  const text = inData?.paragraphs.join('\n') ?? textOfBlocks(tree, kept);
  const base = absoluteUrl(declared.base, page.url) ?? page.url;
  const markdown = inData?.paragraphs.map(plainParagraph).join('\n\n') ?? toMarkdown(tree, kept, base);
  const facts = site && (known || data !== null) ? layoutFacts(site, document) : null;
  return {
    text,
    markdown,
    ...metadata,
    title: facts?.title ?? metadata.title,
    author: (facts?.author && cleanName(facts.author)) || metadata.author,
    date: (facts?.date && parseDate(facts.date)) || metadata.date,
    partial: isCut(lock, { tree, kept: inData ? null : kept, text, document }),
    forSubscribers: lock.forSubscribers,
    instead: readInstead({ document, tree, text, titles: [declared.title, metadata.title] }),
  };
}

const textOfBlocks = (tree: BlockTree, kept: readonly boolean[]): string =>
  tree.blocks
    .filter((block) => kept[block.index])
    .map((block) => block.text)
    .join('\n');

function checkShell(
  document: Document,
  tree: BlockTree,
  { expected, mass, words }: { expected: number; mass: number; words: number },
): void {
  if (mass < shellMass && expected < shellCertainty && (hasScripts(document) || tree.blocks.length >= frameBlocks))
    throw new AppError(hasScripts(document) ? 'page_needs_browser' : 'page_no_text');
  if (words >= 40) return;
  if (isEmptyShell(document, tree)) throw new AppError('page_needs_browser');
  // A page without scripts may be one word long; with scripts, one word is left over from an empty page.
  if (words < 1 || (words < 4 && hasScripts(document))) throw new AppError('page_no_text');
}

function choose(tree: BlockTree, document: Document, objects: readonly JsonObject[], ogType: string | null, url: string) {
  const facts = pageFacts(url, objects.flatMap(typesOf), ogType);
  const features = blockFeatures(tree, facts, document);
  return chooseBlocks(tree, features.slots, scoreBlocks(tree, features), facts);
}

const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

/** Whether the visible text is a fragment of the data, or the page of a shop has no clear main text. */
function prefersStructured(structured: StructuredText, words: number, expected: number, text: string): boolean {
  if (structured.words > words * 2 && structured.words >= (structured.kind === 'product' ? 25 : 60)) return true;
  if (structured.kind !== 'product' || structured.words < 30 || expected > 0.65) return false;
  return !plain(text).includes(plain(structured.paragraphs[0] ?? '').slice(0, 50));
}

function plainParagraph(text: string): string {
  return text.replace(/[\\`*_[\]<]/g, '\\$&').replace(/^(#{1,6}|[-+>]|\d+[.)])(?=\s|$)/, '\\$1');
}

function hasScripts(document: Document): boolean {
  return findElement(document, (element) => element.tagName === 'script' && !/json/i.test(attr(element, 'type') ?? '')) !== null;
}

function isEmptyShell(document: Document, tree: BlockTree): boolean {
  if (tree.blocks.reduce((sum, block) => sum + block.words, 0) > 120) return false;
  let scriptLength = 0;
  let scripts = 0;
  walkElements(document, (element) => {
    if (element.tagName !== 'script' || /json/i.test(attr(element, 'type') ?? '')) return undefined;
    scriptLength += textOf(element).length;
    if (attr(element, 'src') || attr(element, 'type') === 'module') scripts++;
    return undefined;
  });
  if (scripts === 0 && scriptLength < 500) return false;
  const mount = findElement(document, (element) => {
    const id = attr(element, 'id') ?? '';
    return (
      /^(?:root|app|__next|__nuxt|___gatsby|main-app|react-root|app-root|application|mount|svelte|ember\d*|discourse-root|main)$/i.test(
        id,
      ) ||
      /^(?:app-root|ion-app)$/.test(element.tagName) ||
      attr(element, 'ng-app') !== null
    );
  });
  const plea = findElement(document, (element) => element.tagName === 'noscript' && /javascript|脚本/i.test(textOf(element)));
  return mount !== null || plea !== null;
}
