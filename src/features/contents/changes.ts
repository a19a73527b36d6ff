import type { ChangesOf, Query } from '#rpc/stale-queries.ts';
import type { contentsContract } from './contract.ts';

const gone: readonly Query[] = [
  'user.videos',
  'user.videosByPage',
  'user.searchVideos',
  'user.tags',
  'user.noteDays',
  'library.find',
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
  'channel.entries',
  'playlist.list',
  'explore.popular',
  // Cancelled work gives its time back, and time entries do not name deleted contents.
  'user.remainingTime',
  'user.timeEntries',
  'user.timeAccount',
];

export const changes: ChangesOf<typeof contentsContract> = {
  'content.rename': [
    'user.videos',
    'user.videosByPage',
    'user.searchVideos',
    'library.find',
    'content.overview',
    'content.detail',
    'content.running',
    'highlights.list',
  ],
  'userNote.deleteContentWithCleanup': gone,
  'userNote.deleteMany': [...gone, 'userNote.deletionResult'],
};
