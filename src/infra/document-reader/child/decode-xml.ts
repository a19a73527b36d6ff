export function decodeXml(bytes: Uint8Array): string {
  const head = Buffer.from(bytes.subarray(0, 200)).toString('latin1');
  let label = /^[^>]{0,60}encoding\s*=\s*["']([\w-]{1,30})["']/.exec(head)?.[1] ?? 'utf-8';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) label = 'utf-16le';
  else if (bytes[0] === 0xfe && bytes[1] === 0xff) label = 'utf-16be';
  // Without a byte order mark it is not UTF-16: a declaration that could be read as single bytes is wrong about that.
  else if (/^utf-?16/i.test(label) || bytes[0] === 0xef) label = 'utf-8';
  try {
    return new TextDecoder(label).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
