/** Keeps the codes of a link, a referral or an invitation, while the user signs in with a provider. */
const names = { ref: 'gleaner.ref', invitation: 'gleaner.invitation' };
const seconds = 900;

export type EntryCode = keyof typeof names;

export function entryCookie(of: EntryCode, code: string): string {
  return `${names[of]}=${encodeURIComponent(code)}; Path=/api/auth; Max-Age=${seconds}; HttpOnly; SameSite=Lax`;
}

export function readEntryCookie(of: EntryCode, headers: Headers): string | undefined {
  const start = `${names[of]}=`;
  for (const pair of (headers.get('cookie') ?? '').split('; '))
    if (pair.startsWith(start)) return decode(pair.slice(start.length));
  return undefined;
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
