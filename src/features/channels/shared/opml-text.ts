/** The text of an OPML file: other readers also write UTF-16 and Chinese charsets, and say so. */
export function opmlText(bytes: Uint8Array): string {
  const charset = wideCharset(bytes) ?? declaredCharset(bytes);
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    // The name is unknown, or wrong for these bytes.
    return new TextDecoder().decode(bytes);
  }
}

/** By the byte order mark, or by how `<` is written at the beginning. */
function wideCharset([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return 'utf-16be';
  return null;
}

function declaredCharset(bytes: Uint8Array): string {
  const head = new TextDecoder('windows-1252').decode(bytes.subarray(0, 300));
  const name = /^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([\w.:-]+)["']/i.exec(head)?.[1] ?? 'utf-8';
  // A declaration that can be read byte by byte is not in UTF-16, whatever it says.
  return /^utf-?16/i.test(name) ? 'utf-8' : name;
}
