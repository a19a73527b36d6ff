import type { SourceChapter } from '../../domain.ts';
import type { FeedTranscript } from '../../feeds/feed.ts';

/** Addresses are absolute; `notes` is unsanitised HTML. */
export type Episode = {
  url: string;
  title: string | null;
  show: string | null;
  author: string | null;
  date: string | null;
  language: string | null;
  durationMs: number | null;
  notes: string | null;
  image: string | null;
  audio: { url: string; type: string | null };
  transcripts: FeedTranscript[];
  chaptersUrl: string | null;
  chapters: SourceChapter[];
};
