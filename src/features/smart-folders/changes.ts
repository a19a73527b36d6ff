import type { ChangesOf, Query } from '#rpc/stale-queries.ts';
import type { smartFolderContract } from './contract.ts';

const lists: readonly Query[] = ['smartFolder.list', 'user.videos', 'user.videosByPage', 'user.searchVideos'];

export const changes: ChangesOf<typeof smartFolderContract> = {
  'smartFolder.create': ['smartFolder.list', 'account.me'],
  'smartFolder.update': lists,
  'smartFolder.delete': lists,
};
