/** How far apart runs at one site start; each site's own figure is in its `site.ts`. */
import { sites } from './index.ts';

export type RequestGap = {
  id: string;
  gapMs: number;
};

const otherGapMs = 250;

/** Every unknown host has a limit of its own. */
export function requestGapOf(address: string): RequestGap {
  const url = new URL(address);
  const host = url.hostname.toLowerCase().replace(/\.$/, '');
  for (const { id, requestGap } of sites) if (requestGap?.hosts.test(host)) return { id, gapMs: requestGap.gapMs };
  return { id: `host:${url.host.toLowerCase()}`, gapMs: otherGapMs };
}
