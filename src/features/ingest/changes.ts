import { workQueries } from '#features/summaries/changes.ts';
import type { ChangesOf } from '#rpc/stale-queries.ts';
import type { ingestContract } from './contract.ts';

export const changes: ChangesOf<typeof ingestContract> = {
  'ingest.submit': [...workQueries, 'account.me', 'ingest.preview', 'channel.entries', 'explore.popular'],
  'ingest.openListing': [],
  'ingest.queueItems': [...workQueries, 'account.me', 'ingest.preview', 'ingest.listingPage'],
};
