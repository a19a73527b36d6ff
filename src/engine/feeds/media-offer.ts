type MediaOffer = { url: string; type: string | null };

/** A type as it should be written. */
export const mediaType = /^(?:audio|video)\/|mpegurl/i;
/** As feeds also write it: `mp3`, `audio`, `application/mp3`, `mpeg/audio`, `x-audio/mp3`. */
const looseType = /\b(?:audio|video|mp3|mp4|m4a|mpeg|ogg)\b/i;
const mediaName = /\.(?:mp3|m4a|m4b|mpga|aac|ogg|oga|opus|wav|flac|mp4|m4v|mov|webm|m3u8)$/i;

/** The name counts too, as some feeds call a sound `text/html`. */
export function isMediaOffer({ url, type }: MediaOffer): boolean {
  return mediaType.test(type ?? '') || looseType.test(type ?? '') || mediaName.test(url.split(/[?#]/, 1)[0] ?? '');
}

/** The sound or film among what an item offers, else the first; null where nothing is offered. */
export function bestOffer<Offer extends MediaOffer>(offers: readonly Offer[]): Offer | null {
  return offers.find(({ type }) => mediaType.test(type ?? '')) ?? offers.find(isMediaOffer) ?? offers[0] ?? null;
}
