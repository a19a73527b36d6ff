export { talkSourceOf } from './talk-source.ts';
