import { z } from 'zod';
import { zDetail, zLanguage, zSourceKind } from '#engine/domain.ts';
import { zContentId, zContentStatus, zProblem } from '#features/contents/contract.ts';
import { zToldSeconds } from '#features/summaries/contract.ts';
import { zUploadId } from '#features/uploads/contract.ts';
import { zTypedText } from '#lib/text/typed-text.ts';

export const ingestLimits = {
  /** In characters. */
  pastedText: 20_000,
  title: 1_000,
  itemsPerSubmit: 50,
  uploadBytes: 4 * 1024 ** 3,
  /** The most items listed in all, shown on one page, and queued in one batch. */
  listingItems: 5_000,
  listingPage: 100,
  itemsPerQueue: 200,
} as const;

export const zListingKind = z.enum(['playlist', 'parts', 'show', 'channel', 'favourites']);

export const zPreviewItem = z.object({
  url: z.string(),
  kind: zSourceKind.nullable(),
  title: z.string().nullable(),
  siteName: z.string().nullable(),
  description: z.string().nullable(),
  /** A small `data:` image, or a path on this server; null without one. */
  cover: z.string().nullable(),
  /** A language code such as `en`, if the head of the page states one. */
  language: z.string().nullable(),
  durationSeconds: z.number().nullable(),
  sizeBytes: z.number().nullable(),
  /** The user's content for this link, if there is one. */
  existing: z.object({ contentId: zContentId, status: zContentStatus }).nullable(),
  problem: zProblem.nullable(),
  /** `alsoItem`: the link also is one of the items and can be submitted as it is. */
  listing: z.object({ kind: zListingKind, total: z.number().int().nullable(), alsoItem: z.boolean() }).nullable(),
});
export type PreviewItem = z.infer<typeof zPreviewItem>;

export const zListingItem = z.object({
  /** From 0; identifies the item when it is queued. */
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
  next: z.number().int().nullable(),
  listed: z.number().int(),
  complete: z.boolean(),
});
export type ListingPage = z.infer<typeof zListingPage>;

export const zListingView = zListingPage.extend({
  listingId: z.uuid(),
  title: z.string(),
  kind: zListingKind,
  url: z.string(),
  siteName: z.string().nullable(),
  /** A small `data:` image. */
  cover: z.string().nullable(),
  /** The total that the site states; it may exceed the number of items listed. */
  total: z.number().int().nullable(),
});
export type ListingView = z.infer<typeof zListingView>;

export const zQueuedItems = z.object({
  queued: z.number().int(),
  /** Number of items with a note or a running task. */
  existing: z.number().int(),
  problems: z.array(z.object({ position: z.number().int(), problem: zProblem })),
});
export type QueuedItems = z.infer<typeof zQueuedItems>;

export const zSubmitItem = z.union([
  /** `title`: shown until the source has been read and gives its own. */
  z.strictObject({
    url: zTypedText.min(1).max(4096),
    title: zTypedText.max(ingestLimits.title).optional(),
    /** The length from the preview: this much time is reserved until the source is read. */
    durationSeconds: zToldSeconds.optional(),
  }),
  /** `wordsId`: the upload of the subtitles or text that come along with a recording. It is deleted afterwards. */
  z.strictObject({ uploadId: zUploadId, wordsId: zUploadId.optional() }),
]);

export const ingestContract = {
  /** Finds links in `text` and previews each one. */
  'ingest.preview': {
    input: z.strictObject({ text: zTypedText.max(ingestLimits.pastedText) }),
    output: z.object({
      items: z.array(zPreviewItem),
      withModel: z.boolean(),
    }),
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
