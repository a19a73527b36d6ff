import type { ChangesOf } from '#rpc/stale-queries.ts';
import type { transcriptsContract } from './contract.ts';

export const changes: ChangesOf<typeof transcriptsContract> = {
  'content.translate': ['content.translation'],
  'content.cancelTranslation': ['content.translation'],
};
