import type { ChangesOf, Query } from '#rpc/stale-queries.ts';
import type { highlightsContract } from './contract.ts';

const marks: readonly Query[] = [
  'highlights.ofContent',
  'highlights.list',
  'user.videos',
  'user.videosByPage',
  'user.searchVideos',
];

export const changes: ChangesOf<typeof highlightsContract> = {
  'highlights.create': marks,
  'highlights.update': marks,
  'highlights.reattach': marks,
  'highlights.delete': marks,
  'highlights.restore': marks,
};
