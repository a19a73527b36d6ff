/** Answers from a server on this machine instead of the internet: what tests and offline work replay recorded pages with. */
import { AppError } from '#lib/app-error.ts';

export type Replay = {
  /** `127.0.0.1:<port>` of the server that answers. */
  host: string;
  /** Is this address on this machine already, or named as an exception? Then it is asked as it is. */
  covers(url: URL): boolean;
  /** `https://host:8443/path?query` → `http://127.0.0.1:<port>/host:8443/path?query` */
  addressOf(url: URL): URL;
};

/** Errors: `config_invalid` when `from` is not on this machine: the answers would come from a stranger. */
export function createReplay(from: string, allow: readonly string[]): Replay {
  const base = URL.canParse(from) ? new URL(from) : null;
  if (base?.protocol !== 'http:' || !/^(?:127\.0\.0\.1|\[::1\])$/.test(base.hostname))
    throw new AppError('config_invalid', { detail: 'answers are replayed from this machine only' });
  const direct = new Set([base.host, ...allow]);
  return {
    host: base.host,
    covers: (url) => direct.has(url.host),
    addressOf: (url) => new URL(`/${url.host}${url.pathname}${url.search}`, base),
  };
}
