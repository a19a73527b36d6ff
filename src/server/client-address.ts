import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

export type ProxyList = (address: Address) => boolean;

export type ForwardedHeaders = { xForwardedFor: string | undefined; forwarded: string | undefined };

/** The key of clients without an address, such as those on a Unix socket. */
const UNKNOWN = 'unknown';

/** An IPv4-mapped IPv6 address becomes IPv4; a zone identifier is dropped. */
export function parseAddress(text: string): Address | null {
  const [bare = ''] = text.split('%');
  return ipaddr.IPv4.isValidFourPartDecimal(bare) || ipaddr.IPv6.isValid(bare) ? ipaddr.process(bare) : null;
}

function parseNetwork(text: string): [Address, number] | null {
  const [base = '', bits, ...rest] = text.split('/');
  const address = parseAddress(base);
  if (address === null || rest.length > 0) return null;
  const width = address.kind() === 'ipv4' ? 32 : 128;
  if (bits === undefined) return [address, width];
  return /^\d{1,3}$/.test(bits) && Number(bits) <= width ? [address, Number(bits)] : null;
}

export function isNetwork(text: string): boolean {
  return parseNetwork(text) !== null;
}

export function proxyList(networks: readonly string[]): ProxyList {
  const known = networks.flatMap((text) => {
    const network = parseNetwork(text);
    return network ? [network] : [];
  });
  return (address) => known.some(([base, bits]) => base.kind() === address.kind() && address.match(base, bits));
}

/** An IPv6 address counts by its /64, the smallest block that a customer gets. */
export function addressKey(address: Address | null): string {
  if (address === null) return UNKNOWN;
  if (address instanceof ipaddr.IPv4) return address.toString();
  const parts = address.parts.map((part, index) => (index < 4 ? part : 0));
  return `${new ipaddr.IPv6(parts).toString()}/64`;
}

/** Reads headers from the right past trusted proxies; an invalid entry ends the search. If both disagree, the proxy counts. */
export function clientKey(remote: string | undefined, headers: ForwardedHeaders, isProxy: ProxyList): string {
  const socket = parseAddress(remote ?? '');
  if (socket === null || !isProxy(socket)) return addressKey(socket);
  const { xForwardedFor, forwarded } = headers;
  const first = xForwardedFor === undefined ? null : addressKey(behind(socket, xForwardedFor.split(',').map(hostOf), isProxy));
  const second = forwarded === undefined ? null : addressKey(behind(socket, forwarded.split(',').map(forOf), isProxy));
  if (first !== null && second !== null && first !== second) return addressKey(socket);
  return first ?? second ?? addressKey(socket);
}

function behind(socket: Address, entries: readonly string[], isProxy: ProxyList): Address {
  let client = socket;
  for (const entry of entries.toReversed()) {
    if (!isProxy(client)) break;
    const next = parseAddress(entry);
    if (next === null) break;
    client = next;
  }
  return client;
}

/** Accepts `1.2.3.4`, `1.2.3.4:80`, `2001:db8::1`, `[2001:db8::1]` and `[2001:db8::1]:80`. */
function hostOf(entry: string): string {
  const text = entry.trim();
  if (text.startsWith('[')) return text.slice(1, text.indexOf(']'));
  const [host = '', port, ...more] = text.split(':');
  return port !== undefined && more.length === 0 ? host : text;
}

/** The `for` parameter of a `Forwarded` element (RFC 7239); empty when it has none. */
function forOf(element: string): string {
  for (const pair of element.split(';')) {
    const at = pair.indexOf('=');
    if (at >= 0 && pair.slice(0, at).trim().toLowerCase() === 'for') return hostOf(pair.slice(at + 1).replaceAll('"', ''));
  }
  return '';
}

export function clientAddressOf(c: Context, isProxy: ProxyList): string {
  return clientKey(
    getConnInfo(c).remote.address,
    { xForwardedFor: c.req.header('x-forwarded-for'), forwarded: c.req.header('forwarded') },
    isProxy,
  );
}
