import { sites } from '../sites/index.ts';
import type { PlaylistAddress } from '../sites/site.ts';

export function playlistAddress(url: URL): PlaylistAddress {
  for (const site of sites) {
    const address = site.playlistAddress?.(url);
    if (address) return address;
  }
  return { url, alsoItem: false };
}
