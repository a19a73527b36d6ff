/** `…`, quotation marks and dashes of windows-1252, which may stand beside an accent. */
const isMark = (byte: number): boolean => byte === 0x85 || (byte >= 0x91 && byte <= 0x97);
/** The hard space, `¡`, `«`, `»` and `¿`. */
const spacedMarks = new Set([0xa0, 0xa1, 0xab, 0xbb, 0xbf]);

/** As in French and German: Chinese and Japanese have such bytes in pairs, Cyrillic and Greek in words. */
export function hasLoneAccents(bytes: Uint8Array): boolean {
  let lone = 0;
  let other = 0;
  for (let at = 0; at < bytes.length; at++) {
    if ((bytes[at] ?? 0) < 0x80) continue;
    let from = at;
    while ((bytes[at + 1] ?? 0) >= 0x80) at++;
    let to = at;
    while (from <= to && isMark(bytes[from] ?? 0)) from++;
    while (to > from && isMark(bytes[to] ?? 0)) to--;
    if (from > to) continue;
    const beside = Number(isAsciiLetter(bytes[from - 1])) + Number(isAsciiLetter(bytes[to + 1]));
    const areLetters = (bytes[from] ?? 0) >= 0xc0 && (bytes[to] ?? 0) >= 0xc0;
    if (from === to && areLetters) lone += beside > 0 ? 1 : 0;
    // `Grüße`, `créé`.
    else if (!(from === to ? spacedMarks.has(bytes[from] ?? 0) : to - from === 1 && areLetters && beside > 0)) other++;
  }
  return lone > 0 && other * 10 <= lone;
}

function isAsciiLetter(byte = 0): boolean {
  return (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a;
}
