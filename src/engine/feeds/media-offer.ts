import { mediaExtension } from '#lib/media-extension.ts';

type MediaOffer = { url: string; type: string | null };

export const mediaType = /^(?:audio|video)\/|mpegurl/i;
/** As feeds also write it: `mp3`, `audio`, `application/mp3`, `mpeg/audio`, `x-audio/mp3`. */
const looseType = /\b(?:audio|video|mp3|mp4|m4a|mpeg|ogg)\b/i;
const playlistType = /mpegurl/i;

/** The name counts too, as some feeds call a sound `text/html`. A playlist is no sound that can be fetched. */
export function isMediaOffer({ url, type }: MediaOffer): boolean {
  if (playlistType.test(type ?? '')) return false;
  return mediaType.test(type ?? '') || looseType.test(type ?? '') || mediaExtension(url.split(/[?#]/, 1)[0] ?? '') !== null;
}

export function bestOffer<Offer extends MediaOffer>(offers: readonly Offer[]): Offer | null {
  return (
    offers.find((offer) => mediaType.test(offer.type ?? '') && isMediaOffer(offer)) ??
    offers.find(isMediaOffer) ??
    offers[0] ??
    null
  );
}
