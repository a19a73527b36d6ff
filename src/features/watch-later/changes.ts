import type { ChangesOf, Query } from '#rpc/stale-queries.ts';
import type { playlistContract } from './contract.ts';

const lists: readonly Query[] = ['playlist.list', 'user.videos', 'user.videosByPage', 'user.searchVideos'];

export const changes: ChangesOf<typeof playlistContract> = { 'playlist.add': lists, 'playlist.remove': lists };
