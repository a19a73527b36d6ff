/** The session of a Bilibili user as people copy it: its value, `SESSDATA=…`, or every cookie of a request. */

export type BilibiliSession = {
  /** As it goes into a cookie. */
  value: string;
  expiresAt: Date | null;
};

const shortest = 20;
const longest = 600;

/** Null when there is no session in the text. */
export function readBilibiliSession(text: string): BilibiliSession | null {
  const named = /(?:^|[;\s"'`])SESSDATA\s{0,20}[=:\t]\s{0,20}["'`]?([^;\s"'`]+)/i.exec(text)?.[1];
  const bare = /^[^;\s=]+$/.exec(text.trim())?.[0];
  const found = (named ?? bare ?? '').replaceAll(',', '%2C');
  // Nothing that could end the cookie or the header it stands in.
  if (found.length < shortest || found.length > longest || !/^[\w%*.~+/-]+$/.test(found)) return null;
  return { value: found, expiresAt: expiryOf(found) };
}

/** The second of its parts is the time it ends, in seconds. */
function expiryOf(value: string): Date | null {
  const seconds = /^[^%]+%2C(\d{10})%2C/i.exec(value)?.[1];
  return seconds === undefined ? null : new Date(Number(seconds) * 1000);
}
