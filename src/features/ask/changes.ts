import type { ChangesOf } from '#rpc/stale-queries.ts';
import type { askContract } from './contract.ts';

export const changes: ChangesOf<typeof askContract> = {
  'ask.ask': ['ask.list'],
  'ask.brief': ['ask.list'],
  'ask.again': ['ask.list', 'ask.answer'],
  'ask.remove': ['ask.list'],
};
