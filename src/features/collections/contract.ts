/** Procedures and fields use the names of the product specification. The only file that both sides import. */
import { z } from 'zod';
import { zContentId } from '#features/contents/contract.ts';
import { zContentRow } from '#features/library/contract.ts';
import { collectionDescriptionLength, mostInCollection } from '#lib/input-limits.ts';
import { reportReasons } from '#lib/report-reasons.ts';
import { zTypedText } from '#lib/text/typed-text.ts';
import { cleanCollectionName, collectionNameLength } from './shared/clean-collection-name.ts';

export const collectionLimits = {
  perUser: 500,
  items: mostInCollection,
  batch: 200,
  /** The most collections whose contents one call asks for. */
  lists: 20,
  covers: 100,
} as const;

const zCollectionId = z.uuid();
const zName = z.string().max(1_000).transform(cleanCollectionName).pipe(z.string().min(1).max(collectionNameLength));
/** Put into a collection, or taken out of it, in one transaction. */
const zManyIds = z.array(zContentId).min(1).max(mostInCollection);
const zContentIds = z.array(zContentId).min(1).max(collectionLimits.batch);

export const zCollectionName = z.object({ id: zCollectionId, name: z.string(), is_public: z.boolean() });
export type CollectionName = z.infer<typeof zCollectionName>;

export const zCollection = zCollectionName.extend({
  slug: z.string(),
  /** True if an administrator hid it: then only its owner sees it, even if it is public. */
  hidden: z.boolean(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  /** `count` of the only element is the number of contents. */
  collection_items: z.tuple([z.object({ count: z.number().int() })]),
});
export type Collection = z.infer<typeof zCollection>;

export const zCollectionDetails = zCollection.extend({
  description: z.string(),
  /** The item whose picture was chosen; null: the first item with a picture. */
  cover_content_id: zContentId.nullable(),
  cover_url: z.string().nullable(),
  published_at: z.iso.datetime().nullable(),
  /** While it is hidden: what readers reported it for. */
  hidden_for: z.array(z.enum(reportReasons)),
});
export type CollectionDetails = z.infer<typeof zCollectionDetails>;

const zAdded = z.object({
  addedCount: z.number().int(),
  /** Contents that are in it already or were named twice. */
  skippedCount: z.number().int(),
});

export const shareContract = {
  /** Sorted by name. Errors: `not_found`. */
  'share.getContentCollections': { input: z.strictObject({ contentId: zContentId }), output: z.array(zCollectionName) },
  /** Other users' contents are left out. */
  'share.getBatchContentCollections': {
    input: z.strictObject({ contentIds: zContentIds }),
    output: z.record(zContentId, z.array(zCollectionName)),
  },
  /** The contents of all these collections together, each once. Other users' collections add none. */
  'share.getContentsInCollections': {
    input: z.strictObject({ collectionIds: z.array(zCollectionId).min(1).max(collectionLimits.lists) }),
    output: z.array(zContentId),
  },
  /** Last changed first. Empty without a session. */
  'share.listUserCollections': { input: z.void(), output: z.array(zCollection) },
  /** Addresses of pictures by collection; leaves out collections without a picture, and other users'. */
  'share.getCollectionCovers': {
    input: z.strictObject({ collectionIds: z.array(zCollectionId).min(1).max(collectionLimits.covers) }),
    output: z.record(zCollectionId, z.string()),
  },
  /** By id or slug, current or former, with a page of its contents. Errors: `not_found`. */
  'share.getCollectionDetails': {
    input: z.strictObject({
      id: zTypedText.min(1).max(200),
      limit: z.number().int().min(1).max(100).default(30),
      cursor: z.string().max(200).optional(),
    }),
    output: z.object({ collection: zCollectionDetails, items: z.array(zContentRow), nextCursor: z.string().nullable() }),
  },
  /** With its first contents, or not at all; those that are gone count as skipped. Errors: `collection_limit`; `not_found` when all are gone. */
  'share.createCollection': {
    input: z.strictObject({ name: zName, contentIds: z.array(zContentId).max(collectionLimits.items).default([]) }),
    output: zAdded.extend({ collection: zCollection }),
  },
  /** Omitted fields stay. A new name changes the slug; the old one redirects. Errors: `not_found`, also if it lacks the cover. */
  'share.updateCollection': {
    input: z.strictObject({
      id: zCollectionId,
      name: zName.optional(),
      description: zTypedText.trim().max(collectionDescriptionLength).optional(),
      coverContentId: zContentId.nullable().optional(),
    }),
    output: zCollection,
  },
  /** Guests cannot publish. Errors: `not_found`, `sign_in_needed`. */
  'share.publishCollection': {
    input: z.strictObject({ id: zCollectionId, isPublic: z.boolean() }),
    output: zCollection,
  },
  /** The contents stay in the library. Errors: `not_found`. */
  'share.deleteCollection': { input: z.strictObject({ id: zCollectionId }), output: z.object({ deleted: z.literal(true) }) },
  /** Within a day of the deletion, without contents deleted since. Errors: `not_found`, `collection_limit`. */
  'share.restoreCollection': { input: z.strictObject({ id: zCollectionId }), output: zCollection },
  /** New ones come first; `positions` restore removed ones. Errors: `not_found`, also when all are gone; `collection_full`. */
  'share.addItemsToCollection': {
    input: z
      .strictObject({
        collectionId: zCollectionId,
        contentIds: zManyIds,
        positions: z.array(z.number().min(-1e12).max(1e12)).max(mostInCollection).optional(),
      })
      .refine(({ contentIds, positions }) => positions === undefined || positions.length === contentIds.length, {
        path: ['positions'],
      }),
    /** `skippedIds`: which were skipped, so that undo takes out what was added and nothing else. */
    output: zAdded.extend({ skippedIds: z.array(zContentId) }),
  },
  /** Returns the positions of the removed items; ignores contents that are not in it. Errors: `not_found`. */
  'share.removeItemsFromCollection': {
    input: z.strictObject({ collectionId: zCollectionId, contentIds: zManyIds }),
    output: z.object({ removed: z.array(z.object({ contentId: zContentId, position: z.number() })) }),
  },
  /** Moves items in the given order before that content or to the end; ignores contents not in it. Errors: `not_found`. */
  'share.moveItemsInCollection': {
    input: z.strictObject({ collectionId: zCollectionId, contentIds: zContentIds, before: zContentId.nullable() }),
    output: z.object({ moved: z.number().int() }),
  },
} as const;
