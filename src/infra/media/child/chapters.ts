/** Chapters are read from FFmpeg's printed description, because the binding does not expose them. */

import { AV_LOG_INFO, AV_LOG_QUIET } from 'node-av/constants';
import type { FormatContext } from 'node-av/lib';
import { Log } from 'node-av/lib';
import { type ListedChapter, parseChapters } from '../chapter-listing.ts';
import { yieldToEventLoop } from './open.ts';

export async function readChapters(context: FormatContext): Promise<ListedChapter[]> {
  const lines: string[] = [];
  const marker = 'end of listing';
  Log.setLevel(AV_LOG_INFO);
  Log.setCallback((_level, message) => lines.push(message), { maxLevel: AV_LOG_INFO });
  context.dumpFormat(0, 'file', false);
  Log.log(AV_LOG_INFO, marker);
  // Lines arrive asynchronously.
  for (let turns = 0; turns < 1000 && lines.at(-1) !== marker; turns++) await yieldToEventLoop();
  Log.setLevel(AV_LOG_QUIET);
  Log.resetCallback();
  return parseChapters(lines);
}
