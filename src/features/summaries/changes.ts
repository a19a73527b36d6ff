import type { ChangesOf, Query } from '#rpc/stale-queries.ts';
import type { summariesContract } from './contract.ts';

/** These change whenever work reserves time or gives it back. */
const timeQueries: readonly Query[] = ['user.workCost', 'user.remainingTime', 'user.timeEntries', 'user.timeAccount'];

export const workQueries: readonly Query[] = [
  'user.videos',
  'user.videosByPage',
  'user.searchVideos',
  'content.running',
  'content.overview',
  ...timeQueries,
];

export const changes: ChangesOf<typeof summariesContract> = {
  'content.cancel': workQueries,
  'content.summarizeAgain': workQueries,
  'content.useFile': workQueries,
  'content.useTrack': workQueries,
  'ingest.cancelBatch': workQueries,
  'video.batchSummarise': [...workQueries, 'video.batchResult'],
};
