/** What media, pages and documents hold, before a source makes a record of it. */

export type MediaProbe = {
  /** Seconds; null when it cannot be known without believing a broken header. */
  durationSeconds: number | null;
  audio: boolean;
  video: boolean;
  container: string;
  /** MIME type for the browser's player, `video/mp4` and the like. */
  mime: string;
  width: number | null;
  height: number | null;
  tags: { title?: string; artist?: string; album?: string; date?: string; comment?: string; language?: string };
  chapters: { title: string; startSeconds: number }[];
  subtitles: {
    index: number;
    language: string | null;
    title: string | null;
    codec: string;
    isDefault: boolean;
    isForced: boolean;
    isHearingImpaired: boolean;
  }[];
  hasCoverArt: boolean;
};

export type SubtitleCue = { startMs: number; endMs: number; text: string; speaker?: string };

export type MediaSubtitleTrack = MediaProbe['subtitles'][number] & { cues: SubtitleCue[] };

export type ExtractedPage = {
  /** Plain text of the article, paragraphs separated by line breaks. */
  text: string;
  markdown: string;
  title: string | null;
  author: string | null;
  /** ISO 8601 date or date-time. */
  date: string | null;
  siteName: string | null;
  coverUrl: string | null;
  language: string | null;
  description: string | null;
  canonicalUrl: string | null;
  /** The page says, or shows, that this is only the part of its text that is open to everyone. */
  partial?: boolean;
};

export type ReadDocument = {
  format: 'pdf' | 'epub' | 'docx';
  title: string | null;
  author: string | null;
  /** ISO 8601 date. */
  publishedAt: string | null;
  language: string | null;
  description: string | null;
  /** Of a document that has pages. */
  pages: number | null;
  /** In reading order, without headings; `page` is counted from 1 and null where there are no pages. */
  paragraphs: { text: string; page: number | null }[];
  /** Headings of the text, or of its outline, each with the position of the paragraph that follows it. Level 1 is the highest. */
  headings?: { title: string; level: number; paragraph: number }[];
  /** Headings, paragraphs, lists and tables. */
  markdown: string;
  /** A picture as it lies in the document; its kind is not yet known. */
  cover: Uint8Array | null;
};
