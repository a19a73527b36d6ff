/** The few CSS selectors that layouts need: `main article.md, #title h1[itemprop=name]`. */
import { attr, childrenOf, type Element, isElement, type Node } from '../tree.ts';

export type ElementTest = (element: Element) => boolean;

const part = /([#.]?)([\w-]+)|\[([\w-]+)(?:([*^]?)=["']?([^\]"']*)["']?)?\]/g;

export function selects(selector: string): ElementTest {
  const alternatives = selector.split(',').map((one) => one.trim().split(/\s+/).map(compound));
  return (element) => alternatives.some((chain) => matchesChain(element, chain));
}

function matchesChain(element: Element, chain: readonly ElementTest[]): boolean {
  const last = chain.at(-1);
  if (!last?.(element)) return false;
  let index = chain.length - 2;
  let current: Element['parentNode'] = element.parentNode;
  while (index >= 0 && current) {
    if ('tagName' in current && chain[index]?.(current)) index--;
    current = 'parentNode' in current ? current.parentNode : null;
  }
  return index < 0;
}

function compound(text: string): ElementTest {
  const tests = [...text.matchAll(part)].map(([, kind, name = '', attribute, operator, value]): ElementTest => {
    if (attribute !== undefined) return hasAttribute(attribute, operator ?? '', value);
    if (kind === '#') return (element) => attr(element, 'id') === name;
    if (kind === '.') return (element) => ` ${(attr(element, 'class') ?? '').replace(/\s+/g, ' ')} `.includes(` ${name} `);
    return (element) => element.tagName === name;
  });
  return (element) => tests.every((test) => test(element));
}

function hasAttribute(name: string, operator: string, value: string | undefined): ElementTest {
  return (element) => {
    const found = attr(element, name);
    if (found === null || value === undefined) return found !== null;
    return operator === '^' ? found.startsWith(value) : operator === '*' ? found.includes(value) : found === value;
  };
}

export function outermost(root: { childNodes: Node[] }, test: ElementTest): Element[] {
  const found: Element[] = [];
  const visit = (nodes: Node[]): void => {
    for (const node of nodes) {
      if (!isElement(node)) continue;
      if (test(node)) found.push(node);
      else visit(childrenOf(node));
    }
  };
  visit(root.childNodes);
  return found;
}
