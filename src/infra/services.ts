import type { Db } from '#db/client.ts';
import type {
  Compute,
  DocumentReader,
  GuardedFetch,
  LanguageModelPort,
  PageExtractor,
  PageRenderer,
  SpeechPort,
} from '#engine/ports.ts';
import type { NoteLanguage } from '#lib/languages.ts';
import type { SentKey } from '#lib/own-key.ts';
import type { AccountMode } from './auth/account-mode.ts';
import type { PagePainter } from './document-reader/create-page-painter.ts';
import type { EventBus } from './events/event-bus.ts';
import type { ImageMaker } from './generation/image-maker.ts';
import type { MusicMaker } from './generation/music-maker.ts';
import type { JobQueue } from './jobs/job.ts';
import type { LicenseVendor } from './licenses/license-vendor.ts';
import type { LicenseSigner } from './licenses/own-license.ts';
import type { OwnModels } from './llm/own-models.ts';
import type { Logger } from './logger/logger.ts';
import type { Mailer } from './mail/mailer.ts';
import type { ServerMedia } from './media/create-media-tools.ts';
import type { PdfWriter } from './pdf/create-pdf-writer.ts';
import type { AvatarPainter } from './pictures/create-avatar-painter.ts';
import type { SecretBox } from './secrets/secret-box.ts';
import type { ModelManager } from './speech/models/model.ts';
import type { BlobStore } from './storage/blobs.ts';
import type { Disk } from './storage/disk.ts';
import type { Tasks } from './tasks/create-tasks.ts';
import type { SharedYtDlp } from './yt-dlp/create-yt-dlp.ts';

/** Both have limits. */
export type Asker = { userId: string; clientAddress: string };

/** Made once per process; requests and jobs share it. */
export type Services = {
  db: Db;
  jobs: JobQueue;
  tasks: Tasks;
  events: EventBus;
  blobs: BlobStore;
  disk: Disk;
  secrets: SecretBox;
  /** Empty: no license keys here. */
  licenseVendors: readonly LicenseVendor[];
  /** Makes keys of this server's own; null where it has no key to sign them with. */
  licenseSigner: LicenseSigner | null;
  fetch: GuardedFetch;
  compute: Compute;
  extractPage: PageExtractor;
  renderPage: PageRenderer | null;
  readDocument: DocumentReader;
  paintPage: PagePainter;
  paintAvatar: AvatarPainter;
  writePdf: PdfWriter;
  media: ServerMedia;
  /** Empty: the defaults of this release. */
  youtubeClients: readonly string[];
  ytDlp: SharedYtDlp;
  /** Null: no speech recognition. */
  speech: SpeechPort | null;
  speechModels: ModelManager;
  /** Null: extractive notes. */
  llm: LanguageModelPort | null;
  ownModels: OwnModels;
  /** Null: none are made here. */
  imageMaker: ImageMaker | null;
  musicMaker: MusicMaker | null;
  /** Of the request; null in workers, and where the browser keeps none. */
  sentKey: SentKey | null;
  mailer: Mailer;
  settings: {
    version: string;
    /** How browsers reach the server. */
    baseUrl: string;
    uploads: {
      directory: string;
      maxBytes: number;
      /** Unfinished and unused uploads are removed after it. */
      expiryMs: number;
      /** Per user; null for no limit. */
      quotaBytes: number | null;
    };
    /** Between asking for the deletion of an account and the deletion. */
    deletionGraceMs: number;
    defaultLanguage: NoteLanguage;
    /** Shorter videos count as short. */
    shortVideoMs: number;
    /** Multiplies the gaps between two runs at one site. */
    siteGapFactor: number;
    /** Whether there is a server that takes mails; without one they are files. */
    mailsAreSent: boolean;
    /** Limits of the server's own model. */
    model: {
      /** US dollars per run; null for no limit. */
      costLimitUsd: number | null;
      /** US dollars per day (UTC); null for no limit. */
      dailyLimitUsd: number | null;
      /** Per user. */
      answersAtOnce: number;
      /** Per user; null for no limit. */
      questionsPerHour: number | null;
      /** Per user with an own key; null for no limit. */
      ownKeyCallsPerDay: number | null;
      /** Of the calendar days that `ownKeyCallsPerDay` counts, and of the weeks of digests. */
      timeZone: string;
    };
    /** Null: time is not limited. */
    time: {
      /** Once, at the first use. */
      startingSeconds: number;
      /** Each calendar month (UTC), until its end. */
      monthlySeconds: number;
      /** For whom one invited, and for that one. */
      referralSeconds: number;
      /** How many count in 30 days for one who invites. */
      referralMost: number;
      /** How long the starting grant and those for invitations last; null: for ever. */
      grantDays: number | null;
    } | null;
    /** Null for no limit. */
    limits: {
      /** Guest accounts per address. */
      accountsPerHour: number | null;
      accountsPerDay: number | null;
      /** Per user. */
      submissionsPerHour: number | null;
      /** Notes that a guest waits for at the same time. */
      guestNotesAtOnce: number | null;
      /** Per address, all users together. */
      addressSubmissionsPerHour: number | null;
      /** Of the library, answered without a model. */
      libraryQuestionsPerHour: Record<'guest' | 'account', number | null>;
      /** Music, pictures and illustrated articles, per user. */
      outputsPerDay: number | null;
    };
    accounts: {
      mode: AccountMode;
      /** Whether one may begin without an account. */
      guests: boolean;
      /** Becomes the administrator when it is verified; null: the first account. */
      adminEmail: string | null;
      verifyEmail: boolean;
      /** Besides email and password. */
      providers: readonly { id: string; name: string }[];
    };
    speech: {
      /** `model @ host`; null when models on this machine do the work. */
      service: string | null;
      /** Whether every user may fetch and remove models. */
      managedByAnyone: boolean;
      /** Only this machine reaches the server, so file paths may be shown. */
      localOnly: boolean;
    };
  };
  logger: Logger;
};
