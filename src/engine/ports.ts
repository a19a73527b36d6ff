/** Implemented in `infra`. The engine itself reads no environment, opens no socket and starts no process. */

import type { ComputationInput, ComputationName, ComputationOutput } from './computations.ts';
import type { ModelUsage, ProgressCode, Stage } from './domain.ts';
import type { ExtractedPage, MediaProbe, MediaSubtitleTrack, ReadDocument } from './raw-content.ts';

/** The sender of a request: users share the slots and go before strangers (only an address); without both, the server itself. */
export type Asker = {
  userId?: string | undefined;
  /** The whole IPv4 address, or the /64 prefix of an IPv6 address. */
  address?: string | undefined;
};

export type FetchOptions = {
  signal: AbortSignal;
  asker?: Asker;
  method?: 'GET' | 'HEAD' | 'POST';
  /** The body of a POST. A 301, 302 or 303 redirect is followed by a GET without it. */
  body?: string | Uint8Array;
  headers?: Record<string, string>;
  /** Limit in decoded bytes; AppError `fetch_too_large` above it. Default 20 MB. */
  maxBytes?: number;
  /** Limit in ms to the end of the body, without the wait for a slot; AppError `fetch_timed_out` above it. Default 30 000. */
  timeoutMs?: number;
};

export type FetchResponse = {
  status: number;
  url: string;
  /** The address after the leading permanent redirects (301, 308), or the requested one without any. Absent when unknown. */
  lastingUrl?: string;
  headers: Headers;
  /** Decoded and counted; reading it throws `fetch_too_large` or `fetch_timed_out`. */
  body: AsyncIterable<Uint8Array>;
  bytes(): Promise<Uint8Array>;
  cancel(): Promise<void>;
};

/** Public http(s) only, checked at each redirect. Errors: `url_invalid`, `url_blocked`, `fetch_*`, `busy`, but no HTTP status. */
export type GuardedFetch = (url: string, options: FetchOptions) => Promise<FetchResponse>;

/** Times are ms from the start of the media, exact to the sample. */
export type AudioPiece = {
  index: number;
  startMs: number;
  endMs: number;
  pcm: Uint8Array;
};

/** Runs in a limited child process. Errors: `media_unreadable`, `media_refused`, `timed_out`, `cancelled`. */
export type MediaTools = {
  probe(path: string, signal: AbortSignal): Promise<MediaProbe>;
  /** All text tracks in one pass. Bitmap tracks have no cues. */
  subtitles(path: string, signal: AbortSignal): Promise<MediaSubtitleTrack[]>;
  /** Embedded art, else a video frame, as JPEG at most 1280 px wide; null when there is neither. */
  cover(path: string, signal: AbortSignal): Promise<Uint8Array | null>;
  /** 16 kHz mono, signed 16-bit little-endian. The child process stops when the reader does. Errors also: `media_no_audio`. */
  sound(path: string, signal: AbortSignal): AsyncIterable<Uint8Array>;
};

export type SpokenSegment = {
  startMs: number;
  endMs: number;
  text: string;
  speaker?: string;
  noSpeechProbability?: number;
  averageLogProbability?: number;
  compressionRatio?: number;
};

export type SpeechEngine = {
  /** Part of checkpoint keys: `remote:whisper-large-v3-turbo`, `local:sense-voice`. */
  id: string;
  maxPieceSeconds: number;
  parallel: number;
  /** Speakers are only known within a piece, so pieces should be as long as possible. */
  longPieces?: boolean;
  /** `prompt`: words to expect. Errors: the `speech_*` codes, `timed_out`, `cancelled`. */
  recognise(
    piece: AudioPiece,
    options: { language: string | null; prompt: string; signal: AbortSignal },
  ): Promise<{ language: string | null; segments: SpokenSegment[] }>;
};

export type SpeechPort = {
  /**
   * `onProgress`: model download. Errors: `speech_not_configured`, `speech_model_missing` (`model`, `megabytes`), `cancelled`.
   */
  engineFor(
    language: string | null,
    signal: AbortSignal,
    onProgress?: (doneBytes: number, totalBytes: number) => void,
  ): Promise<SpeechEngine>;
};

/** Returns a page after its scripts ran. Errors: `page_needs_browser`, `timed_out`. */
export type PageRenderer = (url: string, signal: AbortSignal) => Promise<{ bytes: Uint8Array; url: string }>;

export type YtDlpTrack = {
  /** The site's own id: `en`, `zh-Hans`, `en-US`, `sub-2`. */
  id: string;
  language: string | null;
  name: string | null;
  automatic: boolean;
};

export type YtDlpVideo = {
  extractor: string;
  id: string;
  title: string;
  author: string | null;
  description: string | null;
  publishedAt: string | null;
  durationMs: number | null;
  coverUrl: string | null;
  pageUrl: string | null;
  language: string | null;
  chapters: { title: string; startMs: number }[];
  /** Creator's tracks first, in the site's order, without live chat. */
  tracks: YtDlpTrack[];
  live: 'no' | 'live' | 'upcoming' | 'ended';
  availability: 'public' | 'unlisted' | 'private' | 'members' | 'login' | null;
  type: 'video' | 'audio';
};

export type YtDlpList = {
  title: string;
  url: string;
  author: string | null;
  coverUrl: string | null;
  total: number | null;
  items: {
    url: string;
    title: string;
    durationMs: number | null;
    publishedAt: string | null;
    coverUrl: string | null;
    author: string | null;
  }[];
};

/**
 * Requests pass the fetch guard. Errors: `ytdlp_*` (`ytdlp_outdated` with `version`, `needed`), `url_*`, `input_unsupported`
 * (nothing to play), `listing_link`, `video_*`, `site_*`, `fetch_too_large`, `timed_out`, `cancelled`.
 */
export type YtDlp = {
  version(signal: AbortSignal): Promise<string>;
  describe(url: string, signal: AbortSignal): Promise<YtDlpVideo>;
  /** The track's file; null when it is gone. `format`: `vtt`, `srt`, `json3`, `ttml`. */
  subtitles(
    url: string,
    track: Pick<YtDlpTrack, 'id' | 'automatic'>,
    signal: AbortSignal,
  ): Promise<{ format: string; bytes: Uint8Array } | null>;
  /** Downloads the smallest format that carries speech well, and deletes it after `work`. `total` is null when unknown. */
  withAudio<T>(
    url: string,
    options: { signal: AbortSignal; onProgress?: (received: number, total: number | null) => void },
    work: (path: string) => Promise<T>,
  ): Promise<T>;
  list(url: string, limit: number, signal: AbortSignal): Promise<YtDlpList | null>;
};

export type CredentialSite = 'bilibili';

/** The session of the user who asked; null when there is none. Never logged or stored in results. */
export type CredentialPort = (site: CredentialSite) => Promise<string | null>;

/** Runs in a limited child process. Errors: `page_*`, `timed_out`. */
export type PageExtractor = (
  page: { bytes: Uint8Array; contentType: string | null; url: string },
  signal: AbortSignal,
) => Promise<ExtractedPage>;

/** Runs one of `computations.ts` in a child process. `urgent`: a user waits. Errors: its own, `timed_out`, `cancelled`, `busy`. */
export type Compute = <N extends ComputationName>(
  computation: N,
  input: ComputationInput<N>,
  options: { signal: AbortSignal; urgent?: boolean },
) => Promise<ComputationOutput<N>>;

/** In a child process. Errors: `document_*`, `text_too_long`, `file_missing`, `input_unsupported`, `timed_out`, `cancelled`. */
export type DocumentReader = (source: { path: string } | { bytes: Uint8Array }, signal: AbortSignal) => Promise<ReadDocument>;

/** US dollars per million tokens. */
export type ModelPrice = {
  input: number;
  /** Price of cached input; null (unknown) counts as `input`. */
  cachedInput: number | null;
  /** Price of writing to the cache; null where that costs nothing extra. */
  cacheWrite: number | null;
  output: number;
};

/** A language model that streams text. Errors: the `llm_*` codes; `retry.afterMs` when the provider says so. */
export type LanguageModelPort = {
  id: string;
  contextTokens: number;
  maxOutputTokens?: number | null;
  price?: ModelPrice | null;
  /** Usage since this port was opened; absent where usage is not counted. */
  used?(): ModelUsage;
  stream(request: {
    instructions: string;
    /** The part that several tasks share (the source), sent before `prompt`; providers that can will cache it. */
    prefix?: string | undefined;
    prompt: string;
    maxOutputTokens?: number;
    signal: AbortSignal;
  }): AsyncIterable<
    | { type: 'text'; text: string }
    | {
        type: 'finish';
        reason: 'stop' | 'length' | 'other';
        inputTokens: number | null;
        outputTokens: number | null;
        /** Part of the input that was read from the provider's cache. */
        cachedTokens?: number | null;
        cacheWriteTokens?: number | null;
      }
  >;
};

/** Keys are made by the server, never by a user. */
export type Blobs = {
  put(key: string, bytes: Uint8Array | AsyncIterable<Uint8Array>): Promise<{ size: number }>;
  localPath(key: string): Promise<string>;
  delete(key: string): Promise<void>;
};

/** Results of finished steps, keyed by a hash of their inputs: an interrupted run continues, and equal work is done once. */
export type Checkpoints = {
  get(key: string): Promise<unknown>;
  put(key: string, value: unknown): Promise<void>;
};

export type Clock = {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves after `ms`; rejects with AppError `cancelled` when the signal fires first. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
};

export type ProgressSink = {
  stage(stage: Stage, percent: number, code: ProgressCode, params?: Record<string, string | number>): void;
  partial(markdown: string): void;
};

export type EnginePorts = {
  fetch: GuardedFetch;
  media: MediaTools;
  compute: Compute;
  extractPage: PageExtractor;
  readDocument: DocumentReader;
  blobs: Blobs;
  checkpoints: Checkpoints;
  llm: LanguageModelPort | null;
  clock: Clock;
  /** Optional ports: a run does without those that are missing. */
  speech?: SpeechPort | null;
  renderPage?: PageRenderer | null;
  ytDlp?: YtDlp | null;
  /** `NAME` or `NAME/version`, in order; absent or empty: the defaults of this release. */
  youtubeClients?: readonly string[];
  credential?: CredentialPort;
};
