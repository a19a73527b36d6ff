import type { BlockTree } from '../blocks.ts';
import { squeeze } from '../metadata/declared.ts';
import { attr, childrenOf, type Document, type Element, findElement, isText, type Node, textOf } from '../tree.ts';
import type { LayoutFacts, PageLayout } from './layout.ts';
import { pageLayouts } from './layouts.ts';
import { outermost, selects } from './selector.ts';

export type KnownPage = { site: string; kept: boolean[]; words: number };

const fewestWords = 5;

export function layoutOf(url: string): PageLayout | null {
  if (!URL.canParse(url)) return null;
  const { hostname, pathname } = new URL(url);
  return pageLayouts.find(({ host, path }) => host.test(hostname) && (!path || path.test(pathname))) ?? null;
}

/** Null if the content is missing: the site changed its layout, or shows another kind of page. */
export function readLayout(site: PageLayout, tree: BlockTree, document: Document): KnownPage | null {
  const roots = outermost(document, selects(site.content));
  const { kept, words } = keepInside(tree, roots, site.without);
  if (words < fewestWords) return null;
  return { site: site.id, kept, words };
}

export function layoutFacts(site: PageLayout, document: Document): LayoutFacts {
  const facts = site.read?.(document) ?? {};
  return {
    title: facts.title ?? textAt(document, site.title),
    author: facts.author ?? textAt(document, site.author),
    date: facts.date ?? dateAt(document, site.date),
  };
}

/** Goes by text nodes, not by elements, as a root may be a `span` inside a block. */
function keepInside(tree: BlockTree, roots: readonly Element[], without: string | undefined): { kept: boolean[]; words: number } {
  const wanted = new Set(roots.flatMap((root) => textNodes(root)));
  const unwanted = without ? selects(without) : null;
  if (unwanted)
    for (const root of roots)
      for (const element of outermost(root, unwanted)) for (const node of textNodes(element)) wanted.delete(node);
  const kept = tree.blocks.map(() => false);
  for (const [node, index] of tree.textBlocks) if (wanted.has(node) && isText(node) && /\S/.test(node.value)) kept[index] = true;
  const words = tree.blocks.reduce((sum, block) => sum + (kept[block.index] ? block.words : 0), 0);
  return { kept, words };
}

function textNodes(node: Node): Node[] {
  return isText(node) ? [node] : childrenOf(node).flatMap(textNodes);
}

function at(document: Document, selector: string | undefined): Element | null {
  return selector ? findElement(document, selects(selector)) : null;
}

function textAt(document: Document, selector: string | undefined): string | null {
  const element = at(document, selector);
  return element ? squeeze(textOf(element)).slice(0, 300) || null : null;
}

function dateAt(document: Document, selector: string | undefined): string | null {
  const element = at(document, selector);
  if (!element) return null;
  return attr(element, 'datetime') ?? attr(element, 'content') ?? attr(element, 'title') ?? squeeze(textOf(element));
}
