/** Reads the session in any form that people copy: the value, `SESSDATA=…`, or all cookies of a request. */

export type BilibiliSession = {
  /** Encoded for a cookie. */
  value: string;
  expiresAt: Date | null;
};

const shortest = 20;
const longest = 600;

export function readBilibiliSession(text: string): BilibiliSession | null {
  const named = /(?:^|[;\s"'`])SESSDATA["'`]?\s{0,20}[=:\t]\s{0,20}["'`]?([^;\s"'`]+)/i.exec(text)?.[1];
  const bare = /^[^;\s=]+$/.exec(text.trim())?.[0];
  const found = (named ?? bare ?? '').replaceAll(',', '%2C');
  // Excludes characters that could end the cookie or the header.
  if (found.length < shortest || found.length > longest || !/^[\w%*.~+/-]+$/.test(found)) return null;
  return { value: found, expiresAt: expiryOf(found) };
}

function expiryOf(value: string): Date | null {
  const seconds = /^[^%]+%2C(\d{10})%2C/i.exec(value)?.[1];
  return seconds === undefined ? null : new Date(Number(seconds) * 1000);
}
