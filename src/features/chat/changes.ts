import type { ChangesOf } from '#rpc/stale-queries.ts';
import type { chatContract } from './contract.ts';

export const changes: ChangesOf<typeof chatContract> = {
  'chat.ask': ['chat.history'],
  'chat.retry': ['chat.history'],
  'chat.clear': ['chat.history'],
};
