/** What the composition root makes of everything in `infra`. */
import type { Db } from '#db/client.ts';
import type {
  Compute,
  DocumentReader,
  GuardedFetch,
  LanguageModelPort,
  MediaTools,
  PageExtractor,
  PageRenderer,
  SpeechPort,
} from '#engine/ports.ts';
import type { NoteLanguage } from '#lib/languages.ts';
import type { EventBus } from './events/event-bus.ts';
import type { JobQueue } from './jobs/job.ts';
import type { OwnModels } from './llm/own-models.ts';
import type { Logger } from './logger/logger.ts';
import type { PdfWriter } from './pdf/create-pdf-writer.ts';
import type { SecretBox } from './secrets/secret-box.ts';
import type { ModelManager } from './speech/models/model.ts';
import type { BlobStore } from './storage/blobs.ts';
import type { Disk } from './storage/disk.ts';
import type { Tasks } from './tasks/create-tasks.ts';
import type { SharedYtDlp } from './yt-dlp/create-yt-dlp.ts';

/** For whom work is begun, and from where: both have limits. */
export type Asker = { userId: string; clientAddress: string };

/** What features work with. Made once per process by the composition root; requests and jobs get the same object. */
export type Services = {
  db: Db;
  jobs: JobQueue;
  tasks: Tasks;
  events: EventBus;
  blobs: BlobStore;
  disk: Disk;
  /** For what users entrust to us: sealed before it is stored. */
  secrets: SecretBox;
  fetch: GuardedFetch;
  compute: Compute;
  extractPage: PageExtractor;
  /** Null: pages are never opened in a browser. */
  renderPage: PageRenderer | null;
  readDocument: DocumentReader;
  writePdf: PdfWriter;
  media: MediaTools;
  /** Which players YouTube is asked as; empty: those this release knows. */
  youtubeClients: readonly string[];
  ytDlp: SharedYtDlp;
  /** Null: what has no words written down gets none. */
  speech: SpeechPort | null;
  /** The recognition models on this machine. */
  speechModels: ModelManager;
  /** Null: notes are made without a model. */
  llm: LanguageModelPort | null;
  /** What users may bring keys of their own for. */
  ownModels: OwnModels;
  settings: {
    version: string;
    uploads: {
      /** Of files whose end has not arrived. */
      directory: string;
      maxBytes: number;
      /** Unfinished and unused uploads are removed after this time. */
      expiryMs: number;
      /** Of one user; null for no limit. */
      quotaBytes: number | null;
    };
    defaultLanguage: NoteLanguage;
    /** A video shorter than this is a short one. */
    shortVideoMs: number;
    /** What the gaps between two runs at one site are multiplied by. */
    siteGapFactor: number;
    /** What the server's own model may be asked; a user's own key has only the bounds of this machine. */
    model: {
      /** US dollars for one piece of work; null for no limit. */
      costLimitUsd: number | null;
      /** US dollars for all work of a day (UTC); null for no limit. */
      dailyLimitUsd: number | null;
      /** Answers that are being written for one user at a time. */
      answersAtOnce: number;
      /** Of one user; null for no limit. */
      questionsPerHour: number | null;
    };
    /** Null for no limit. */
    limits: {
      /** Guests' accounts made from one address. */
      accountsPerHour: number | null;
      accountsPerDay: number | null;
      /** Pieces of work that one user begins. */
      submissionsPerHour: number | null;
      /** Pieces of work begun from one address, by all its users. */
      addressSubmissionsPerHour: number | null;
    };
    speech: {
      /** The speech service in use, as `model @ host`; null when models on this machine do the work. */
      service: string | null;
      /** Everybody who uses this server may fetch and remove models. */
      managedByAnyone: boolean;
      /** Only this machine reaches the server: it may be told where its files lie. */
      localOnly: boolean;
    };
  };
  logger: Logger;
};
