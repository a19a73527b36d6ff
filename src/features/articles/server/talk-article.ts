import type { OwnedContent } from '#features/contents/server/index.ts';
import type { TalkChapter } from '../contract.ts';
import { type TalkServices, talkSourceOf } from './talk-source.ts';

/** The talk under its creator's chapters, else under those that its note found. */
export async function readTalkArticle(services: TalkServices, content: OwnedContent): Promise<TalkChapter[]> {
  return [...((await talkSourceOf(services, content))?.spoken ?? [])];
}
