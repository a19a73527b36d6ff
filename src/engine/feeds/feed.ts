import type { SourceChapter } from '../domain.ts';
import type { Person } from './fields.ts';

export type FeedTranscript = { url: string; type: string | null; language: string | null };

export type FeedItem = {
  title: string | null;
  link: string | null;
  date: string | null;
  enclosure: { url: string; type: string | null } | null;
  id: string | null;
  /** In Atom, an entry that names no author has the feed's. */
  author: Person | null;
  /** As written: `3723`, `1:02:03`. */
  duration: string | null;
  description: string | null;
  image: string | null;
  transcripts: FeedTranscript[];
  chaptersUrl: string | null;
  /** Podlove Simple Chapters. */
  chapters: SourceChapter[];
};

export type Feed = {
  title: string | null;
  link: string | null;
  id: string | null;
  author: Person | null;
  language: string | null;
  image: string | null;
  /** `itunes:new-feed-url`: how a podcast says that its feed has moved. */
  movedTo: string | null;
  items: FeedItem[];
};
