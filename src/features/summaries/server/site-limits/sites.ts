/** Which site a link is on, as far as its limits are concerned, and how fast we ask it. */

export type Site = {
  id: string;
  /** Between the starts of two runs, in ms. */
  gapMs: number;
};

const known: readonly (Site & { hosts: RegExp })[] = [
  { id: 'youtube', gapMs: 3_000, hosts: /(?:^|\.)(?:youtube\.com|youtu\.be|youtube-nocookie\.com)$/ },
  { id: 'bilibili', gapMs: 3_000, hosts: /(?:^|\.)(?:bilibili\.com|b23\.tv|bili2233\.cn)$/ },
  { id: 'xiaoyuzhou', gapMs: 1_500, hosts: /(?:^|\.)xiaoyuzhoufm\.com$/ },
  { id: 'apple', gapMs: 1_500, hosts: /^(?:podcasts|itunes)\.apple\.com$/ },
];

const otherGapMs = 250;

/** The big sites have a line each; every other host has one of its own. */
export function siteOf(address: string): Site {
  const url = new URL(address);
  const host = url.hostname.toLowerCase().replace(/\.$/, '');
  const site = known.find(({ hosts }) => hosts.test(host));
  return site ? { id: site.id, gapMs: site.gapMs } : { id: `host:${url.host.toLowerCase()}`, gapMs: otherGapMs };
}
