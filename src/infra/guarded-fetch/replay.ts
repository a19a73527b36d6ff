/** Sends requests to a local server instead of the internet, for tests and offline work. */
import { AppError } from '#lib/app-error.ts';

export type Replay = {
  host: string;
  covers(url: URL): boolean;
  addressOf(url: URL): URL;
};

const thisMachine = new Set(['127.0.0.1', '[::1]']);

/** Errors: `config_invalid` when `from` is not on this machine. */
export function createReplay(from: string, allow: readonly string[]): Replay {
  const base = URL.canParse(from) ? new URL(from) : null;
  if (base?.protocol !== 'http:' || !thisMachine.has(base.hostname))
    throw new AppError('config_invalid', { detail: 'answers are replayed from this machine only' });
  const direct = new Set([base.host, ...allow]);
  return {
    host: base.host,
    covers: (url) => direct.has(url.host),
    addressOf: (url) => new URL(`/${url.host}${url.pathname}${url.search}`, base),
  };
}
