/** Keeps the referral code while the user signs in with a provider. */
const name = 'gleaner.ref';
const seconds = 900;

export function referralCookie(code: string): string {
  return `${name}=${encodeURIComponent(code)}; Path=/api/auth; Max-Age=${seconds}; HttpOnly; SameSite=Lax`;
}

export function readReferralCookie(headers: Headers): string | undefined {
  for (const pair of (headers.get('cookie') ?? '').split('; '))
    if (pair.startsWith(`${name}=`)) return decode(pair.slice(name.length + 1));
  return undefined;
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
