export type MediaProbe = {
  /** Null when only a broken header gives a length. */
  durationSeconds: number | null;
  audio: boolean;
  video: boolean;
  container: string;
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

export type SubtitleTurn = { text: string; speaker?: string };
/** `turns`: who says what of the text, where several voices share a cue. */
export type SubtitleCue = { startMs: number; endMs: number; text: string; speaker?: string; turns?: SubtitleTurn[] };

export type MediaSubtitleTrack = MediaProbe['subtitles'][number] & { cues: SubtitleCue[] };

export type ExtractedPage = {
  text: string;
  markdown: string;
  title: string | null;
  author: string | null;
  date: string | null;
  siteName: string | null;
  coverUrl: string | null;
  iconUrl?: string;
  language: string | null;
  description: string | null;
  canonicalUrl: string | null;
  partial?: boolean;
  forSubscribers?: boolean;
  /** The kind of page that the site served instead of the requested one. */
  instead?: 'sign_in' | 'error' | null;
};

export type ReadDocument = {
  format: 'pdf' | 'epub' | 'docx';
  title: string | null;
  author: string | null;
  publishedAt: string | null;
  language: string | null;
  description: string | null;
  pages: number | null;
  /** Paragraphs in reading order, without headings; `page` is counted from 1. */
  paragraphs: { text: string; page: number | null }[];
  /**
   * `paragraph` is the index of the paragraph after the heading, also past the last one. Level 1 is the highest. `onlyListed`
   * headings are in the document's contents and not in its text.
   */
  headings?: { title: string; level: number; paragraph: number; page?: number; onlyListed?: true }[];
  markdown: string;
  /** The bytes of an image of unknown type. */
  cover: Uint8Array | null;
};
