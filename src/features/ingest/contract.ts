/** From what a person pastes or drops to content records. The only file of this feature that both sides import. */
import { z } from 'zod';
import { zDetail, zLanguage, zSourceKind } from '#engine/domain.ts';
import { zContentId, zContentStatus, zProblem } from '#features/contents/contract.ts';
import { zUploadId } from '#features/uploads/contract.ts';
import { zTypedText } from '#lib/typed-text.ts';

export const ingestLimits = {
  /** Pasted text, in characters: share texts are short, a list of links is not. */
  pastedText: 20_000,
  itemsPerSubmit: 50,
  uploadBytes: 4 * 1024 ** 3,
  /** Items of a listing that are listed at most, shown in one page, and queued in one go. */
  listingItems: 5_000,
  listingPage: 100,
  itemsPerQueue: 200,
} as const;

export const zListingKind = z.enum(['playlist', 'parts', 'show', 'channel', 'favourites']);

/** One thing recognised in what was pasted, before any work starts. */
export const zPreviewItem = z.object({
  url: z.string(),
  kind: zSourceKind.nullable(),
  title: z.string().nullable(),
  siteName: z.string().nullable(),
  description: z.string().nullable(),
  /** `data:` image, small; null when there is none. */
  cover: z.string().nullable(),
  durationSeconds: z.number().nullable(),
  sizeBytes: z.number().nullable(),
  /** The user has it already. */
  existing: z.object({ contentId: zContentId, status: zContentStatus }).nullable(),
  problem: zProblem.nullable(),
  /** The link stands for many things. `alsoItem`: it is about one of them too, and may be submitted as it is. */
  listing: z.object({ kind: zListingKind, total: z.number().int().nullable(), alsoItem: z.boolean() }).nullable(),
});
export type PreviewItem = z.infer<typeof zPreviewItem>;

export const zListingItem = z.object({
  /** Its number in the listing, from 0: what is queued is named by it. */
  position: z.number().int().nonnegative(),
  url: z.string(),
  title: z.string(),
  durationSeconds: z.number().nullable(),
  publishedAt: z.string().nullable(),
  author: z.string().nullable(),
  existing: z.object({ contentId: zContentId, status: zContentStatus }).nullable(),
});

export const zListingPage = z.object({
  items: z.array(zListingItem),
  /** Where the next page starts; null after the last. */
  next: z.number().int().nullable(),
  /** Items listed so far. */
  listed: z.number().int(),
  /** No more is to be found than what is listed. */
  complete: z.boolean(),
});
export type ListingPage = z.infer<typeof zListingPage>;

export const zListingView = zListingPage.extend({
  listingId: z.uuid(),
  title: z.string(),
  kind: zListingKind,
  url: z.string(),
  siteName: z.string().nullable(),
  /** `data:` image, small. */
  cover: z.string().nullable(),
  /** How many there are by the site's own count, which may be more than it lists. */
  total: z.number().int().nullable(),
});
export type ListingView = z.infer<typeof zListingView>;

export const zQueuedItems = z.object({
  queued: z.number().int(),
  /** Had a note, or were under way, already. */
  existing: z.number().int(),
  problems: z.array(z.object({ position: z.number().int(), problem: zProblem })),
});
export type QueuedItems = z.infer<typeof zQueuedItems>;

export const zSubmitItem = z.union([
  z.strictObject({ url: zTypedText.min(1).max(4096) }),
  z.strictObject({ uploadId: zUploadId }),
]);

export const ingestContract = {
  /** Finds the links in `text` (several, or inside share text) and looks at each one. */
  'ingest.preview': {
    input: z.strictObject({ text: zTypedText.max(ingestLimits.pastedText) }),
    output: z.object({ items: z.array(zPreviewItem) }),
  },
  'ingest.submit': {
    input: z.strictObject({
      items: z.array(zSubmitItem).min(1).max(ingestLimits.itemsPerSubmit),
      noteLanguage: zLanguage,
      /** Default `standard`. */
      detail: zDetail.optional(),
    }),
    output: z.object({
      results: z.array(
        z.union([
          z.object({ contentId: zContentId, status: zContentStatus, existing: z.boolean() }),
          z.object({ problem: zProblem }),
        ]),
      ),
    }),
  },
  /** Lists what is behind a link that stands for many; the listing is kept for a day and read page by page. */
  'ingest.openListing': { input: z.strictObject({ url: zTypedText.min(1).max(4096) }), output: zListingView },
  'ingest.listingPage': {
    input: z.strictObject({ listingId: z.uuid(), offset: z.number().int().min(0).max(ingestLimits.listingItems) }),
    output: zListingPage,
  },
  'ingest.queueItems': {
    input: z.strictObject({
      listingId: z.uuid(),
      positions: z.array(z.number().int().min(0).max(ingestLimits.listingItems)).min(1).max(ingestLimits.itemsPerQueue),
      noteLanguage: zLanguage,
      detail: zDetail.optional(),
    }),
    output: zQueuedItems,
  },
} as const;
