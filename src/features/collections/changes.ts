import type { ChangesOf, Query } from '#rpc/stale-queries.ts';
import type { shareContract } from './contract.ts';

const collections: readonly Query[] = [
  'share.listUserCollections',
  'share.getCollectionDetails',
  'share.getContentCollections',
  'share.getBatchContentCollections',
];

export const changes: ChangesOf<typeof shareContract> = {
  'share.createCollection': [...collections, 'account.me'],
  'share.renameCollection': collections,
  'share.deleteCollection': collections,
  'share.addItemsToCollection': collections,
  'share.removeItemsFromCollection': collections,
};
