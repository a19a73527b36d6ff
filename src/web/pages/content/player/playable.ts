import { isEmbeddable } from '#engine/sites/shared/embed.ts';
import type { ContentOverview } from '#features/contents/contract.ts';

export type Playable =
  | { type: 'video' | 'audio'; media: NonNullable<ContentOverview['media']> }
  | { type: 'video'; embed: NonNullable<ContentOverview['embed']> };

export function playableOf(detail: Pick<ContentOverview, 'media' | 'embed'>): Playable | null {
  const { media, embed } = detail;
  if (media !== null) return { type: media.type, media: { ...media, url: securely(media.url) } };
  return embed !== null && isEmbeddable(embed) ? { type: 'video', embed } : null;
}

/** Requests audio over https only; most hosts that publish `http` support it. */
function securely(url: string): string {
  return url.replace(/^http:\/\//i, 'https://');
}

/** A host without encryption is the likely reason of a failure. */
export function isInsecure(media: ContentOverview['media']): boolean {
  return media !== null && /^http:\/\//i.test(media.url);
}
