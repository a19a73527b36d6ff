import { readXml, type XmlAttributes } from '#lib/read-xml.ts';

/** `name` is lower case with the customary prefix: `title`, `itunes:duration`. */
export type XmlElement = {
  name: string;
  attributes: ReadonlyMap<string, string>;
  children: (string | XmlElement)[];
  inner: [start: number, end: number];
  /** The `xml:base` in effect, resolved against those of the elements around; null if there is none. */
  base: string | null;
};

const maxElements = 400_000;
/** Elements nested deeper are treated as if at this depth. */
const maxDepth = 100;

/** Elements with an empty prefix belong to the feed format itself. */
const namespaces: [pattern: RegExp, prefix: string][] = [
  [/^http:\/\/www\.itunes\.com\//, 'itunes'],
  [/^https?:\/\/podcastindex\.org\/namespace/, 'podcast'],
  [/^https?:\/\/github\.com\/podcastindex-org\/podcast-namespace/, 'podcast'],
  [/^http:\/\/podlove\.org\/simple-chapters/, 'psc'],
  [/^https?:\/\/(?:search\.yahoo\.com|video\.search\.yahoo\.com)\/mrss/, 'media'],
  [/^http:\/\/purl\.org\/dc\/(?:elements|terms)/, 'dc'],
  [/^http:\/\/purl\.org\/rss\/1\.0\/modules\/content/, 'content'],
  [/^http:\/\/www\.w3\.org\/1999\/xhtml/, 'xhtml'],
  [/^http:\/\/www\.w3\.org\/1999\/02\/22-rdf-syntax-ns/, 'rdf'],
  [/^http:\/\/(?:www\.w3\.org\/2005\/atom|purl\.org\/atom)/, 'atom'],
  [/^http:\/\/(?:purl\.org\/rss\/1\.0\/$|my\.netscape\.com\/|channel\.netscape\.com\/)/, ''],
  [/^http:\/\/(?:backend\.userland\.com|blogs\.law\.harvard\.edu|www\.rssboard\.org)\//, ''],
];
const customary = new Set(namespaces.map(([, prefix]) => prefix));

/** Tolerates unclosed elements and stray end tags. The root is a nameless element. */
export function readTree(source: string): XmlElement {
  const root: XmlElement = { name: '', attributes: new Map(), children: [], inner: [0, source.length], base: null };
  const stack: Open[] = [{ element: root, written: '', scope: new Map() }];
  let elements = 0;
  readXml(source, 'prefixed', {
    open(name, attributes, end) {
      if (++elements <= maxElements) openElement(stack, name, attributes, end);
    },
    close: (name, start) => closeElement(stack, name, start),
    text(text) {
      if (elements <= maxElements) stack.at(-1)?.element.children.push(text);
    },
  });
  for (const { element } of stack) element.inner[1] = source.length;
  return root;
}

type Open = { element: XmlElement; written: string; scope: ReadonlyMap<string, string> };

function openElement(stack: Open[], written: string, attributesAsWritten: XmlAttributes, innerStart: number): void {
  const parent = stack.at(-1);
  if (!parent) return;
  const attributes = new Map([...attributesAsWritten].map(([key, value]) => [key.toLowerCase(), value]));
  let scope = parent.scope;
  for (const [key, value] of attributes) {
    if (key !== 'xmlns' && !key.startsWith('xmlns:')) continue;
    if (scope === parent.scope) scope = new Map(scope);
    (scope as Map<string, string>).set(key.slice(6), value);
  }
  const element: XmlElement = {
    name: nameIn(scope, written),
    attributes,
    children: [],
    inner: [innerStart, innerStart],
    base: baseIn(parent.element.base, attributes.get('xml:base')),
  };
  parent.element.children.push(element);
  if (stack.length < maxDepth) stack.push({ element, written: written.toLowerCase(), scope });
}

function baseIn(outer: string | null, own: string | undefined): string | null {
  if (!own) return outer;
  if (outer) return URL.canParse(own, outer) ? new URL(own, outer).href : outer;
  return URL.canParse(own) ? own : null;
}

function nameIn(scope: ReadonlyMap<string, string>, written: string): string {
  const lower = written.toLowerCase();
  const colon = lower.indexOf(':');
  const prefix = colon < 0 ? '' : lower.slice(0, colon);
  const local = lower.slice(colon + 1);
  const uri = scope.get(prefix)?.trim().toLowerCase();
  const found = uri ? namespaces.find(([pattern]) => pattern.test(uri))?.[1] : undefined;
  // If the feed declares a customary prefix for another vocabulary, its elements must not pass for the customary ones.
  const used = found ?? (prefix !== '' && uri && customary.has(prefix) ? `other-${prefix}` : prefix);
  return used === '' ? local : `${used}:${local}`;
}

function closeElement(stack: Open[], written: string, at: number): void {
  const lower = written.toLowerCase();
  const index = stack.findLastIndex((open) => open.written === lower);
  if (index < 1) return;
  for (const { element } of stack.splice(index)) element.inner[1] = at;
}

export function textIn(element: XmlElement): string {
  return element.children.map((child) => (typeof child === 'string' ? child : textIn(child))).join('');
}

export function elementsIn(element: XmlElement): XmlElement[] {
  return element.children.filter((child) => typeof child !== 'string');
}
