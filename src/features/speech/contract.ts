import { z } from 'zod';
import { errorCodes } from '#lib/app-error.ts';

const zModelId = z.string().regex(/^[a-z0-9][a-z0-9-]{0,63}$/);

const zProblem = z.object({
  code: z.enum(errorCodes),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
});

export const zSpeechModelItem = z.object({
  id: zModelId,
  name: z.string(),
  /** Codes for `Intl.DisplayNames`; null: about a hundred languages. */
  languages: z.array(z.string()).nullable(),
  licence: z.object({ name: z.string(), url: z.string() }),
  recommended: z.boolean(),
  totalBytes: z.number(),
  /** `partial`: incomplete, and no process is fetching it. */
  state: z.enum(['absent', 'partial', 'fetching', 'checking', 'installed']),
  doneBytes: z.number(),
  bytesPerSecond: z.number().nullable(),
  problem: zProblem.nullable(),
});
export type SpeechModelItem = z.infer<typeof zSpeechModelItem>;

const zById = z.strictObject({ id: zModelId });
const zDone = z.object({ model: zSpeechModelItem });

/** Models belong to the server. Errors of changes: `speech_models_managed` (by an administrator), `rate_limited`, `not_found`. */
export const speechContract = {
  'speech.models': {
    input: z.void(),
    output: z.object({
      models: z.array(zSpeechModelItem),
      manageable: z.boolean(),
      /** Folder that `importModels` reads; null when the caller must not know it. */
      importFolder: z.string().nullable(),
      /** `model @ host` of the speech service that replaces all models. */
      service: z.string().nullable(),
    }),
  },
  /** Starts the download and returns at once. Errors also: `storage_failed`. */
  'speech.fetchModel': { input: zById, output: zDone },
  'speech.cancelFetch': { input: zById, output: zDone },
  'speech.removeModel': { input: zById, output: zDone },
  /** Errors also: `speech_import_missing`, `speech_model_broken`, `busy`, `storage_failed`. */
  'speech.importModels': { input: z.void(), output: z.object({ models: z.array(zSpeechModelItem) }) },
} as const;
