/** Pure functions of untrusted input that may take long. Callers use `ports.compute`, which limits time and memory. */
import type { ErrorCode } from '#lib/app-error.ts';

export type Computation = {
  timeoutMs: number;
  /** The error when the child ran out of time, memory or stack. It is not retried. */
  tooComplex: ErrorCode;
  large?: boolean;
};

function computation<Input, Output>(
  load: () => Promise<(input: Input) => Output>,
  tooComplex: ErrorCode,
  { timeoutMs = 9_000, large = false }: { timeoutMs?: number; large?: boolean } = {},
): Computation & { load: () => Promise<(input: Input) => Output> } {
  return { load, tooComplex, timeoutMs, large };
}

/** Up to 20 MB of text. */
const longText = { timeoutMs: 30_000, large: true };

export const computations = {
  readPage: computation(async () => (await import('./page/read-page.ts')).readPage, 'page_too_complex'),
  lookAtPage: computation(async () => (await import('./page/look-at-page.ts')).lookAtPage, 'page_too_complex', {
    timeoutMs: 5_000,
  }),
  readText: computation(async () => (await import('./sources/document/read-text.ts')).readText, 'text_too_complex', longText),
  readServedText: computation(
    async () => (await import('./sources/article/served-text.ts')).readServedText,
    'text_too_complex',
    longText,
  ),
  linesOfText: computation(
    async () => (await import('./sources/article/served-text.ts')).linesOfText,
    'text_too_complex',
    longText,
  ),
  cutDocument: computation(
    async () => (await import('./sources/binary-document/cut-document.ts')).cutDocument,
    'text_too_complex',
    longText,
  ),
  readSubtitles: computation(
    async () => (await import('./transcribe/parse-subtitles.ts')).readSubtitles,
    'text_too_complex',
    longText,
  ),
  readEpisodeTranscript: computation(
    async () => (await import('./sources/podcast/parse-transcript.ts')).readEpisodeTranscript,
    'text_too_complex',
    longText,
  ),
  linesOfTrack: computation(async () => (await import('./transcribe/trust.ts')).linesOfTrack, 'text_too_complex', longText),
  summarise: computation(
    async () => (await import('./summarise/extractive/summarise.ts')).summariseExtractive,
    'text_too_complex',
    {
      timeoutMs: 120_000,
      large: true,
    },
  ),
  talkArticle: computation(async () => (await import('./article/talk-article.ts')).talkArticleOf, 'text_too_complex', longText),
  buildPassages: computation(async () => (await import('./retrieve/passages.ts')).buildPassages, 'text_too_complex', longText),
  writeExport: computation(async () => (await import('./export/write-export.ts')).writeExport, 'export_failed'),
  writeCards: computation(async () => (await import('./export/write-cards.ts')).writeCards, 'export_failed'),
  renderNotes: computation(
    async () => (await import('./export/note-with-cited-sentences.ts')).renderNotes,
    'export_failed',
    longText,
  ),
  bestLinesOfAll: computation(
    async () => (await import('#lib/notes/best-lines.ts')).bestLinesOfAll,
    'text_too_complex',
    longText,
  ),
  listFeed: computation(async () => (await import('./playlists/list-feed.ts')).listFeed, 'feed_unreadable'),
  readChannelFeed: computation(
    async () => (await import('./channels/read-channel-feed.ts')).readChannelFeed,
    'feed_unreadable',
    longText,
  ),
  findFeeds: computation(async () => (await import('./channels/find-feeds.ts')).findFeeds, 'page_too_complex'),
  readOpml: computation(async () => (await import('./channels/opml.ts')).readOpml, 'opml_unreadable', longText),
  findEpisode: computation(async () => (await import('./sources/podcast/episode-in-feed.ts')).findEpisode, 'feed_unreadable'),
};

export type ComputationName = keyof typeof computations;
type LoadedComputation<N extends ComputationName> = Awaited<ReturnType<(typeof computations)[N]['load']>>;
export type ComputationInput<N extends ComputationName> = Parameters<LoadedComputation<N>>[0];
export type ComputationOutput<N extends ComputationName> = Awaited<ReturnType<LoadedComputation<N>>>;
