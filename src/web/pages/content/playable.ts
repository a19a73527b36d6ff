import { isEmbeddable } from '#engine/sites/shared/embed.ts';
import type { ContentOverview } from '#features/contents/contract.ts';

/** What a content can be played with: media of its own, or the player of the site it is on. */
export type Playable =
  | { type: 'video' | 'audio'; media: NonNullable<ContentOverview['media']> }
  | { type: 'video'; embed: NonNullable<ContentOverview['embed']> };

export function playableOf(detail: Pick<ContentOverview, 'media' | 'embed'>): Playable | null {
  const { media, embed } = detail;
  if (media !== null) return { type: media.type, media: { ...media, url: securely(media.url) } };
  return embed !== null && isEmbeddable(embed) ? { type: 'video', embed } : null;
}

/** Sound that lives elsewhere is only ever asked for over an encrypted connection; most hosts that say `http` have one. */
function securely(url: string): string {
  return url.replace(/^http:\/\//i, 'https://');
}

/** Was the media published without encryption? Then the likely reason of a failure is known. */
export function isInsecure(media: ContentOverview['media']): boolean {
  return media !== null && /^http:\/\//i.test(media.url);
}
