export type ChannelKind = 'video' | 'podcast' | 'feed';
