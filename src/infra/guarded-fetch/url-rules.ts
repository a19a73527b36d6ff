import { isIP } from 'node:net';
import { AppError } from '#lib/app-error.ts';
import { isPublicAddress } from './addresses.ts';

/** Longest address accepted; what browsers and servers commonly agree on. */
const maxUrlLength = 2048;

/**
 * The ports of web pages. Any other is far more often a database, a mail server or an admin panel, where even
 * a refused request tells something or does something.
 */
const webPorts = new Set(['80', '443', '8080', '8443']);

/** Names that exist only inside a network. */
const internalSuffixes = ['.local', '.internal', '.localhost', '.home.arpa', '.localdomain', '.intranet', '.lan', '.corp'];

/**
 * One error for every address the guard refuses, whatever the reason: a message that told closed ports, private
 * names and private addresses apart would let a stranger map the network behind the server.
 */
export function blocked(): AppError {
  return new AppError('url_blocked');
}

/** `host:port` pairs that are let through whatever they resolve to. */
export function parseAllowList(entries: readonly string[]): ReadonlySet<string> {
  const keys = new Set<string>();
  for (const entry of entries.map((text) => text.trim()).filter((text) => text !== '')) {
    if (!URL.canParse(`http://${entry}`)) throw new AppError('config_invalid', { detail: `not host:port: ${entry}` });
    keys.add(hostKey(new URL(`http://${entry}`)));
  }
  return keys;
}

/** Host and effective port, in the URL parser's own spelling. */
function hostKey(url: URL): string {
  return `${url.hostname}:${effectivePort(url)}`;
}

function effectivePort(url: URL): string {
  return url.port || (url.protocol === 'https:' ? '443' : '80');
}

/** The URL's host as `net.isIP` takes it: IPv6 without brackets. */
export function bareHost(hostname: string): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
}

/**
 * Parses and checks an address before anything is resolved or connected. The URL object given back is the one that
 * is requested: nothing is parsed twice. Errors: `url_invalid` (malformed, other scheme, user info, too long), `url_blocked`.
 */
export function checkUrl(text: string, allow: ReadonlySet<string>, base?: URL): URL {
  if (text.length > maxUrlLength || !URL.canParse(text, base?.href)) throw new AppError('url_invalid');
  const url = new URL(text, base);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new AppError('url_invalid');
  if (url.username !== '' || url.password !== '' || url.href.length > maxUrlLength) throw new AppError('url_invalid');
  if (!allow.has(hostKey(url))) checkHost(url);
  url.hash = '';
  return url;
}

function checkHost(url: URL): void {
  const host = bareHost(url.hostname).replace(/\.$/, '').toLowerCase();
  if (!webPorts.has(effectivePort(url))) throw blocked();
  if (isIP(host) !== 0) {
    if (!isPublicAddress(host)) throw blocked();
    return;
  }
  const internal = internalSuffixes.some((suffix) => host.endsWith(suffix));
  if (internal || !host.includes('.')) throw blocked();
}
