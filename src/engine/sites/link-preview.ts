import { parseHttpUrl } from '#lib/urls.ts';
import { readVideoHost } from '../sources/yt-dlp/video-hosts.ts';
import { sites } from './index.ts';
import type { KnownLink, Site } from './site.ts';

export type KnownSite = {
  kind: 'video' | 'audio' | 'document';
  siteName: string | null;
  id: string | null;
  address: string;
  coverUrl: string | null;
  turnsAway: boolean;
  /** Until the page is read, the kind is a guess: it may also be a text or a list. */
  maybe: boolean;
  bareTitle: Site['bareTitle'] | null;
};

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

/** Null on pages about something else, such as consent pages. */
export function titleOnSite(title: string | null, { bareTitle }: KnownSite, landed: string): string | null {
  if (!bareTitle) return title;
  const url = parseHttpUrl(landed);
  return url && bareTitle(title ?? '', url);
}
