/** The speech models of this server. The only file of this feature that both sides import. */
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
  /** Codes as `Intl.DisplayNames` takes them; null: about a hundred languages. */
  languages: z.array(z.string()).nullable(),
  licence: z.object({ name: z.string(), url: z.string() }),
  /** What this release would take for its languages. */
  recommended: z.boolean(),
  totalBytes: z.number(),
  /** `partial`: some of it is here, and nobody is fetching the rest. */
  state: z.enum(['absent', 'partial', 'fetching', 'checking', 'installed']),
  doneBytes: z.number(),
  bytesPerSecond: z.number().nullable(),
  /** Why the last fetch ended without the model. */
  problem: zProblem.nullable(),
});
export type SpeechModelItem = z.infer<typeof zSpeechModelItem>;

const zById = z.strictObject({ id: zModelId });
const zDone = z.object({ model: zSpeechModelItem });

/**
 * Models belong to the server, not to a user. Changing them: `speech_models_managed` where the configuration leaves that
 * to an administrator, `rate_limited`, `not_found`.
 */
export const speechContract = {
  'speech.models': {
    input: z.void(),
    output: z.object({
      models: z.array(zSpeechModelItem),
      /** Whoever asks may fetch, remove and import. */
      manageable: z.boolean(),
      /** The folder on the server that `importModels` looks into; null where it is nobody's business. */
      importFolder: z.string().nullable(),
      /** A speech service that is used in place of all of them, as `model @ host`. */
      service: z.string().nullable(),
    }),
  },
  /** Starts the fetch and comes back at once. Also `storage_failed`. */
  'speech.fetchModel': { input: zById, output: zDone },
  /** What has come stays. */
  'speech.cancelFetch': { input: zById, output: zDone },
  'speech.removeModel': { input: zById, output: zDone },
  /** Also `speech_import_missing`, `speech_model_broken`, `busy`, `storage_failed`. */
  'speech.importModels': { input: z.void(), output: z.object({ models: z.array(zSpeechModelItem) }) },
} as const;
