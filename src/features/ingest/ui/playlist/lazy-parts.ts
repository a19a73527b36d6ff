import { lazyPart } from '#ui/lazy-part.tsx';
import { loadListingWords } from './load-words.ts';

/** What only links that stand for many need. */
export const PlaylistOffer = lazyPart(async () => (await import('./playlist-offer.tsx')).PlaylistOffer, {
  words: loadListingWords,
});
export const PlaylistPicker = lazyPart(async () => (await import('./playlist-picker.tsx')).PlaylistPicker, {
  words: loadListingWords,
});
