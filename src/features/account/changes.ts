import type { ChangesOf } from '#rpc/stale-queries.ts';
import type { accountContract } from './contract.ts';

export const changes: ChangesOf<typeof accountContract> = {
  'account.ensure': ['account.me'],
};
