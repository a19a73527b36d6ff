import { lazyPart } from '#ui/lazy-part.tsx';
import { loadListingWords } from './load-words.ts';

export const PlaylistOffer = lazyPart(async () => (await import('./playlist-offer.tsx')).PlaylistOffer, {
  words: loadListingWords,
});
export const PlaylistPicker = lazyPart(async () => (await import('./playlist-picker.tsx')).PlaylistPicker, {
  words: loadListingWords,
});
