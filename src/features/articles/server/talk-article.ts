import type { OwnedContent } from '#features/contents/server/index.ts';
import type { TalkChapter } from '../contract.ts';
import { type TalkServices, talkSourceOf } from './talk-source.ts';

/** The talk under its creator's chapters, or else under those of its note. */
export async function readTalkArticle(services: TalkServices, content: OwnedContent): Promise<TalkChapter[]> {
  return [...((await talkSourceOf(services, content))?.spoken ?? [])];
}
