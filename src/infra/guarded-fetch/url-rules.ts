import { isIP } from 'node:net';
import { AppError } from '#lib/app-error.ts';
import { isPublicAddress } from './public-addresses.ts';

const maxUrlLength = 2048;

const webPorts = new Set(['80', '443', '8080', '8443']);

const internalSuffixes = ['.local', '.internal', '.localhost', '.home.arpa', '.localdomain', '.intranet', '.lan', '.corp'];

/** The same error for every rule: distinct ones would let a stranger map the network. */
export function blocked(): AppError {
  return new AppError('url_blocked');
}

export function parseAllowList(entries: readonly string[]): ReadonlySet<string> {
  const keys = new Set<string>();
  for (const entry of entries.map((text) => text.trim()).filter((text) => text !== '')) {
    if (!URL.canParse(`http://${entry}`)) throw new AppError('config_invalid', { detail: `not host:port: ${entry}` });
    keys.add(hostKey(new URL(`http://${entry}`)));
  }
  return keys;
}

function hostKey(url: URL): string {
  return `${url.hostname}:${effectivePort(url)}`;
}

function effectivePort(url: URL): string {
  return url.port || (url.protocol === 'https:' ? '443' : '80');
}

export function bareHost(hostname: string): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
}

/** Fetch the returned URL, so that nothing is parsed twice. Errors: `url_invalid`, `url_blocked`. */
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
