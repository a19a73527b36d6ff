import type { ChangesOf, Query } from '#rpc/stale-queries.ts';
import type { notesContract } from './contract.ts';

export const noteQueries: readonly Query[] = [
  'content.overview',
  'content.detail',
  'content.versions',
  'user.videos',
  'user.videosByPage',
  'user.searchVideos',
  'user.tags',
  'user.noteDays',
  'library.find',
  'userNote.tasks',
  'smartFolder.list',
  'smartFolder.count',
];

export const changes: ChangesOf<typeof notesContract> = {
  'content.saveNote': noteQueries,
  'content.setTask': noteQueries,
  'content.restore': noteQueries,
  'userNote.addTag': noteQueries,
  'userNote.removeTag': noteQueries,
  'userNote.setFavorite': noteQueries,
  'userNote.tagMany': noteQueries,
  'userNote.tagChosen': [...noteQueries, 'userNote.lastTagChange'],
  'userNote.changeTag': [...noteQueries, 'userNote.lastTagChange'],
  'userNote.undoTagChange': [...noteQueries, 'userNote.lastTagChange'],
};
