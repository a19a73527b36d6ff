import { z } from 'zod';
import { zContentId } from '#features/contents/contract.ts';

export const watchLaterLimits = { items: 1_000 } as const;

const zOne = z.strictObject({ contentId: zContentId });

export const playlistContract = {
  /** Newest first. */
  'playlist.list': { input: z.void(), output: z.object({ contentIds: z.array(zContentId) }) },
  /** `added` is false when it was there already. Errors: `sign_in_needed`, `not_found`, `watch_later_full`. */
  'playlist.add': { input: zOne, output: z.object({ added: z.boolean() }) },
  /** `removed` is false when it was not there. Errors: `sign_in_needed`, `not_found`. */
  'playlist.remove': { input: zOne, output: z.object({ removed: z.boolean() }) },
} as const;
