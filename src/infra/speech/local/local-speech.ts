/** Speech recognition on this machine: which model for which language, and who runs it. */
import type { GuardedFetch, SpeechEngine, SpeechPort } from '#engine/ports.ts';
import { AppError } from '#lib/app-error.ts';
import type { Logger } from '../../logger/logger.ts';
import type { ModelManager, SpeechModel } from '../models/model.ts';

export type LocalSpeechOptions = {
  /** Absolute path of the folder that holds the models. */
  modelsDir: string;
  fetch: GuardedFetch;
  /** Tried before a model's own addresses: `<mirror>/<model id>/<file name>`. */
  mirrors?: readonly string[];
  logger?: Logger;
  /** Fetch a missing model when it is first needed; otherwise `speech_model_missing`. Default true. */
  fetchOnUse?: boolean;
  /** Replaces the models this release knows; for tests. */
  models?: readonly SpeechModel[];
};

export type LocalSpeech = SpeechPort & {
  models: ModelManager;
  /**
   * As the port says; `onProgress` hears of a model that is fetched first. A model that is needed and cannot be had is
   * `speech_model_missing`, whatever was in the way; a machine that cannot run any is `speech_not_configured`.
   */
  engineFor(
    language: string | null,
    signal: AbortSignal,
    onProgress?: (doneBytes: number, totalBytes: number) => void,
  ): Promise<SpeechEngine>;
  close(): Promise<void>;
};

export function createLocalSpeech(_options: LocalSpeechOptions): LocalSpeech {
  throw new AppError('speech_not_configured');
}
