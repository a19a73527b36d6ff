import { parseFragment } from 'parse5';

const predefined: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const windows1252 = new TextDecoder('windows-1252');
const known = new Map<string, string>();
const maxKnown = 3000;

/**
 * Predefined, numeric and HTML character references, once. Entities a document defines for itself are left as
 * written: expanding them is what entity bombs and external entities rest on. One pass.
 */
export function decodeReferences(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([A-Za-z][A-Za-z0-9]{1,31}));/g, (whole, decimal, hex, name) => {
    if (typeof name === 'string') return predefined[name] ?? htmlName(name, whole);
    return character(typeof decimal === 'string' ? Number.parseInt(decimal, 10) : Number.parseInt(String(hex), 16));
  });
}

function character(code: number): string {
  if (code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return '\ufffd';
  // What writers of the Windows era meant by &#150; is a dash, not a control character.
  if (code >= 0x80 && code <= 0x9f) return windows1252.decode(Uint8Array.of(code));
  return String.fromCodePoint(code);
}

function htmlName(name: string, whole: string): string {
  const before = known.get(name);
  if (before !== undefined) return before;
  const node = parseFragment(whole).childNodes[0];
  const value = node && 'value' in node ? node.value : whole;
  if (known.size < maxKnown) known.set(name, value);
  return value;
}
