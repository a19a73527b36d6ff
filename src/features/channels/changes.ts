import type { ChangesOf, Query } from '#rpc/stale-queries.ts';
import type { channelContract } from './contract.ts';

const followed: readonly Query[] = [
  'channel.channelList',
  'channel.subscriptions',
  'channel.entries',
  'digest.week',
  'explore.channels',
];

export const changes: ChangesOf<typeof channelContract> = {
  'channel.follow': [...followed, 'account.me'],
  'channel.unfollow': followed,
  'channel.restore': followed,
  'channel.checkAgain': ['channel.subscriptions'],
  'channel.setAutomatic': ['channel.subscriptions', 'channel.settings'],
  'channel.saveSettings': ['channel.settings'],
  'channel.importOpml': [...followed, 'account.me'],
  'digest.renewFeed': ['digest.settings'],
  'digest.saveMail': ['digest.settings'],
};
