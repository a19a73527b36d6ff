/** Trusts in order: byte order mark, unmistakable bytes (UTF-16/32 patterns, valid UTF-8), the declared charset, statistics. */
import { createRequire } from 'node:module';
import { hasLoneAccents } from '#lib/text/lone-accents.ts';
import { withHongKongCharacters } from './hong-kong-characters.ts';

export type DecodeOptions = {
  /** The whole `Content-Type` header. */
  contentType?: string | null;
  declared?: string | null;
  /** Where to look for a declaration: `<meta charset>` or `<?xml encoding?>`. */
  sniff?: 'html' | 'xml';
};

/** `encoding` is a WHATWG name in lower case, or `utf-32le` / `utf-32be`. */
export type DecodedText = { text: string; encoding: string };

type Detector = (bytes: Uint8Array) => { encoding: string | null; confidence: number }[];

const sniffBytes = 8192;
const statisticsBytes = 65_536;
/** This many UTF-8 sequences overrule a declared legacy charset. */
const convincingUtf8Sequences = 4;

/** Never throws: invalid bytes become U+FFFD. Byte order marks are removed. */
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
  // UTF-8 with a few broken bytes, from a cut download or truncated lines.
  if (utf8.sequences >= 20 && utf8.broken * 20 < utf8.sequences) return decodeAs('utf-8', bytes);

  const fitting = declared.filter((name) => name !== 'utf-8' && decodesCleanly(name, bytes));
  // ISO-8859-1 fits everything and is often wrong: a multi-byte charset that fits says more.
  const best = fitting.find((name) => !isSingleByte(name)) ?? fitting[0];
  if (best && !isSingleByte(best)) return decodeAs(best, bytes);
  const nearly = declared.find((name) => name !== 'utf-8' && !isSingleByte(name) && decodesNearly(name, bytes));
  if (nearly) return decodeAs(nearly, bytes);
  const guess = guessEncoding(bytes);
  if (!best && (guess === null || isSingleByte(guess)) && decodesNearly('gb18030', bytes)) return decodeAs('gb18030', bytes);
  if (best && (guess === null || isSingleByte(guess) || !decodesCleanly(guess, bytes))) return decodeAs(best, bytes);
  if (isUtf8 && (guess === null || isSingleByte(guess))) return decodeAs('utf-8', bytes);
  return decodeAs(guess ?? declared.find((name) => name !== 'utf-8') ?? 'windows-1252', bytes);
}

export function charsetOfContentType(contentType: string | null | undefined): string | null {
  return /;\s{0,20}charset\s{0,20}=\s{0,20}["']?\s{0,20}([\w.:+-]{2,40})/i.exec((contentType ?? '').slice(0, 500))?.[1] ?? null;
}

function declaredEncodings(bytes: Uint8Array, options: DecodeOptions): string[] {
  const labels = [charsetOfContentType(options.contentType), options.declared ?? null];
  if (options.sniff) labels.push(sniffLabel(bytes, options.sniff));
  const names = labels.map((label) => (label === null ? null : canonicalName(label))).filter((name) => name !== null);
  // A label read as ASCII cannot be UTF-16; the standard reads it as UTF-8.
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

/** Finds UTF-16 and UTF-32 without a byte order mark by NULs at fixed positions, as every such text holds some ASCII. */
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

/** Chinese UTF-16 without ASCII has few NULs, but its common characters show it. */
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

/** A sequence that the end cuts does not count as broken. */
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

/** Refuses overlong forms, surrogates and code points above U+10FFFF. */
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
    // Streaming, so that a character that the end cuts is no error.
    new TextDecoder(name, { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** Allows a few odd bytes, which adverts, cut titles and pasted names bring into pages of East Asian charsets. */
function decodesNearly(name: string, bytes: Uint8Array): boolean {
  const { text } = decodeAs(name, bytes);
  const odd = text.match(/\ufffd/g)?.length ?? 0;
  const good = text.match(/[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]/g)?.length ?? 0;
  const everyday = text.match(/[的一是不了在有我他这個个の를이가은]/g)?.length ?? 0;
  return good > 0 && odd * 50 <= good && everyday * 60 >= good;
}

let detector: Detector | undefined;

/** Loaded on demand: most texts are UTF-8, and the tables load slowly. */
function loadDetector(): Detector {
  if (!detector) {
    const { chardet } = createRequire(import.meta.url)('jschardet') as typeof import('jschardet');
    // Mainframe and DOS charsets only bring wrong guesses.
    const encodingEra = chardet.EncodingEra.MODERN_WEB | chardet.EncodingEra.LEGACY_ISO | chardet.EncodingEra.LEGACY_REGIONAL;
    detector = (bytes) => chardet.detectAll(bytes, { encodingEra, ignoreThreshold: true });
  }
  return detector;
}

function guessEncoding(bytes: Uint8Array): string | null {
  const sample = telltaleBytes(bytes);
  const isLatin = hasLoneAccents(sample);
  for (const candidate of loadDetector()(sample).slice(0, 5)) {
    const name = candidate.encoding === null ? null : canonicalName(candidate.encoding);
    if (name === null || name === 'utf-8' || (isLatin && !latinCharset.test(name))) continue;
    return isSingleByte(name) && fewAccents(sample) ? 'windows-1252' : name;
  }
  return isLatin ? 'windows-1252' : null;
}

const latinCharset = /^(?:windows-125[0247]|iso-8859-(?:[2349]|1[03-6])|macintosh)$/;

/** The bytes of Ğ İ Ş ğ ı ş; as Western European Ð Ý Þ ð ý þ they are rare. */
const turkishBytes = new Set([0xd0, 0xdd, 0xde, 0xf0, 0xfd, 0xfe]);

/** Too few accents for statistics: the most common Latin charset is the best guess. */
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

/** At most 64 kB around the non-ASCII bytes. Cuts are between ASCII bytes, so characters stay whole. */
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
  // This decoder leaves the mark of GB 18030 in.
  const text = new TextDecoder(name).decode(bytes).replace(/^\ufeff/, '');
  return { text: name === 'big5' ? withHongKongCharacters(text) : text, encoding: name };
}

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
