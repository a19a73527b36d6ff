/**
 * Bytes of unknown encoding to text. The order of trust: byte order mark, the bytes themselves where they leave no
 * doubt (UTF-16/32 patterns, valid UTF-8), what the sender declared, statistics.
 */
import { createRequire } from 'node:module';

export type DecodeOptions = {
  /** The whole `Content-Type` header; its charset parameter is used. */
  contentType?: string | null;
  /** A charset label that the caller found in the document. */
  declared?: string | null;
  /** Look for `<meta charset>` or `<?xml encoding?>` in the first bytes. */
  sniff?: 'html' | 'xml';
};

/** `encoding` is the WHATWG name in lower case (`gb18030`, `utf-16le`, …), or `utf-32le` / `utf-32be`. */
export type DecodedText = { text: string; encoding: string };

type Detector = (bytes: Uint8Array) => { encoding: string | null; confidence: number }[];

const sniffBytes = 8192;
const statisticsBytes = 65_536;
/** A wrongly declared legacy charset is overruled when the bytes hold this many well-formed UTF-8 sequences. */
const convincingUtf8Sequences = 4;

/** Never throws: bytes that fit nothing become U+FFFD. Byte order marks are removed. */
export function decodeText(bytes: Uint8Array, options: DecodeOptions = {}): DecodedText {
  const marked = fromByteOrderMark(bytes) ?? wideEncoding(bytes);
  if (marked) return decodeAs(marked, bytes);

  const declared = declaredEncodings(bytes, options);
  const utf8 = utf8Shape(bytes);
  if (utf8.sequences === 0 && utf8.broken === 0) {
    const escaped = declared.includes('iso-2022-jp') || usesJapaneseEscapes(bytes);
    return decodeAs(escaped ? 'iso-2022-jp' : 'utf-8', bytes);
  }
  const isUtf8 = utf8.broken === 0;
  if (isUtf8 && (utf8.sequences >= convincingUtf8Sequences || declared.length === 0 || declared.includes('utf-8'))) {
    return decodeAs('utf-8', bytes);
  }
  // A few damaged bytes in a text that is otherwise UTF-8: a cut download, a truncated line.
  if (utf8.sequences >= 20 && utf8.broken * 20 < utf8.sequences) return decodeAs('utf-8', bytes);

  const fitting = declared.filter((name) => name !== 'utf-8' && decodesCleanly(name, bytes));
  // Servers add ISO-8859-1 to everything, and it fits everything: a multi-byte charset that fits says more.
  const best = fitting.find((name) => !isSingleByte(name)) ?? fitting[0];
  if (best && !isSingleByte(best)) return decodeAs(best, bytes);
  const guess = guessEncoding(bytes);
  if (best && (guess === null || isSingleByte(guess) || !decodesCleanly(guess, bytes))) return decodeAs(best, bytes);
  if (isUtf8 && (guess === null || isSingleByte(guess))) return decodeAs('utf-8', bytes);
  return decodeAs(guess ?? declared.find((name) => name !== 'utf-8') ?? 'windows-1252', bytes);
}

/** The charset parameter of a `Content-Type` header, as written; null when there is none. */
export function charsetOfContentType(contentType: string | null | undefined): string | null {
  return /;\s{0,20}charset\s{0,20}=\s{0,20}["']?\s{0,20}([\w.:+-]{2,40})/i.exec((contentType ?? '').slice(0, 500))?.[1] ?? null;
}

function declaredEncodings(bytes: Uint8Array, options: DecodeOptions): string[] {
  const labels = [charsetOfContentType(options.contentType), options.declared ?? null];
  if (options.sniff) labels.push(sniffLabel(bytes, options.sniff));
  const names = labels.map((label) => (label === null ? null : canonicalName(label))).filter((name) => name !== null);
  // A label read from the bytes in ASCII cannot be UTF-16: the standard reads it as UTF-8.
  return [...new Set(names.map((name) => (name.startsWith('utf-16') ? 'utf-8' : name)))];
}

function sniffLabel(bytes: Uint8Array, kind: 'html' | 'xml'): string | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, sniffBytes)).toString('latin1');
  const xml = /^\s{0,20}<\?xml\s[^>]{0,200}?encoding\s{0,9}=\s{0,9}["']([\w.:+-]{2,40})["']/i.exec(head)?.[1];
  if (xml) return xml;
  return kind === 'html'
    ? (/<meta\s[^>]{0,300}?charset\s{0,9}=\s{0,9}["']?\s{0,9}([\w.:+-]{2,40})/i.exec(head)?.[1] ?? null)
    : null;
}

const aliases: Record<string, string> = {
  gb2312: 'gb18030',
  gbk: 'gb18030',
  cp936: 'gb18030',
  cp949: 'euc-kr',
  uhc: 'euc-kr',
  cp950: 'big5',
  'big5-tw': 'big5',
  cp932: 'shift_jis',
  ms932: 'shift_jis',
  'shift_jis-2004': 'shift_jis',
  'euc-jis-2004': 'euc-jp',
  'tis-620': 'windows-874',
  macroman: 'macintosh',
  'mac-roman': 'macintosh',
  maccyrillic: 'x-mac-cyrillic',
  'mac-cyrillic': 'x-mac-cyrillic',
};

/** The name to decode with, or null for a charset that no decoder here knows. */
function canonicalName(label: string): string | null {
  const plain = label.trim().toLowerCase();
  const known = aliases[plain] ?? aliases[plain.replaceAll('_', '-')] ?? plain;
  try {
    const { encoding } = new TextDecoder(known);
    return aliases[encoding] ?? encoding;
  } catch {
    return null;
  }
}

function fromByteOrderMark(bytes: Uint8Array): string | null {
  const [a, b, c, d] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8';
  if (a === 0xff && b === 0xfe) return c === 0 && d === 0 && bytes.length % 4 === 0 ? 'utf-32le' : 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  if (a === 0 && b === 0 && c === 0xfe && d === 0xff) return 'utf-32be';
  if (a === 0x84 && b === 0x31 && c === 0x95 && d === 0x33) return 'gb18030';
  return null;
}

/** UTF-16 and UTF-32 without a mark: NUL bytes sit at fixed positions, because every such text holds some ASCII. */
function wideEncoding(bytes: Uint8Array): string | null {
  const length = Math.min(bytes.length - (bytes.length % 4), 16_384);
  if (length < 4) return null;
  const zeros = [0, 0, 0, 0];
  for (let i = 0; i < length; i++) if (bytes[i] === 0) zeros[i & 3] = (zeros[i & 3] ?? 0) + 1;
  const [z0 = 0, z1 = 0, z2 = 0, z3 = 0] = zeros;
  const units = length / 4;
  const all = z0 + z1 + z2 + z3;
  if (all === length) return null;
  if (all < length / 50) {
    const chinese = bytes.length % 2 === 0 ? wideChinese(bytes.subarray(0, length)) : null;
    if (chinese) return chinese;
  }
  if (all < length / 200) return null;
  if (z2 > units * 0.9 && z3 === units && z0 < units / 10) return 'utf-32le';
  if (z1 > units * 0.9 && z0 === units && z3 < units / 10) return 'utf-32be';
  const even = z0 + z2;
  const odd = z1 + z3;
  if (odd > even * 4 && readsAsText('utf-16le', bytes.subarray(0, length))) return 'utf-16le';
  if (even > odd * 4 && readsAsText('utf-16be', bytes.subarray(0, length))) return 'utf-16be';
  return null;
}

/** A Chinese UTF-16 text without ASCII holds few NULs (only in 一 and the like); its everyday characters give it away. */
function wideChinese(bytes: Uint8Array): string | null {
  for (const name of ['utf-16le', 'utf-16be']) {
    const { text } = decodeAs(name, bytes);
    const cjk = text.match(/[\u4e00-\u9fff\u3000-\u303f\uff00-\uffef]/g)?.length ?? 0;
    const everyday = text.match(/[的一是不了在有我他这這，。]/g)?.length ?? 0;
    if (cjk >= text.length * 0.95 && everyday >= 2 && everyday >= text.length * 0.04) return name;
  }
  return null;
}

function readsAsText(encoding: string, bytes: Uint8Array): boolean {
  const text = decodeAs(encoding, bytes).text;
  let bad = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    const control = code < 32 && code !== 9 && code !== 10 && code !== 13;
    if (control || code === 0xfffd || code >= 0xfffe || (code >= 0xe000 && code <= 0xf8ff)) bad++;
  }
  return bad * 50 <= text.length;
}

/** Counts well-formed multi-byte sequences and bytes that break the rules. A sequence cut by the end is no fault. */
function utf8Shape(bytes: Uint8Array): { sequences: number; broken: number } {
  let sequences = 0;
  let broken = 0;
  for (let i = 0; i < bytes.length; ) {
    const lead = bytes[i] ?? 0;
    i++;
    if (lead < 0x80) continue;
    const more = lead >= 0xc2 && lead <= 0xdf ? 1 : lead >= 0xe0 && lead <= 0xef ? 2 : lead >= 0xf0 && lead <= 0xf4 ? 3 : 0;
    let seen = 0;
    while (seen < more && i < bytes.length && isContinuation(lead, seen, bytes[i] ?? 0)) {
      seen++;
      i++;
    }
    if (more > 0 && (seen === more || i >= bytes.length)) sequences++;
    else broken++;
  }
  return { sequences, broken };
}

/** Second bytes are limited further after some leads: overlong forms, surrogates, past U+10FFFF. */
function isContinuation(lead: number, position: number, byte: number): boolean {
  let low = 0x80;
  let high = 0xbf;
  if (position === 0) {
    if (lead === 0xe0) low = 0xa0;
    else if (lead === 0xed) high = 0x9f;
    else if (lead === 0xf0) low = 0x90;
    else if (lead === 0xf4) high = 0x8f;
  }
  return byte >= low && byte <= high;
}

function usesJapaneseEscapes(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, statisticsBytes));
  return head.includes('\u001b$B', 0, 'latin1') || head.includes('\u001b$@', 0, 'latin1');
}

function isSingleByte(name: string): boolean {
  return /^(?:windows-|iso-8859|koi8|ibm866|macintosh|x-mac)/.test(name);
}

function decodesCleanly(name: string, bytes: Uint8Array): boolean {
  try {
    // Streaming mode: a character that is cut by the end of the bytes does not count as a fault.
    new TextDecoder(name, { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

let detector: Detector | undefined;

/** Loaded on the first text that needs it: most are UTF-8, and the tables take time to load. */
function loadDetector(): Detector {
  if (!detector) {
    const { chardet } = createRequire(import.meta.url)('jschardet') as typeof import('jschardet');
    // The eras of the web, of ISO and of national code pages; mainframe and DOS sets only bring wrong guesses.
    const encodingEra = chardet.EncodingEra.MODERN_WEB | chardet.EncodingEra.LEGACY_ISO | chardet.EncodingEra.LEGACY_REGIONAL;
    detector = (bytes) => chardet.detectAll(bytes, { encodingEra, ignoreThreshold: true });
  }
  return detector;
}

function guessEncoding(bytes: Uint8Array): string | null {
  const sample = telltaleBytes(bytes);
  for (const candidate of loadDetector()(sample).slice(0, 5)) {
    const name = candidate.encoding === null ? null : canonicalName(candidate.encoding);
    if (name === null || name === 'utf-8') continue;
    return isSingleByte(name) && fewAccents(sample) ? 'windows-1252' : name;
  }
  return null;
}

/** Ğ İ Ş ğ ı ş; the same bytes are Ð Ý Þ ð ý þ in Western Europe, where hardly anybody writes them. */
const turkishBytes = new Set([0xd0, 0xdd, 0xde, 0xf0, 0xfd, 0xfe]);

/** A handful of lone accented letters is too little for statistics: the commonest Latin charset is the best bet. */
function fewAccents(bytes: Uint8Array): boolean {
  let high = 0;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] ?? 0;
    if (byte < 0x80) continue;
    high++;
    if (high > 6 || (bytes[i + 1] ?? 0) >= 0x80 || turkishBytes.has(byte)) return false;
  }
  return true;
}

/**
 * At most 64 kB for the statistics, taken where the non-ASCII bytes are: a page may open with 100 kB of script.
 * Cuts happen only between ASCII bytes, so multi-byte characters stay whole.
 */
function telltaleBytes(bytes: Uint8Array): Uint8Array {
  if (bytes.length <= statisticsBytes) return bytes;
  const sample = new Uint8Array(statisticsBytes);
  let size = 0;
  let sinceHigh = Number.POSITIVE_INFINITY;
  for (let i = 0; i < bytes.length && size < statisticsBytes; i++) {
    const byte = bytes[i] ?? 0;
    sinceHigh = byte >= 0x80 ? 0 : sinceHigh + 1;
    if (sinceHigh < 32) sample[size++] = byte;
    else if (sinceHigh === 32) sample[size++] = 0x0a;
  }
  return sample.subarray(0, size);
}

function decodeAs(encoding: string, bytes: Uint8Array): DecodedText {
  if (encoding === 'utf-32le' || encoding === 'utf-32be') return { text: decodeUtf32(bytes, encoding === 'utf-32le'), encoding };
  const name = encoding.startsWith('gb') ? 'gb18030' : encoding;
  return { text: new TextDecoder(name).decode(bytes), encoding: name };
}

/** No decoder of the platform knows UTF-32. */
function decodeUtf32(bytes: Uint8Array, littleEndian: boolean): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts: string[] = [];
  let chunk: number[] = [];
  for (let i = 0; i + 4 <= bytes.length; i += 4) {
    const code = view.getUint32(i, littleEndian);
    if (code === 0xfeff && i === 0) continue;
    chunk.push(code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) ? 0xfffd : code);
    if (chunk.length === 4096) {
      parts.push(String.fromCodePoint(...chunk));
      chunk = [];
    }
  }
  if (bytes.length % 4 !== 0) chunk.push(0xfffd);
  parts.push(String.fromCodePoint(...chunk));
  return parts.join('');
}
