import type { ChangesOf, Query } from '#rpc/stale-queries.ts';
import type { credentialsContract } from './contract.ts';

const model: readonly Query[] = [
  'account.modelKey',
  'prompt.official',
  'content.overview',
  'user.workCost',
  'content.detail',
  'content.writtenArticle',
  'content.translation',
  'chat.history',
];

export const changes: ChangesOf<typeof credentialsContract> = {
  'account.saveModelKey': [...model, 'account.me'],
  'account.tryModelKey': [],
  'account.removeModelKey': model,
  'account.saveSiteSignIn': ['account.siteSignIns', 'account.me'],
  'account.removeSiteSignIn': ['account.siteSignIns'],
};
