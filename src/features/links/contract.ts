import { z } from 'zod';
import { zLanguage } from '#engine/domain.ts';
import { zContentId, zContentStatus } from '#features/contents/contract.ts';
import { zTypedText } from '#lib/text/typed-text.ts';

const linkLimits = { url: 4096, comment: 20_000, title: 300 } as const;

const zUrl = zTypedText.min(1).max(linkLimits.url);

export const linksContract = {
  /** The canonical form of the link, and the caller's content for it. Errors: `url_invalid`. */
  'link.find': {
    input: z.strictObject({ url: zUrl }),
    output: z.object({
      url: z.string(),
      content: z.object({ contentId: zContentId, status: zContentStatus }).nullable(),
    }),
  },
  /** The address of the caller's audio for a link, or for an address of such audio; null without. Errors: `url_invalid`. */
  'link.audioFile': {
    input: z.strictObject({ url: zUrl }),
    output: z.object({ fileUrl: z.string().nullable() }),
  },
  /** The icon of a site as a `data:` address; null: show the default icon. Errors: `rate_limited`. */
  'link.favicon': {
    input: z.strictObject({ hostname: z.string().max(253) }),
    output: z.object({ icon: z.string().nullable() }),
  },
  /** Saves a note of the user's own, without a summary. Errors: `url_invalid`, `note_conflict`. */
  'link.comment': {
    input: z.strictObject({
      url: zUrl,
      note: zTypedText.trim().min(1).max(linkLimits.comment),
      title: zTypedText.max(linkLimits.title).optional(),
      siteName: zTypedText.max(100).optional(),
      noteLanguage: zLanguage,
    }),
    output: z.object({ contentId: zContentId }),
  },
} as const;
