import type { Executor } from '#db/client.ts';
import type { TalkChapter } from '../contract.ts';
import type { OwnedContent } from './owned.ts';
import { talkSourceOf } from './talk-source.ts';

/** The talk under its creator's chapters, else under those that its note found. */
export async function readTalkArticle(executor: Executor, content: OwnedContent): Promise<TalkChapter[]> {
  return [...((await talkSourceOf(executor, content))?.spoken ?? [])];
}
