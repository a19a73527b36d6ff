import type { ChangesOf } from '#rpc/stale-queries.ts';
import type { myDataContract } from './contract.ts';

export const changes: ChangesOf<typeof myDataContract> = {
  'myData.startImport': ['myData.lastImport'],
  'myData.requestDeletion': ['myData.deletion'],
  'myData.keepAccount': ['myData.deletion'],
};
