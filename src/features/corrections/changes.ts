import { noteQueries } from '#features/notes/changes.ts';
import type { ChangesOf, Query } from '#rpc/stale-queries.ts';
import type { correctionsContract } from './contract.ts';

const script: readonly Query[] = [
  ...noteQueries,
  'content.transcript',
  'content.linesNear',
  'content.article',
  'content.writtenArticle',
  'content.translation',
  'content.speechDensity',
  'highlights.ofContent',
  'highlights.list',
];

export const changes: ChangesOf<typeof correctionsContract> = {
  'content.editTranscript': script,
  'content.undoTranscriptEdit': script,
};
