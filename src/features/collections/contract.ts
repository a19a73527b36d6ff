/** Procedures and fields have the names of the product specification. The only file that both sides import. */
import { z } from 'zod';
import { zContentId } from '#features/contents/contract.ts';
import { zContentRow } from '#features/library/contract.ts';
import { collectionDescriptionLength, mostChosen } from '#lib/input-limits.ts';
import { zTypedText } from '#lib/text/typed-text.ts';
import { cleanCollectionName, collectionNameLength } from './shared/clean-collection-name.ts';

export const collectionLimits = {
  perUser: 500,
  items: 5_000,
  batch: 200,
  /** Whose contents one call names. */
  lists: 20,
  covers: 100,
} as const;

const zCollectionId = z.uuid();
/** Without invisible characters and line breaks 1 to 100 characters. */
const zName = z.string().max(1_000).transform(cleanCollectionName).pipe(z.string().min(1).max(collectionNameLength));
/** All or none is put into a collection or taken out of it. */
const zManyIds = z.array(zContentId).min(1).max(mostChosen);
const zContentIds = z.array(zContentId).min(1).max(collectionLimits.batch);

export const zCollectionName = z.object({ id: zCollectionId, name: z.string(), is_public: z.boolean() });
export type CollectionName = z.infer<typeof zCollectionName>;

export const zCollection = zCollectionName.extend({
  slug: z.string(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  /** The first item's count is the number of contents. */
  collection_items: z.tuple([z.object({ count: z.number().int() })]),
});
export type Collection = z.infer<typeof zCollection>;

export const zCollectionDetails = zCollection.extend({
  description: z.string(),
  /** The item whose picture was chosen; null: the first with one. */
  cover_content_id: zContentId.nullable(),
  cover_url: z.string().nullable(),
  published_at: z.iso.datetime().nullable(),
  /** By an administrator: nobody else sees it, though it is public. */
  hidden: z.boolean(),
});
export type CollectionDetails = z.infer<typeof zCollectionDetails>;

const zAdded = z.object({
  addedCount: z.number().int(),
  /** Contents that are in it already or named twice. */
  skippedCount: z.number().int(),
});

export const shareContract = {
  /** By name. Errors: `not_found`. */
  'share.getContentCollections': { input: z.strictObject({ contentId: zContentId }), output: z.array(zCollectionName) },
  /** Other users' contents are left out. */
  'share.getBatchContentCollections': {
    input: z.strictObject({ contentIds: zContentIds }),
    output: z.record(zContentId, z.array(zCollectionName)),
  },
  /** Of all of them together, each once. Other users' collections have none. */
  'share.getContentsInCollections': {
    input: z.strictObject({ collectionIds: z.array(zCollectionId).min(1).max(collectionLimits.lists) }),
    output: z.array(zContentId),
  },
  /** By last change. Empty without a session. */
  'share.listUserCollections': { input: z.void(), output: z.array(zCollection) },
  /** By id; without those that have no picture, and other users'. */
  'share.getCollectionCovers': {
    input: z.strictObject({ collectionIds: z.array(zCollectionId).min(1).max(collectionLimits.covers) }),
    output: z.record(zCollectionId, z.string()),
  },
  /** By id or slug, also a former one, with a page of its contents. Errors: `not_found`. */
  'share.getCollectionDetails': {
    input: z.strictObject({
      id: zTypedText.min(1).max(200),
      limit: z.number().int().min(1).max(100).default(30),
      cursor: z.string().max(200).optional(),
    }),
    output: z.object({ collection: zCollectionDetails, items: z.array(zContentRow), nextCursor: z.string().nullable() }),
  },
  /** Errors: `collection_limit`, `not_found`. */
  'share.createCollection': {
    input: z.strictObject({ name: zName, contentIds: z.array(zContentId).max(collectionLimits.batch).default([]) }),
    output: zAdded.extend({ collection: zCollection }),
  },
  /** What is not named stays. With another name the slug changes; the former leads to it. Errors: `not_found`, also for a cover that is not in it. */
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
  /** Keeps its contents. Errors: `not_found`. */
  'share.deleteCollection': { input: z.strictObject({ id: zCollectionId }), output: z.object({ deleted: z.literal(true) }) },
  /** Within a day of its deletion, without contents that are gone. Errors: `not_found`, `collection_limit`. */
  'share.restoreCollection': { input: z.strictObject({ id: zCollectionId }), output: zCollection },
  /** New ones come first, in the given order; `positions` restore removed ones. Errors: `not_found`, `collection_full`. */
  'share.addItemsToCollection': {
    input: z
      .strictObject({
        collectionId: zCollectionId,
        contentIds: zManyIds,
        positions: z.array(z.number().min(-1e12).max(1e12)).max(mostChosen).optional(),
      })
      .refine(({ contentIds, positions }) => positions === undefined || positions.length === contentIds.length, {
        path: ['positions'],
      }),
    output: zAdded,
  },
  /** Returns their positions; ignores contents that are not in it. Errors: `not_found`. */
  'share.removeItemsFromCollection': {
    input: z.strictObject({ collectionId: zCollectionId, contentIds: zManyIds }),
    output: z.object({ removed: z.array(z.object({ contentId: zContentId, position: z.number() })) }),
  },
  /** In the given order before that content, or to the end; ignores contents that are not in it. Errors: `not_found`. */
  'share.moveItemsInCollection': {
    input: z.strictObject({ collectionId: zCollectionId, contentIds: zContentIds, before: zContentId.nullable() }),
    output: z.object({ moved: z.number().int() }),
  },
} as const;
