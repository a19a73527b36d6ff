/** What a speech model on this machine is, and what can be asked of the one who looks after them. */
import { z } from 'zod';
import type { ErrorCode, ErrorParams } from '#lib/app-error.ts';

const zHash = z.string().regex(/^[0-9a-f]{64}$/);

export const zModelFile = z.object({
  /** Its name on disk; no folders. */
  name: z.string().regex(/^[A-Za-z0-9_-][A-Za-z0-9._-]*$/),
  bytes: z.number().int().positive(),
  sha256: zHash,
  /** Where it can be had, in the order of trying. */
  urls: z.array(z.url({ protocol: /^https?$/ })),
});
export type ModelFile = z.infer<typeof zModelFile>;

export const zSpeechModel = z.object({
  id: z.string().regex(/^[a-z0-9][a-z0-9-]*$/),
  name: z.string(),
  /** Which engine reads it. `sense-voice` brings `model`, `tokens` and `vad`; `whisper` one `model`. */
  engine: z.enum(['sense-voice', 'whisper']),
  /** Two- or three-letter codes; null: about a hundred languages. */
  languages: z.array(z.string()).nullable(),
  licence: z.object({ name: z.string(), url: z.url() }),
  /** Which file has which part. */
  parts: z.record(z.string(), z.string()),
  files: z.array(zModelFile).min(1),
});
export type SpeechModel = z.infer<typeof zSpeechModel>;

/** `waiting`: another process is at it and has not told how far it is. */
export type ModelState =
  | { state: 'absent' }
  | { state: 'partial'; doneBytes: number; problem: { code: ErrorCode; params: ErrorParams } | null }
  | { state: 'fetching'; doneBytes: number; bytesPerSecond: number | null }
  | { state: 'checking'; doneBytes: number }
  | { state: 'installed' };

export type ModelReport = { model: SpeechModel; totalBytes: number } & ModelState;

/**
 * Looks after the models in one folder. Several processes may have the same folder: what is known is kept in it, and
 * only one of them fetches a model at a time.
 */
export type ModelManager = {
  readonly models: readonly SpeechModel[];
  list(): Promise<ModelReport[]>;
  report(id: string): Promise<ModelReport>;
  /** The files of an installed model by part, as paths; null when it is not installed. Error: `not_found` (no such model). */
  pathsOf(id: string): Promise<Record<string, string> | null>;
  /**
   * Fetches what is missing and resolves when the model is installed; who comes second waits for the first.
   * `signal` ends the waiting alone: the fetch goes on until `cancel`. Errors: `not_found`, `cancelled`,
   * `speech_model_unreachable`, `speech_model_broken`, `storage_failed`.
   */
  obtain(id: string, signal: AbortSignal, onProgress?: (doneBytes: number, totalBytes: number) => void): Promise<void>;
  /** Starts what `obtain` does and comes back at once. */
  start(id: string): Promise<void>;
  /** Ends a fetch, in whichever process it runs; what has come stays for the next time. */
  cancel(id: string): Promise<void>;
  /** Errors: `not_found`, `storage_failed`. */
  remove(id: string): Promise<void>;
  /**
   * Takes every model that lies whole in a folder (or in a folder of its own name in it). Gives their ids.
   * Errors: `speech_import_missing` (params `files`) when none is whole, `speech_model_broken` when a file is not what it should be.
   */
  importFrom(folder: string): Promise<string[]>;
  /** Where people may lay files to be imported. */
  readonly importFolder: string;
  /** Goes on with fetches that a restart cut. */
  resume(): Promise<void>;
  /** Tells about every change in this process; returns the function that stops it. */
  subscribe(onChange: (id: string) => void): () => void;
  /** Ends fetches of this process; they go on at the next start. */
  close(): Promise<void>;
};
