import type { ChangesOf, Query } from '#rpc/stale-queries.ts';
import type { promptsContract } from './contract.ts';

const results: readonly Query[] = ['prompt.results', 'prompt.result'];

export const changes: ChangesOf<typeof promptsContract> = {
  'prompt.create': ['prompt.mine', 'account.me'],
  'prompt.update': ['prompt.mine', 'prompt.results'],
  'prompt.remove': ['prompt.mine', ...results],
  'prompt.restore': ['prompt.mine', ...results],
  'prompt.run': results,
  'prompt.removeResult': results,
  'prompt.restoreResult': results,
};
