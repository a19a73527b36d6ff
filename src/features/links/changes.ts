import { noteQueries } from '#features/notes/changes.ts';
import type { ChangesOf } from '#rpc/stale-queries.ts';
import type { linksContract } from './contract.ts';

export const changes: ChangesOf<typeof linksContract> = {
  'link.comment': [...noteQueries, 'link.find'],
};
