import { readBilibiliLink } from '#lib/bilibili-links.ts';
import { readYoutubeLink } from '#lib/youtube-links.ts';

/**
 * Where the listing behind a link is, and whether the link is also about one thing of it: a video opened inside a
 * playlist, a video that has several parts, an episode of a series.
 */
export function listingAddress(url: URL): { url: URL; alsoItem: boolean } {
  const video = readYoutubeLink(url);
  const list = url.searchParams.get('list');
  if (video?.kind === 'video' && list !== null) {
    const address = new URL('https://www.youtube.com/playlist');
    address.searchParams.set('list', list);
    // A mix made for one viewer is no list that others can open.
    if (readYoutubeLink(address)?.kind === 'playlist') return { url: address, alsoItem: true };
  }
  const bilibili = readBilibiliLink(url);
  return { url, alsoItem: bilibili?.kind === 'video' || bilibili?.kind === 'episode' };
}
