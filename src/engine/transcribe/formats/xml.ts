import { decodeEntities } from '../markup.ts';

export type XmlHandler = {
  /** `name` without its namespace prefix. `attributes` likewise, values decoded. */
  open(name: string, attributes: Map<string, string>): void;
  close(name: string): void;
  text(text: string): void;
};

const maxTagChars = 65_536;

/**
 * Walks through XML in one pass without building a tree. It forgives what subtitle files get wrong (unclosed
 * elements, bad entities) and knows no document types, so entity bombs and external entities are plain text.
 */
export function walkXml(xml: string, handler: XmlHandler): void {
  let at = 0;
  while (at < xml.length) {
    const open = xml.indexOf('<', at);
    if (open < 0) break;
    if (open > at) handler.text(decodeEntities(xml.slice(at, open)));
    at = walkMarkup(xml, open, handler);
  }
  if (at < xml.length) handler.text(decodeEntities(xml.slice(at)));
}

/** Handles the markup at `open` and returns where to go on. */
function walkMarkup(xml: string, open: number, handler: XmlHandler): number {
  if (xml.startsWith('<!--', open)) return after(xml, '-->', open + 4);
  if (xml.startsWith('<![CDATA[', open)) {
    const end = after(xml, ']]>', open + 9);
    const closed = xml.startsWith(']]>', end - 3);
    handler.text(xml.slice(open + 9, closed ? end - 3 : end));
    return end;
  }
  if (xml.startsWith('<?', open)) return after(xml, '?>', open + 2);
  if (xml.startsWith('<!', open)) return afterDeclaration(xml, open + 2);
  const end = tagEnd(xml, open + 1);
  if (end < 0) return xml.length;
  const closing = xml[open + 1] === '/';
  const inside = xml.slice(open + (closing ? 2 : 1), end);
  const name = /^[^\s/>]{1,200}/.exec(inside.slice(0, 200))?.[0] ?? '';
  if (name === '') return end + 1;
  if (closing) {
    handler.close(localName(name));
    return end + 1;
  }
  handler.open(localName(name), readAttributes(inside.length > maxTagChars ? '' : inside.slice(name.length)));
  if (inside.endsWith('/')) handler.close(localName(name));
  return end + 1;
}

function after(xml: string, mark: string, from: number): number {
  const found = xml.indexOf(mark, from);
  return found < 0 ? xml.length : found + mark.length;
}

/** Past a `<!DOCTYPE …>` with its bracketed part. */
function afterDeclaration(xml: string, from: number): number {
  const close = xml.indexOf('>', from);
  const bracket = xml.indexOf('[', from);
  if (close < 0) return xml.length;
  if (bracket < 0 || bracket > close) return close + 1;
  return after(xml, '>', after(xml, ']', bracket));
}

/** The `>` of a tag: one inside quotes does not count, unless the quote is never closed. */
function tagEnd(xml: string, from: number): number {
  let quote = '';
  const limit = Math.min(xml.length, from + maxTagChars);
  for (let i = from; i < limit; i++) {
    const char = xml[i] ?? '';
    if (quote !== '') {
      if (char === quote) quote = '';
    } else if (char === '"' || char === "'") quote = char;
    else if (char === '>') return i;
  }
  return xml.indexOf('>', from);
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function readAttributes(source: string): Map<string, string> {
  const attributes = new Map<string, string>();
  let at = 0;
  for (;;) {
    const equals = source.indexOf('=', at);
    if (equals < 0) return attributes;
    const name = source.slice(at, equals).trim();
    let from = equals + 1;
    while (/\s/.test(source[from] ?? '')) from++;
    const quote = source[from] === '"' || source[from] === "'" ? (source[from] ?? '') : '';
    let to = quote === '' ? from : source.indexOf(quote, from + 1);
    if (quote === '') while (to < source.length && !/[\s/]/.test(source[to] ?? '')) to++;
    if (to < 0) return attributes;
    const key = localName(name.slice(name.search(/(?<!\S)\S+$/)));
    if (!attributes.has(key)) attributes.set(key, decodeEntities(source.slice(from + quote.length, to)));
    at = to + quote.length;
  }
}
