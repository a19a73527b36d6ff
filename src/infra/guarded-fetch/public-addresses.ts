import ipaddr from 'ipaddr.js';

/** Not public although ipaddr.js calls them unicast: IPv4-compatible addresses (RFC 4291), the dummy prefix of RFC 9780. */
const alsoRefused = [ipaddr.IPv6.parseCIDR('::/96'), ipaddr.IPv6.parseCIDR('100:0:0:1::/64')];

/** Accepts only public unicast addresses, in any spelling. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return false;
  if (!(parsed instanceof ipaddr.IPv6)) return true;
  // A zone id binds an address to a local network interface.
  if (parsed.zoneId) return false;
  return !alsoRefused.some((block) => parsed.match(block));
}
