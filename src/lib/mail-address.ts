import { z } from 'zod';

const longest = 254;

/** What cannot be in the name of a host, but would end or split it within a URL. */
const notInHosts = /[\s/\\?#:@[\]%]/;

/**
 * In lower case, its domain as mail servers know it (`münchen.example` is `xn--mnchen-3ya.example`). Null when it cannot
 * be used: other letters before the @ need an extension that most mail servers lack, and would let one address look like another;
 * better-auth refuses them after the last dot too.
 */
export function mailAddressOf(typed: string): string | null {
  const address = typed.trim().toLowerCase();
  const at = address.lastIndexOf('@');
  const domain = at < 0 ? null : asciiDomain(address.slice(at + 1));
  if (domain === null) return null;
  return (
    z
      .email()
      .max(longest)
      .safeParse(`${address.slice(0, at)}@${domain}`).data ?? null
  );
}

function asciiDomain(domain: string): string | null {
  // A domain of ASCII letters is not parsed as a URL, which would turn numbers into an IP address.
  if (/^\p{ASCII}*$/u.test(domain)) return domain;
  if (notInHosts.test(domain)) return null;
  return URL.parse(`http://${domain}`)?.hostname ?? null;
}

export const zMailAddress = z
  .string()
  .max(longest)
  .transform((typed, context) => {
    const address = mailAddressOf(typed);
    if (address !== null) return address;
    context.addIssue({ code: 'custom', message: 'no address that can be used', params: { error: 'email_unfit' } });
    return z.NEVER;
  });
