/** Accepts also addresses with a language prefix, and embedded players. */
export function spotifyEpisodeId(url: URL): string | null {
  if (url.hostname !== 'open.spotify.com') return null;
  return /^\/(?:intl-[a-z-]+\/)?(?:embed(?:-podcast)?\/)?episode\/([A-Za-z0-9]{22})\/?$/.exec(url.pathname)?.[1] ?? null;
}

export function spotifyShowId(url: URL): string | null {
  if (url.hostname !== 'open.spotify.com') return null;
  return /^\/(?:intl-[a-z-]+\/)?(?:embed(?:-podcast)?\/)?show\/([A-Za-z0-9]{22})\/?$/.exec(url.pathname)?.[1] ?? null;
}
