import type { ChangesOf, Query } from '#rpc/stale-queries.ts';
import type { shareContract } from './contract.ts';

const collections: readonly Query[] = [
  'share.listUserCollections',
  'share.getCollectionDetails',
  'share.getCollectionCovers',
  'share.getContentsInCollections',
  'share.getContentCollections',
  'share.getBatchContentCollections',
];

export const changes: ChangesOf<typeof shareContract> = {
  'share.createCollection': [...collections, 'account.me'],
  'share.updateCollection': collections,
  'share.publishCollection': collections,
  'share.deleteCollection': collections,
  'share.restoreCollection': collections,
  'share.addItemsToCollection': collections,
  'share.removeItemsFromCollection': collections,
  'share.moveItemsInCollection': ['share.getCollectionDetails', 'share.getCollectionCovers', 'share.listUserCollections'],
};
