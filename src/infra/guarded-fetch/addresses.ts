import ipaddr from 'ipaddr.js';

/**
 * Special-use blocks that the library counts as ordinary unicast: the deprecated IPv4-compatible addresses
 * (RFC 4291 §2.5.5.1) and the dummy prefix of RFC 9780.
 */
const alsoRefused = [ipaddr.IPv6.parseCIDR('::/96'), ipaddr.IPv6.parseCIDR('100:0:0:1::/64')];

/**
 * May a request go to this IP address? Only ordinary public unicast: everything private, link-local, shared,
 * translated (NAT64, 6to4, Teredo), multicast, documentation or reserved is refused, in any spelling, and so is
 * whatever is not an address. An allow-list by kind: deny lists miss some.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return false;
  if (!(parsed instanceof ipaddr.IPv6)) return true;
  // A zone makes an address mean one network card of this machine.
  if (parsed.zoneId) return false;
  return !alsoRefused.some((block) => parsed.match(block));
}
