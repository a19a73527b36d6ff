import type { ChangesOf } from '#rpc/stale-queries.ts';
import type { outputsContract } from './contract.ts';

export const changes: ChangesOf<typeof outputsContract> = {
  'output.makeImages': ['output.images'],
  'output.makeMusic': ['output.music'],
  'output.makeVisionArticle': ['output.visionArticles'],
};
