import type { ChangesOf } from '#rpc/stale-queries.ts';
import type { speechContract } from './contract.ts';

export const changes: ChangesOf<typeof speechContract> = {
  'speech.fetchModel': ['speech.models'],
  'speech.cancelFetch': ['speech.models'],
  'speech.removeModel': ['speech.models'],
  'speech.importModels': ['speech.models'],
};
