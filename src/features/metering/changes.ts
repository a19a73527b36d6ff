import type { ChangesOf } from '#rpc/stale-queries.ts';
import type { meteringContract } from './contract.ts';

export const changes: ChangesOf<typeof meteringContract> = {
  'user.createReferralLink': ['user.referral'],
};
