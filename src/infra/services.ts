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

/** Who makes a request. Limits count for the user and for the client address. */
export type Asker = { userId: string; clientAddress: string };

/** Created once per process and shared by requests and jobs. */
export type Services = {
  db: Db;
  jobs: JobQueue;
  tasks: Tasks;
  events: EventBus;
  blobs: BlobStore;
  disk: Disk;
  secrets: SecretBox;
  /** Empty: this server accepts no license keys. */
  licenseVendors: readonly LicenseVendor[];
  /** Makes this server's own license keys; null when it has no key to sign them with. */
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
  /** Null: not offered. The same for `musicMaker`. */
  imageMaker: ImageMaker | null;
  musicMaker: MusicMaker | null;
  /** The model key that came with the request; null in workers and when the browser sends none. */
  sentKey: SentKey | null;
  mailer: Mailer;
  settings: {
    version: string;
    /** The URL at which browsers reach the server. */
    baseUrl: string;
    uploads: {
      directory: string;
      maxBytes: number;
      /** Age at which unfinished and unused uploads are removed. */
      expiryMs: number;
      /** Per user; null for no limit. */
      quotaBytes: number | null;
    };
    deletionGraceMs: number;
    defaultLanguage: NoteLanguage;
    shortVideoMs: number;
    /** Multiplies the pause between two runs on the same site. */
    siteGapFactor: number;
    /** Whether a mail server is configured; otherwise mails are written to files. */
    mailsAreSent: boolean;
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
      /** Time zone of the days of `ownKeyCallsPerDay` and of the weeks of digests. */
      timeZone: string;
    };
    /** Null: time is not limited. */
    time: {
      /** Given once, at the first use. */
      startingSeconds: number;
      /** Given each calendar month (UTC); expires at its end. */
      monthlySeconds: number;
      /** Given to both the referrer and the new user. */
      referralSeconds: number;
      /** The most referrals that count for a referrer in 30 days. */
      referralMost: number;
      /** Days until starting and referral grants expire; null: never. */
      grantDays: number | null;
    } | null;
    /** Null for no limit. */
    limits: {
      /** Guest accounts per address. */
      accountsPerHour: number | null;
      accountsPerDay: number | null;
      /** Per user. */
      submissionsPerHour: number | null;
      guestNotesAtOnce: number | null;
      addressSubmissionsPerHour: number | null;
      /** Library questions that are answered without a model. */
      libraryQuestionsPerHour: Record<'guest' | 'account', number | null>;
      /** Music, images and illustrated articles, per user. */
      outputsPerDay: number | null;
    };
    accounts: {
      mode: AccountMode;
      /** Whether visitors may use the server as guests, without an account. */
      guests: boolean;
      /** The account with this address becomes administrator when the address is verified; null: the first account does. */
      adminEmail: string | null;
      verifyEmail: boolean;
      providers: readonly { id: string; name: string }[];
    };
    speech: {
      /** `model @ host`; null when models on this machine do the work. */
      service: string | null;
      managedByAnyone: boolean;
      /** Whether only this machine can reach the server, so that file paths may be shown. */
      localOnly: boolean;
    };
  };
  logger: Logger;
};
