import { sites } from './index.ts';

/** Which site a link is on, as far as its limits are concerned, and how fast it is asked. */
export type SiteLimit = {
  id: string;
  /** Between the starts of two runs, in ms. */
  gapMs: number;
};

const otherGapMs = 250;

/** Known sites have a limit each; every other host has one of its own. */
export function siteLimitOf(address: string): SiteLimit {
  const url = new URL(address);
  const host = url.hostname.toLowerCase().replace(/\.$/, '');
  for (const { id, rateLimit } of sites) if (rateLimit?.hosts.test(host)) return { id, gapMs: rateLimit.gapMs };
  return { id: `host:${url.host.toLowerCase()}`, gapMs: otherGapMs };
}
