import type { ChangesOf } from '#rpc/stale-queries.ts';
import type { sharingContract } from './contract.ts';

export const changes: ChangesOf<typeof sharingContract> = {
  'public.addToLibrary': ['user.videos', 'user.videosByPage', 'user.tags', 'content.running', 'account.me'],
  'public.addAllToLibrary': ['public.addAllResult', 'account.me', 'content.running'],
  'public.undoAddAll': ['userNote.deletionResult'],
  'public.report': [],
  'public.shareNote': ['public.noteShare'],
  'public.unshareNote': ['public.noteShare'],
};
