import type { ChangesOf } from '#rpc/stale-queries.ts';
import type { sharingContract } from './contract.ts';

export const changes: ChangesOf<typeof sharingContract> = {
  'public.addToLibrary': ['user.videos', 'user.videosByPage', 'user.tags', 'content.running', 'account.me'],
  'public.report': [],
  'public.shareNote': ['public.noteShare'],
  'public.unshareNote': ['public.noteShare'],
};
