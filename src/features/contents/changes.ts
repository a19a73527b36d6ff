import type { ChangesOf } from '#rpc/stale-queries.ts';
import type { contentsContract } from './contract.ts';

export const changes: ChangesOf<typeof contentsContract> = {
  'userNote.deleteContentWithCleanup': [
    'user.videos',
    'content.running',
    'content.overview',
    'content.detail',
    'share.listUserCollections',
    'share.getCollectionDetails',
    'share.getContentCollections',
    'share.getBatchContentCollections',
    'highlights.list',
    'account.me',
    'ingest.preview',
    'link.find',
  ],
};
