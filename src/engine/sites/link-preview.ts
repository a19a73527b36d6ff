import { parseHttpUrl } from '#lib/urls.ts';
import { readVideoHost } from '../sources/yt-dlp/video-hosts.ts';
import { sites } from './index.ts';
import type { KnownLink, Site } from './site.ts';

export type KnownSite = {
  kind: 'video' | 'audio' | 'document';
  siteName: string | null;
  /** The site's id of it, such as `BV17x411w7KC`, for when its title cannot be had. */
  id: string | null;
  /** Its page: the one address of all its forms. */
  address: string;
  /** The site's own picture of it, for a page that shows none. */
  coverUrl: string | null;
  /** An error status says nothing about it: such sites refuse what is no browser, and other ways lead to it. */
  turnsAway: boolean;
  /** It may as well be a text or a list: `kind` is a guess for when the page cannot be seen. */
  maybe: boolean;
  bareTitle: Site['bareTitle'] | null;
};

/** What a link leads to as far as its address alone says it; null for every address that has to be looked at first. */
export function readKnownSite(url: URL): KnownSite | null {
  for (const site of sites) {
    const link = site.readLink?.(url) ?? (site.files?.find(url) ? { kind: 'document' as const } : null);
    if (link) return toKnown(site, link, url);
  }
  const host = readVideoHost(url);
  if (!host) return null;
  const site = { name: host.host.name, refusesRequests: true };
  return { ...toKnown(site, { kind: 'video' }, url), maybe: host.kind !== 'video' };
}

function toKnown(site: Pick<Site, 'name' | 'refusesRequests' | 'bareTitle'>, link: KnownLink, url: URL): KnownSite {
  return {
    kind: link.kind,
    siteName: site.name,
    id: link.id ?? null,
    address: link.address ?? url.href,
    coverUrl: link.coverUrl ?? null,
    turnsAway: site.refusesRequests ?? false,
    maybe: false,
    bareTitle: site.bareTitle ?? null,
  };
}

/** The title a site's page gives; null on pages for robots and about cookies, which are about something else. */
export function titleOnSite(title: string | null, { bareTitle }: KnownSite, landed: string): string | null {
  if (!bareTitle) return title;
  const url = parseHttpUrl(landed);
  return url && bareTitle(title ?? '', url);
}
