const isHost = (url: URL): boolean => /^(?:podcasts|itunes)\.apple\.com$/.test(url.hostname);

/** `https://podcasts.apple.com/<country>/podcast/<name>/id<show>?i=<episode>` */
export function appleIds(url: URL): { show: string; episode: string } | null {
  if (!isHost(url)) return null;
  const show = /\/id(\d{3,15})(?:\/|$)/.exec(url.pathname)?.[1];
  const episode = url.searchParams.get('i');
  return show && episode && /^\d{3,20}$/.test(episode) ? { show, episode } : null;
}

export function appleShowId(url: URL): string | null {
  if (!isHost(url) || url.searchParams.has('i')) return null;
  return /\/podcast\/(?:[^/]+\/)?id(\d{3,15})\/?$/.exec(url.pathname)?.[1] ?? null;
}
