import { decodeReferences } from './entities.ts';

/** An element of a feed. `name` is lower case, with the customary prefix of its namespace: `title`, `itunes:duration`. */
export type XmlElement = {
  name: string;
  /** Keys as written, lower case. */
  attributes: ReadonlyMap<string, string>;
  /** Character data (decoded) and elements in order. */
  children: (string | XmlElement)[];
  /** The markup between its tags, as it stands in the source. */
  inner: [start: number, end: number];
};

const maxElements = 400_000;
/** Elements nested deeper are read as if they stood at this depth. */
const maxDepth = 100;

/** Namespaces by what they are called in practice; the empty name is the feed's own vocabulary. */
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

/**
 * The elements of an XML text in one pass, forgiving unclosed elements, stray end tags and bare ampersands. Document
 * types are skipped unread. The root is a nameless element around everything.
 */
export function readXml(source: string): XmlElement {
  const root: XmlElement = { name: '', attributes: new Map(), children: [], inner: [0, source.length] };
  const stack: Open[] = [{ element: root, written: '', scope: new Map() }];
  let elements = 0;
  for (let at = 0; at < source.length; ) {
    const open = source.indexOf('<', at);
    addText(stack, decodeReferences(source.slice(at, open < 0 ? source.length : open)));
    if (open < 0) break;
    const skipped = skipSpecial(source, open, (text) => addText(stack, text));
    if (skipped > 0) {
      at = skipped;
      continue;
    }
    const end = tagEnd(source, open + 1);
    const name = /^\/?[\p{L}_][^\s/>]{0,100}/u.exec(source.slice(open + 1, Math.min(end, open + 110)))?.[0];
    if (end < 0 || !name) {
      addText(stack, '<');
      at = open + 1;
      continue;
    }
    if (name.startsWith('/')) closeElement(stack, name.slice(1), open);
    else {
      if (++elements > maxElements) break;
      openElement(stack, name, source.slice(open + 1 + name.length, end), end + 1);
    }
    at = end + 1;
  }
  for (const { element } of stack) element.inner[1] = source.length;
  return root;
}

type Open = { element: XmlElement; written: string; scope: ReadonlyMap<string, string> };

function addText(stack: Open[], text: string): void {
  if (text !== '') stack.at(-1)?.element.children.push(text);
}

/** Past a comment, CDATA, instruction or document type; 0 when it is none of them. */
function skipSpecial(source: string, open: number, text: (value: string) => void): number {
  const past = (mark: string, from: number): number => {
    const found = source.indexOf(mark, from);
    return found < 0 ? source.length : found + mark.length;
  };
  if (source.startsWith('<!--', open)) return past('-->', open + 4);
  if (source.startsWith('<?', open)) return past('?>', open + 2);
  if (source.startsWith('<![CDATA[', open)) {
    const end = past(']]>', open + 9);
    text(source.slice(open + 9, source.startsWith(']]>', end - 3) ? end - 3 : end));
    return end;
  }
  if (!source.startsWith('<!', open)) return 0;
  const close = past('>', open + 2);
  const bracket = source.slice(open, close).indexOf('[');
  return bracket < 0 ? close : past('>', past(']', open + bracket));
}

/** The `>` of a tag, not one inside quotes. No tag reaches past the next `<`, which keeps the search linear. */
function tagEnd(source: string, from: number): number {
  let quote = '';
  let first = -1;
  for (let i = from; i < source.length; i++) {
    const char = source[i];
    if (char === '<') return first;
    if (char === '>') {
      if (quote === '') return i;
      if (first < 0) first = i;
    } else if (quote === char) quote = '';
    else if (quote === '' && (char === '"' || char === "'")) quote = char;
  }
  return first;
}

function openElement(stack: Open[], written: string, rest: string, innerStart: number): void {
  const parent = stack.at(-1);
  if (!parent) return;
  const attributes = readAttributes(rest);
  let scope = parent.scope;
  for (const [key, value] of attributes) {
    if (key !== 'xmlns' && !key.startsWith('xmlns:')) continue;
    if (scope === parent.scope) scope = new Map(scope);
    (scope as Map<string, string>).set(key.slice(6), value);
  }
  const element: XmlElement = { name: nameIn(scope, written), attributes, children: [], inner: [innerStart, innerStart] };
  parent.element.children.push(element);
  if (!rest.endsWith('/') && stack.length < maxDepth) stack.push({ element, written: written.toLowerCase(), scope });
}

function nameIn(scope: ReadonlyMap<string, string>, written: string): string {
  const lower = written.toLowerCase();
  const colon = lower.indexOf(':');
  const prefix = colon < 0 ? '' : lower.slice(0, colon);
  const local = lower.slice(colon + 1);
  const uri = scope.get(prefix)?.trim().toLowerCase();
  const found = uri ? namespaces.find(([pattern]) => pattern.test(uri))?.[1] : undefined;
  // A prefix that is declared as something else must not pass for the customary one.
  const used = found ?? (prefix !== '' && uri && customary.has(prefix) ? `other-${prefix}` : prefix);
  return used === '' ? local : `${used}:${local}`;
}

/** Ends the nearest open element of that name, and those inside it; an end tag nobody waits for means nothing. */
function closeElement(stack: Open[], written: string, at: number): void {
  const lower = written.toLowerCase();
  const index = stack.findLastIndex((open) => open.written === lower);
  if (index < 1) return;
  for (const { element } of stack.splice(index)) element.inner[1] = at;
}

function readAttributes(source: string): Map<string, string> {
  const attributes = new Map<string, string>();
  for (const match of source.matchAll(/(?<![^\s=/"'])([^\s=/"']{1,100})\s{0,20}=\s{0,20}(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g)) {
    const key = (match[1] ?? '').toLowerCase();
    if (!attributes.has(key)) attributes.set(key, decodeReferences(match[2] ?? match[3] ?? match[4] ?? ''));
    if (attributes.size >= 200) break;
  }
  return attributes;
}

/** All character data in it, in order. */
export function textIn(element: XmlElement): string {
  return element.children.map((child) => (typeof child === 'string' ? child : textIn(child))).join('');
}

export function elementsIn(element: XmlElement): XmlElement[] {
  return element.children.filter((child) => typeof child !== 'string');
}
