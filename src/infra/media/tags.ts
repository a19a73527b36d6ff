/** Many programs write GBK or UTF-8 bytes into Latin-1 fields. Clear cases are decoded again. */

/** Null when empty or damaged. */
export function repairTag(value: string | null | undefined): string | null {
  const text = value?.replaceAll('\0', '').trim() ?? '';
  if (text === '' || text.includes('\uFFFD')) return null;
  return readAgain(text) ?? text;
}

function readAgain(text: string): string | null {
  if (!/[\u0080-\u00FF]{2}/.test(text) || /[\u0100-\uFFFF]/.test(text)) return null;
  const bytes = Buffer.from(text, 'latin1');
  return strictly('utf-8', bytes) ?? (looksLikeGbk(bytes) ? strictly('gb18030', bytes) : null);
}

function decodeTag(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes);
  return strictly('utf-8', buffer) ?? (looksLikeGbk(buffer) ? strictly('gb18030', buffer) : null) ?? buffer.toString('latin1');
}

function strictly(charset: string, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** GBK has pairs of high bytes, mostly with lead B0–D7. Western text has single ones; Cyrillic and Greek use higher ones. */
function looksLikeGbk(bytes: Uint8Array): boolean {
  let pairs = 0;
  let common = 0;
  for (let index = 0; index < bytes.length; index++) {
    const lead = bytes[index] ?? 0;
    if (lead < 0x80) continue;
    const trail = bytes[++index] ?? 0;
    if (lead < 0xa1 || lead > 0xf7 || trail < 0xa1) return false;
    pairs += 1;
    if ((lead >= 0xb0 && lead <= 0xd7) || lead === 0xa1 || lead === 0xa3) common += 1;
  }
  return pairs >= 2 && common / pairs >= 0.7;
}

const id3v1Bytes = 128;

export function readId3v1(lastBytes: Uint8Array): { title?: string; artist?: string; album?: string; date?: string } {
  if (lastBytes.length < id3v1Bytes) return {};
  const tag = lastBytes.subarray(lastBytes.length - id3v1Bytes);
  if (Buffer.from(tag.subarray(0, 3)).toString('latin1') !== 'TAG') return {};
  const field = (from: number, to: number) => {
    const bytes = tag.subarray(from, to);
    const end = bytes.indexOf(0);
    return decodeTag(bytes.subarray(0, end < 0 ? bytes.length : end)).trim() || undefined;
  };
  const fields = { title: field(3, 33), artist: field(33, 63), album: field(63, 93), date: field(93, 97) };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
