/** Markup inside cue texts. Everything here is one pass over the text: cue texts may be hostile and megabytes long. */

const namedEntities: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  lrm: '\u200e',
  rlm: '\u200f',
  shy: '',
  ensp: ' ',
  emsp: ' ',
  thinsp: ' ',
  zwnj: '\u200c',
  zwj: '\u200d',
  hellip: '…',
  mdash: '—',
  ndash: '–',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  laquo: '«',
  raquo: '»',
  bull: '•',
  middot: '·',
  copy: '©',
  reg: '®',
  trade: '™',
  deg: '°',
  euro: '€',
  pound: '£',
  yen: '¥',
  cent: '¢',
  sect: '§',
  para: '¶',
  times: '×',
  divide: '÷',
  plusmn: '±',
  frac12: '½',
  frac14: '¼',
  frac34: '¾',
  iexcl: '¡',
  iquest: '¿',
  ordf: 'ª',
  ordm: 'º',
  szlig: 'ß',
  aelig: 'æ',
  AElig: 'Æ',
  oelig: 'œ',
  OElig: 'Œ',
  oslash: 'ø',
  Oslash: 'Ø',
  eth: 'ð',
  thorn: 'þ',
  sung: '♪',
};

const accents: Record<string, string> = {
  grave: '\u0300',
  acute: '\u0301',
  circ: '\u0302',
  tilde: '\u0303',
  uml: '\u0308',
  ring: '\u030a',
  cedil: '\u0327',
  caron: '\u030c',
};

/** Character references that end in a semicolon; unknown ones stay as they are. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([A-Za-z][A-Za-z0-9]{1,7}));/g, (whole, decimal, hex, name) => {
    if (typeof name === 'string') return namedEntity(name) ?? whole;
    const code = typeof decimal === 'string' ? Number.parseInt(decimal, 10) : Number.parseInt(String(hex), 16);
    if (code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return '\ufffd';
    return String.fromCodePoint(code);
  });
}

function namedEntity(name: string): string | undefined {
  if (Object.hasOwn(namedEntities, name)) return namedEntities[name];
  const accent = accents[name.slice(1)];
  return accent && Object.hasOwn(accents, name.slice(1)) ? `${name[0] ?? ''}${accent}`.normalize('NFC') : undefined;
}

const knownTags = new Set(
  'a b big br body c center code div em font h1 h2 h3 head html i img lang link meta p pre rp rt ruby s script small span strike strong style sub sup title tt u v'.split(
    ' ',
  ),
);

/**
 * Plain text of a loosely marked-up cue (SubRip and the like): known HTML tags go and `<br>` breaks the line, as do
 * `\N`; ASS (`{\an8}`) and MicroDVD (`{y:i}`) codes go; entities are decoded. A lone `<` stays a `<`.
 */
export function plainCueText(text: string): string {
  return decodeEntities(withoutMarkup(text));
}

/** The same with entities left alone, for texts whose entities are decoded already. */
export function withoutMarkup(text: string): string {
  return stripTags(stripCodes(text));
}

/** The name in the first `<v Name>` tag, if the text has one. */
export function voiceOf(text: string): string | undefined {
  if (!text.includes('<v')) return undefined;
  const name = /<v(?:\.[^\s>]{0,100})?[ \t]([^<>]{1,200})>/.exec(text)?.[1];
  return name ? decodeEntities(name).trim() || undefined : undefined;
}

function stripTags(text: string): string {
  let open = text.indexOf('<');
  if (open < 0) return text;
  const parts: string[] = [];
  let from = 0;
  let close = -1;
  while (open >= 0) {
    // One search serves every `<` before it: many `<` and a far `>` stay linear.
    if (close < open) close = text.indexOf('>', open);
    if (close < 0) break;
    const name = tagName(text, open);
    if (name !== null) {
      parts.push(text.slice(from, open), name === 'br' || name === '/p' ? '\n' : '');
      from = close + 1;
      open = text.indexOf('<', from);
    } else {
      open = text.indexOf('<', open + 1);
    }
  }
  parts.push(text.slice(from));
  return parts.join('');
}

/** The name of the known tag that opens at `at` (`/name` for an end tag, `time` for a timestamp), or null. */
function tagName(text: string, at: number): string | null {
  const found = /^<(\/?)([A-Za-z][A-Za-z0-9]{0,9})(?=[\s.>/])|^<(\d{1,4}:\d{2}(?::\d{2})?(?:[.,]\d{1,3})?)>/.exec(
    text.slice(at, at + 24),
  );
  if (!found) return null;
  if (found[3]) return 'time';
  const name = (found[2] ?? '').toLowerCase();
  return knownTags.has(name) ? `${found[1] ?? ''}${name}` : null;
}

function stripCodes(text: string): string {
  // Not `\n` and not a lone `\h`: they occur in file paths.
  const isAss = text.includes('\\N') || text.includes('{\\');
  const broken = isAss ? text.replaceAll('\\N', '\n').replaceAll('\\h', ' ') : text;
  if (!broken.includes('{')) return broken;
  return cutBraces(broken, (code) => code.startsWith('\\') || /^[yYcCfFsSpPoOhH]:/.test(code));
}

/** Removes `{…}` groups that `isCode` recognises by their inside. */
export function cutBraces(text: string, isCode: (inside: string) => boolean): string {
  const parts: string[] = [];
  let from = 0;
  let close = -1;
  for (let open = text.indexOf('{'); open >= 0; open = text.indexOf('{', Math.max(from, open + 1))) {
    if (close < open) close = text.indexOf('}', open);
    if (close < 0) break;
    if (!isCode(text.slice(open + 1, Math.min(close, open + 500)))) continue;
    parts.push(text.slice(from, open));
    from = close + 1;
  }
  parts.push(text.slice(from));
  return parts.join('');
}

/**
 * Text of a WebVTT cue by the standard's tokenizer: any tag goes, whatever its name, up to the next `>`; ruby text
 * stays. A `<` that is never closed stays with what follows it, so that a typing mistake costs no words.
 * `voices` are the distinct names of `<v>` tags. Source: https://www.w3.org/TR/webvtt1/#cue-text-parsing-rules
 */
export function vttCueText(payload: string): { text: string; voices: string[] } {
  const voices: string[] = [];
  if (!payload.includes('<')) return { text: decodeEntities(payload), voices };
  const parts: string[] = [];
  let from = 0;
  for (let open = payload.indexOf('<'); open >= 0; open = payload.indexOf('<', from)) {
    const close = payload.indexOf('>', open);
    if (close < 0) break;
    parts.push(payload.slice(from, open));
    from = close + 1;
    const voice = /^v(?:\.\S*)?\s([\s\S]*)$/.exec(payload.slice(open + 1, Math.min(close, open + 300)))?.[1];
    const name = voice === undefined ? '' : decodeEntities(voice).replace(/\s+/g, ' ').trim();
    if (name !== '' && !voices.includes(name) && voices.length < 100) voices.push(name);
  }
  parts.push(payload.slice(from));
  return { text: decodeEntities(parts.join('')), voices };
}
