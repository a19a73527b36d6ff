/** Limits are checked while the tree grows: a small hostile page must fill neither the memory nor the stack. */
import {
  type DefaultTreeAdapterMap,
  defaultTreeAdapter,
  type DefaultTreeAdapterTypes as P5,
  parse,
  type TreeAdapter,
} from 'parse5';
import { AppError } from '#lib/app-error.ts';

export type Element = P5.Element;
export type Node = P5.ChildNode;
export type Document = P5.Document;

export const pageLimits = {
  bytes: 20_000_000,
  /** Real pages stay under 60 levels and 15,000 nodes. */
  depth: 160,
  nodes: 50_000,
  attributes: 512,
} as const;

type Parent = P5.ParentNode & { parentNode?: P5.ParentNode | null };

export function parseTree(html: string): Document {
  if (html.length > pageLimits.bytes) throw new AppError('page_too_complex', { detail: 'bytes' });
  return parse(html, { treeAdapter: limitedAdapter(), scriptingEnabled: false });
}

function limitedAdapter(): TreeAdapter<DefaultTreeAdapterMap> {
  const depths = new WeakMap<object, number>();
  let nodes = 0;
  const count = (): void => {
    nodes++;
    if (nodes > pageLimits.nodes) throw new AppError('page_too_complex', { detail: 'nodes' });
  };
  const place = (parent: Parent, child: object): void => {
    const depth = (depths.get(parent) ?? 0) + 1;
    if (depth > pageLimits.depth) throw new AppError('page_too_complex', { detail: 'depth' });
    depths.set(child, depth);
  };
  return {
    ...defaultTreeAdapter,
    createElement(tagName, namespaceUri, attrs) {
      count();
      if (attrs.length > pageLimits.attributes) throw new AppError('page_too_complex', { detail: 'attributes' });
      return defaultTreeAdapter.createElement(tagName, namespaceUri, attrs);
    },
    createCommentNode(data) {
      count();
      return defaultTreeAdapter.createCommentNode(data);
    },
    appendChild(parent, child) {
      place(parent, child);
      defaultTreeAdapter.appendChild(parent, child);
    },
    insertBefore(parent, child, reference) {
      place(parent, child);
      defaultTreeAdapter.insertBefore(parent, child, reference);
    },
    setTemplateContent(template, content) {
      place(template, content);
      defaultTreeAdapter.setTemplateContent(template, content);
    },
  };
}

/** The parser can deepen a tree later by moving formatting elements. */
export function checkDepth(document: Document): void {
  let level: Node[] = document.childNodes;
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > pageLimits.depth) throw new AppError('page_too_complex', { detail: 'depth' });
    level = level.flatMap((node) => childrenOf(node));
  }
}

export function isElement(node: Node): node is Element {
  return 'tagName' in node;
}

export function isText(node: Node): node is P5.TextNode {
  return node.nodeName === '#text';
}

/** With those of a declarative shadow root; an ordinary template is inert. */
export function childrenOf(node: Node): Node[] {
  if (!isElement(node)) return [];
  if (node.tagName === 'template' && attr(node, 'shadowrootmode') !== null) {
    return (node as P5.Template).content.childNodes;
  }
  return node.childNodes;
}

export function attr(element: Element, name: string): string | null {
  for (const entry of element.attrs) if (entry.name === name) return entry.value;
  return null;
}

export function textOf(node: Node): string {
  if (isText(node)) return node.value;
  let text = '';
  for (const child of childrenOf(node)) text += textOf(child);
  return text;
}

export function walkElements(root: { childNodes: Node[] }, visit: (element: Element) => boolean | undefined): boolean {
  for (const child of root.childNodes) {
    if (!isElement(child)) continue;
    if (visit(child) === false) return false;
    if (!walkElements({ childNodes: childrenOf(child) }, visit)) return false;
  }
  return true;
}

export function findElement(root: { childNodes: Node[] }, test: (element: Element) => boolean): Element | null {
  let found: Element | null = null;
  walkElements(root, (element) => {
    if (!test(element)) return undefined;
    found = element;
    return false;
  });
  return found;
}
