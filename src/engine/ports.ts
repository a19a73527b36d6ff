/**
 * What the engine needs from outside. `infra` implements these, the command line and the server wire them,
 * tests pass fakes. The engine itself reads no environment, opens no socket and starts no process.
 */
import type { ModelUsage, ProgressCode, Stage } from './domain.ts';
import type { ExtractedPage, MediaProbe, MediaSubtitleTrack, ReadDocument } from './raw-content.ts';
import type { TaskInput, TaskName, TaskOutput } from './tasks.ts';

/**
 * For whom a request is made; the places for requests are shared out by it. With a user: a user's. With an address only: a
 * stranger's, who comes after all users. With neither: the server's own work.
 */
export type Asker = {
  userId?: string | undefined;
  /** The client's address as limits count it: IPv4 whole, IPv6 by its /64. */
  address?: string | undefined;
};

export type FetchOptions = {
  signal: AbortSignal;
  /** Default: the server's own work. */
  asker?: Asker;
  method?: 'GET' | 'HEAD' | 'POST';
  /** Of a POST. A 301, 302 or 303 answer is followed by a GET without it. */
  body?: string | Uint8Array;
  headers?: Record<string, string>;
  /** Limit on decoded bytes; AppError `fetch_too_large` past it. Default 20 MB. */
  maxBytes?: number;
  /**
   * Total time from the start of the work to the end of the body, in ms; AppError `fetch_timed_out` past it. Waiting for a
   * place does not count. Default 30 000.
   */
  timeoutMs?: number;
};

export type FetchResponse = {
  status: number;
  /** After redirects. */
  url: string;
  headers: Headers;
  /** Decoded, counted; throws AppError `fetch_too_large` or `fetch_timed_out` while reading. */
  body: AsyncIterable<Uint8Array>;
  bytes(): Promise<Uint8Array>;
  /** Frees the connection when the body is not wanted. */
  cancel(): Promise<void>;
};

/**
 * The guarded fetch: only public http(s) addresses, redirects followed by hand and checked at each hop.
 * Errors: `url_invalid`, `url_blocked`, `fetch_failed`, `fetch_timed_out`, `fetch_too_large`, and `busy` where no place for
 * the request came free in time. An HTTP error status is not an error here.
 */
export type GuardedFetch = (url: string, options: FetchOptions) => Promise<FetchResponse>;

/** Sound as recognisers want it. Times are milliseconds from the start of the media, exact to the sample. */
export type AudioPiece = {
  index: number;
  startMs: number;
  endMs: number;
  /** 16 kHz, one channel, signed 16-bit little-endian. */
  pcm: Uint8Array;
};

/** Media work, done in a limited child process. Errors: `media_unreadable`, `media_refused`, `timed_out`, `cancelled`. */
export type MediaTools = {
  probe(path: string, signal: AbortSignal): Promise<MediaProbe>;
  /** All text subtitle tracks in one pass over the file. Bitmap tracks come with no cues. */
  subtitles(path: string, signal: AbortSignal): Promise<MediaSubtitleTrack[]>;
  /** Embedded art, else a frame about a tenth into the video, as JPEG at most 1280 px wide; null when there is neither. */
  cover(path: string, signal: AbortSignal): Promise<Uint8Array | null>;
  /**
   * The sound of the file, decoded once from its beginning: 16 kHz, one channel, signed 16-bit little-endian, in chunks
   * of even length. The position in it is the position in the media: pauses of the container are silence here. The child
   * waits while nobody reads, and ends when the reader leaves. Also `media_no_audio`.
   */
  sound(path: string, signal: AbortSignal): AsyncIterable<Uint8Array>;
};

/** What a recogniser heard in one piece; times are milliseconds from the start of the piece. */
export type SpokenSegment = {
  startMs: number;
  endMs: number;
  text: string;
  speaker?: string;
  /** As Whisper-like models report them; absent from others. */
  noSpeechProbability?: number;
  averageLogProbability?: number;
  compressionRatio?: number;
};

/** One speech recogniser, ready to work. */
export type SpeechEngine = {
  /** Part of the identity of the work: `remote:whisper-large-v3-turbo`, `local:sense-voice`. */
  id: string;
  /** Longest piece it takes well. */
  maxPieceSeconds: number;
  /** Pieces worth giving it at once. */
  parallel: number;
  /** What it knows (who speaks) it forgets with each piece: they are to be as long as it takes. */
  longPieces?: boolean;
  /**
   * `prompt` holds words to expect: title, names, the end of what was said before.
   * Errors: `speech_unauthorized`, `speech_quota`, `speech_rate_limited`, `speech_unavailable`, `speech_failed`, `timed_out`, `cancelled`.
   */
  recognise(
    piece: AudioPiece,
    options: { language: string | null; prompt: string; signal: AbortSignal },
  ): Promise<{ language: string | null; segments: SpokenSegment[] }>;
};

/** The recogniser for a language (BCP 47, null when unknown), by configuration and by what is installed. */
export type SpeechPort = {
  /**
   * `onProgress` hears of a model that has to be fetched first. Errors: `speech_not_configured`, `speech_model_missing`
   * (params `model`, `megabytes`), `cancelled`.
   */
  engineFor(
    language: string | null,
    signal: AbortSignal,
    onProgress?: (doneBytes: number, totalBytes: number) => void,
  ): Promise<SpeechEngine>;
};

/** A page as a browser shows it once its scripts ran, under the same address checks. Errors: `page_needs_browser`, `timed_out`. */
export type PageRenderer = (url: string, signal: AbortSignal) => Promise<{ bytes: Uint8Array; url: string }>;

/** A subtitle track as a video site lists it. */
export type YtDlpTrack = {
  /** The site's own name of it, BCP 47 more often than not: `en`, `zh-Hans`, `en-US`, `sub-2`. */
  id: string;
  /** `id` where it is a language. */
  language: string | null;
  /** What the site calls it, `English (auto-generated)`. */
  name: string | null;
  automatic: boolean;
};

/** What yt-dlp says about one video or recording; nothing of it has been heard or read yet. */
export type YtDlpVideo = {
  /** The extractor: `Vimeo`, `TedTalk`, `Generic`. */
  extractor: string;
  id: string;
  title: string;
  author: string | null;
  description: string | null;
  /** ISO 8601 date or date-time. */
  publishedAt: string | null;
  durationMs: number | null;
  coverUrl: string | null;
  /** The site's own address of it, http(s). */
  pageUrl: string | null;
  language: string | null;
  chapters: { title: string; startMs: number }[];
  /** Creator's tracks first, in the site's order. Live chat is none. */
  tracks: YtDlpTrack[];
  live: 'no' | 'live' | 'upcoming' | 'ended';
  /** What its visitors must have or be; null when nobody says so. */
  availability: 'public' | 'unlisted' | 'private' | 'members' | 'login' | null;
  /** `audio` when no format of it has a picture. */
  type: 'video' | 'audio';
};

export type YtDlpList = {
  title: string;
  url: string;
  author: string | null;
  coverUrl: string | null;
  /** As the site counts; null when it does not say. */
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
 * The yt-dlp of this machine, behind the same address checks as the guarded fetch. Every call first looks whether there is
 * a usable one. Addresses are absolute http(s). Errors of all calls: `ytdlp_missing`, `ytdlp_outdated` (params `version`,
 * `needed`), `ytdlp_failed`, `url_invalid`, `url_blocked`, `input_unsupported` (nothing there that can be played),
 * `listing_link`, `video_private`, `video_unavailable`, `video_age_restricted`, `video_region_blocked`,
 * `video_members_only`, `video_live`, `site_login_needed`, `site_bot_check`, `site_wait`, `fetch_too_large`, `timed_out`,
 * `cancelled`.
 */
export type YtDlp = {
  /** The version in use. */
  version(signal: AbortSignal): Promise<string>;
  describe(url: string, signal: AbortSignal): Promise<YtDlpVideo>;
  /** The track's file, as it is on the site; null when it is gone. `format`: `vtt`, `srt`, `json3`, `ttml` and the like. */
  subtitles(
    url: string,
    track: Pick<YtDlpTrack, 'id' | 'automatic'>,
    signal: AbortSignal,
  ): Promise<{ format: string; bytes: Uint8Array } | null>;
  /**
   * Downloads the sound (the smallest format that carries speech well, with the picture where there is no other), runs
   * `work` on the file and deletes it. `onProgress` gets bytes; `total` is null when the site does not say.
   */
  withAudio<T>(
    url: string,
    options: { signal: AbortSignal; onProgress?: (received: number, total: number | null) => void },
    work: (path: string) => Promise<T>,
  ): Promise<T>;
  /** At most `limit` entries of a playlist or channel; null when the address is a single video. */
  list(url: string, limit: number, signal: AbortSignal): Promise<YtDlpList | null>;
};

/** Sites for which a user may leave a session of their own. */
export type CredentialSite = 'bilibili';

/** What the user who asked first has left for a site; null when nothing. Never logged, never stored in results. */
export type CredentialPort = (site: CredentialSite) => Promise<string | null>;

/**
 * Page extraction, done in a limited child process. Errors: `page_too_complex` (also past its time), `page_no_text`,
 * `page_needs_browser`, `timed_out` (not loaded in time).
 */
export type PageExtractor = (
  page: { bytes: Uint8Array; contentType: string | null; url: string },
  signal: AbortSignal,
) => Promise<ExtractedPage>;

/**
 * Runs a task of `tasks.ts` where it cannot harm the process that answers requests: in a child with limits on time and
 * memory. `urgent`: somebody waits for it. Errors: the task's own, its `tooComplex` code (past a limit), `timed_out` (not
 * loaded in time), `cancelled`, `busy`.
 */
export type Compute = <N extends TaskName>(
  task: N,
  input: TaskInput<N>,
  options: { signal: AbortSignal; urgent?: boolean },
) => Promise<TaskOutput<N>>;

/**
 * PDF, EPUB and DOCX, opened in a limited child process; what it is, the content decides. Errors: `document_unreadable`
 * with `reason` `encrypted`, `damaged` or `refused`, `document_scanned`, `document_no_text`, `file_too_large`,
 * `file_missing`, `input_unsupported` (none of the three), `timed_out`, `cancelled`.
 */
export type DocumentReader = (source: { path: string } | { bytes: Uint8Array }, signal: AbortSignal) => Promise<ReadDocument>;

/** US dollars for a million tokens. */
export type ModelPrice = {
  input: number;
  /** Of what the provider had kept from an earlier request; null when it is not known: then as `input`. */
  cachedInput: number | null;
  /** Of what it keeps for later ones; null where keeping costs nothing more. */
  cacheWrite: number | null;
  output: number;
};

/** A language model that streams text. Errors: the `llm_*` codes; `retry.afterMs` when the provider says so. */
export type LanguageModelPort = {
  id: string;
  /** Tokens the model can read and write together. */
  contextTokens: number;
  /** The longest answer it gives; absent or null when that is not known. */
  maxOutputTokens?: number | null;
  /** Absent or null when nobody has said. */
  price?: ModelPrice | null;
  /** What was used since it was opened for this piece of work; absent where nobody counts. */
  used?(): ModelUsage;
  stream(request: {
    instructions: string;
    /** What several tasks have in common, the source: it goes before `prompt`, and providers that can are told to keep it. */
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
        /** Of the input, what the provider had kept from an earlier request. */
        cachedTokens?: number | null;
        /** Of the input, what it keeps for later ones at a price of its own. */
        cacheWriteTokens?: number | null;
      }
  >;
};

/** Files kept by us. Keys are made by the server, never by a user. */
export type Blobs = {
  put(key: string, bytes: Uint8Array | AsyncIterable<Uint8Array>): Promise<{ size: number }>;
  /** A path on this machine that holds the blob, for tools that need a file. */
  localPath(key: string): Promise<string>;
  delete(key: string): Promise<void>;
};

/**
 * Results of finished steps, keyed by a hash of everything that went into them: a run that was cut goes on
 * behind its last finished step, and equal work is done once. The server keeps them with the source they are about.
 */
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
  /** The whole note as written so far; the sink works out what changed. */
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
  /** The following may be absent: the run then goes without, and says so where it matters. */
  speech?: SpeechPort | null;
  renderPage?: PageRenderer | null;
  ytDlp?: YtDlp | null;
  /** `NAME` or `NAME/version`: which players YouTube is asked as, in order; absent or empty: those this release knows. */
  youtubeClients?: readonly string[];
  credential?: CredentialPort;
};
