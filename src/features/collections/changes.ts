import type { ChangesOf, Query, StaleQuery } from '#rpc/stale-queries.ts';
import type { shareContract } from './contract.ts';

const collections: readonly Query[] = [
  'share.listUserCollections',
  'share.getCollectionDetails',
  'share.getCollectionCovers',
  'share.getContentsInCollections',
  'share.getContentCollections',
  'share.getBatchContentCollections',
];

const places: readonly StaleQuery[] = [...collections, 'user.videos?notInCollection'];

export const changes: ChangesOf<typeof shareContract> = {
  'share.createCollection': [...places, 'account.me'],
  'share.updateCollection': collections,
  'share.publishCollection': collections,
  'share.deleteCollection': places,
  'share.restoreCollection': places,
  'share.addItemsToCollection': places,
  'share.removeItemsFromCollection': places,
  'share.moveItemsInCollection': ['share.getCollectionDetails', 'share.getCollectionCovers', 'share.listUserCollections'],
};
