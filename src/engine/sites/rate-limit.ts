import { sites } from './index.ts';

export type SiteLimit = {
  id: string;
  /** Between the starts of two runs. */
  gapMs: number;
};

const otherGapMs = 250;

/** Every unknown host has a limit of its own. */
export function siteLimitOf(address: string): SiteLimit {
  const url = new URL(address);
  const host = url.hostname.toLowerCase().replace(/\.$/, '');
  for (const { id, rateLimit } of sites) if (rateLimit?.hosts.test(host)) return { id, gapMs: rateLimit.gapMs };
  return { id: `host:${url.host.toLowerCase()}`, gapMs: otherGapMs };
}
