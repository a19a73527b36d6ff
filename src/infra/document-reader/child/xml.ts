/**
 * A forgiving XML reader that reports tags and text as they come. It knows no document type, so there are no entities
 * that could grow or point to files; depth does not matter because nothing recurses.
 */

/** Names come without their prefix: `w:p` is `p`. Attributes have both, `r:id` and `id`; the one with a prefix never loses. */
export type XmlHandler = {
  open(name: string, attributes: ReadonlyMap<string, string>): void;
  close(name: string): void;
  text(text: string): void;
};

/** Text of an XML file by its byte order mark, else its declaration, else UTF-8. */
export function decodeXml(bytes: Uint8Array): string {
  const head = Buffer.from(bytes.subarray(0, 200)).toString('latin1');
  let label = /^[^>]{0,60}encoding\s*=\s*["']([\w-]{1,30})["']/.exec(head)?.[1] ?? 'utf-8';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) label = 'utf-16le';
  else if (bytes[0] === 0xfe && bytes[1] === 0xff) label = 'utf-16be';
  // UTF-16 is told by its mark: a declaration that can be read as single bytes is none.
  else if (/^utf-?16/i.test(label) || bytes[0] === 0xef) label = 'utf-8';
  try {
    return new TextDecoder(label).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

export function readXml(source: string, handler: XmlHandler): void {
  let at = 0;
  while (at < source.length) {
    const open = source.indexOf('<', at);
    if (open < 0) break;
    if (open > at) handler.text(decodeEntities(source.slice(at, open)));
    at =
      source.charCodeAt(open + 1) === 33 || source.charCodeAt(open + 1) === 63
        ? skip(source, open, handler)
        : tag(source, open, handler);
  }
  if (at < source.length) handler.text(decodeEntities(source.slice(at)));
}

/** Comments, instructions and the document type are left out; CDATA is text. Returns where to go on. */
function skip(source: string, open: number, handler: XmlHandler): number {
  if (source.startsWith('<!--', open)) return after(source, '-->', open + 4);
  if (source.startsWith('<![CDATA[', open)) {
    const end = source.indexOf(']]>', open);
    handler.text(source.slice(open + 9, end < 0 ? source.length : end));
    return end < 0 ? source.length : end + 3;
  }
  if (source.startsWith('<?', open)) return after(source, '?>', open + 2);
  const close = after(source, '>', open);
  // The document type may hold declarations of its own, between brackets.
  const subset = source.slice(open, close).indexOf('[');
  return subset < 0 ? close : after(source, '>', Math.max(open, source.indexOf(']', open + subset)));
}

function after(source: string, mark: string, from: number): number {
  const end = source.indexOf(mark, from);
  return end < 0 ? source.length : end + mark.length;
}

function tag(source: string, open: number, handler: XmlHandler): number {
  const end = tagEnd(source, open);
  const inner = source.slice(open + 1, end);
  if (inner.startsWith('/')) handler.close(localName(inner.slice(1).trim()));
  else {
    const isEmpty = inner.endsWith('/');
    const name = localName(/^[^\s/]*/.exec(inner)?.[0] ?? '');
    handler.open(name, attributesOf(inner));
    if (isEmpty) handler.close(name);
  }
  return end + 1;
}

/** The `>` that ends a tag, not one within a quoted value. */
function tagEnd(source: string, open: number): number {
  let quote = 0;
  for (let at = open + 1; at < source.length; at++) {
    const code = source.charCodeAt(at);
    if (quote !== 0) quote = code === quote ? 0 : quote;
    else if (code === 34 || code === 39) quote = code;
    else if (code === 62) return at;
  }
  return source.length;
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function attributesOf(inner: string): Map<string, string> {
  const attributes = new Map<string, string>();
  for (const [, name = '', double, single] of inner.matchAll(/\s([^\s=/"'<>]{1,100})\s{0,20}=\s{0,20}(?:"([^"]*)"|'([^']*)')/g)) {
    const value = decodeEntities(double ?? single ?? '');
    attributes.set(name, value);
    if (name.includes(':') && !attributes.has(localName(name))) attributes.set(localName(name), value);
  }
  return attributes;
}

const named: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ensp: ' ',
  emsp: ' ',
  thinsp: ' ',
  shy: '\u00ad',
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  sbquo: '‚',
  ldquo: '“',
  rdquo: '”',
  bdquo: '„',
  laquo: '«',
  raquo: '»',
  hellip: '…',
  middot: '·',
  bull: '•',
  copy: '©',
  reg: '®',
  trade: '™',
  deg: '°',
  times: '×',
  eacute: 'é',
  egrave: 'è',
  ecirc: 'ê',
  agrave: 'à',
  acirc: 'â',
  aacute: 'á',
  ccedil: 'ç',
  ocirc: 'ô',
  oacute: 'ó',
  iacute: 'í',
  uacute: 'ú',
  ugrave: 'ù',
  ntilde: 'ñ',
  auml: 'ä',
  ouml: 'ö',
  uuml: 'ü',
  Auml: 'Ä',
  Ouml: 'Ö',
  Uuml: 'Ü',
  Eacute: 'É',
  szlig: 'ß',
};

function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));/gi,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return Object.hasOwn(named, name) ? (named[name] ?? whole) : whole;
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
      return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : '';
    },
  );
}
