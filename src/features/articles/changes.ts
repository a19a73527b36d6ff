import type { ChangesOf } from '#rpc/stale-queries.ts';
import type { articlesContract } from './contract.ts';

export const changes: ChangesOf<typeof articlesContract> = {
  'content.writeArticle': ['content.writtenArticle'],
  'content.cancelArticle': ['content.writtenArticle'],
  'content.deleteArticle': ['content.writtenArticle'],
};
