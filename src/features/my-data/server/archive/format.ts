/**
 * The format of an archive. `manifest.json` lists every other entry with its SHA-256; rows are JSON under `data/`, files under
 * `files/`; `notes/`, `subtitles/` and `history/` are for people and other programs and are not imported.
 */
import { z } from 'zod';
import { channelLimits } from '#features/channels/contract.ts';
import { interfaceLanguages, noteLanguages } from '#lib/languages.ts';
import { noteDetails } from '#lib/notes/note-details.ts';
import { themes } from '#lib/themes.ts';

export const archiveFormat = 'gleaner-archive';
/** Raised when the meaning of rows changes; `upgrade` in `read-archive.ts` then converts rows of earlier versions. */
export const archiveVersion = 1;

export const archiveLimits = {
  entries: 500_000,
  /** Of one account, imported and there already. */
  contents: 100_000,
  /** All rows of the contents of an archive. */
  rows: 2_000_000,
  /** For JSON entries; files hardly compress, so the size of the upload limits them. */
  jsonBytes: 64 * 1024 * 1024,
  manifestBytes: 160 * 1024 * 1024,
  totalBytes: 64 * 1024 * 1024 * 1024,
  /**
   * Entries above `ratioFromBytes` that are packed better than this ratio may have so many bytes together: many versions of one
   * note pack as well as what is made to fill a disk.
   */
  ratio: 100,
  ratioFromBytes: 4 * 1024 * 1024,
  wellPackedBytes: 2 * 1024 * 1024 * 1024,
  nameLength: 300,
  depth: 64,
} as const;

export const manifestName = 'manifest.json';
export const accountName = 'data/account.json';
export const promptsName = 'data/prompts.json';
export const collectionsName = 'data/collections.json';
export const smartFoldersName = 'data/smart-folders.json';
export const answersName = 'data/answers.json';
export const channelsName = 'data/channels.json';
export const historyName = 'history/time.json';
export const contentName = (place: number) => `data/contents/${String(place).padStart(6, '0')}.json`;
export const isContentName = (name: string) => /^data\/contents\/\d{6,}\.json$/.test(name);
export const isFileName = (name: string) => /^files\/\d{1,9}$/.test(name);

export const zManifest = z.strictObject({
  format: z.literal(archiveFormat),
  version: z.number().int().positive(),
  madeBy: z.string().max(100),
  madeAt: z.iso.datetime(),
  entries: z
    .array(
      z.strictObject({
        name: z.string().min(1).max(archiveLimits.nameLength),
        bytes: z.number().int().nonnegative(),
        sha256: z.string().regex(/^[0-9a-f]{64}$/),
      }),
    )
    .max(archiveLimits.entries),
});
export type Manifest = z.infer<typeof zManifest>;

const zRow = z.record(z.string(), z.unknown());
export type Row = z.infer<typeof zRow>;

/** A setting that this version does not know is left out. */
export const zAccountFile = z.object({
  avatar: z.string().nullish(),
  name: z.string().max(1000).nullish(),
  language: z.enum(interfaceLanguages).nullish().catch(null),
  theme: z.enum(themes).nullish().catch(null),
});

export const zPromptsFile = z.object({ prompts: z.array(zRow).max(10_000) });

export const zCollectionsFile = z.object({
  collections: z.array(z.object({ collection: zRow, items: z.array(zRow).max(100_000) })).max(10_000),
});

export const zSmartFoldersFile = z.object({ smartFolders: z.array(zRow).max(10_000) });

/** Answers to questions about the library; their sources refer to contents of the archive. */
export const zAnswersFile = z.object({
  answers: z.array(z.object({ answer: zRow, sources: z.array(zRow).max(1000) })).max(10_000),
});

const zHttpUrl = z.url({ protocol: /^https?$/ }).max(4000);

export const zChannelsFile = z.object({
  subscriptions: z
    .array(
      z.object({
        address: zHttpUrl,
        url: zHttpUrl,
        title: z.string().max(1000),
        automatic: z.boolean(),
        noteLanguage: z.enum(noteLanguages),
        detail: z.enum(noteDetails),
      }),
    )
    .max(10_000),
  monthlyMinutes: z.number().int().min(0).max(channelLimits.mostMonthlyMinutes).nullable(),
  /** The mails of the weekly digest. Archives of earlier versions lack this. */
  digest: z
    .object({ mail: z.boolean(), language: z.enum(interfaceLanguages) })
    .nullable()
    .default(null),
});

/** A content with all its rows. Keys of files are names under `files/`. */
export const zContentFile = z.object({
  source: z.object({ url: z.string().nullable(), fileName: z.string().nullable(), file: z.string().nullable() }),
  content: zRow,
  extractions: z.array(zRow).max(1000),
  /** By table name. */
  rows: z.record(z.string(), z.array(zRow).max(100_000)),
  files: z.array(z.strictObject({ file: z.string(), kind: z.enum(['upload', 'cover']), name: z.string().max(1000) })).max(1000),
});
export type ContentFile = z.infer<typeof zContentFile>;
