import { z } from 'zod';
import type { ErrorCode, ErrorParams } from '#lib/app-error.ts';

const zHash = z.string().regex(/^[0-9a-f]{64}$/);

export const zModelFile = z.object({
  name: z.string().regex(/^[A-Za-z0-9_-][A-Za-z0-9._-]*$/),
  bytes: z.number().int().positive(),
  sha256: zHash,
  urls: z.array(z.url({ protocol: /^https?$/ })),
});
export type ModelFile = z.infer<typeof zModelFile>;

export const zSpeechModel = z.object({
  id: z.string().regex(/^[a-z0-9][a-z0-9-]*$/),
  name: z.string(),
  /** `sense-voice` has the parts `model`, `tokens` and `vad`; `whisper` has `model`. */
  engine: z.enum(['sense-voice', 'whisper']),
  /** Null: about a hundred languages. */
  languages: z.array(z.string()).nullable(),
  licence: z.object({ name: z.string(), url: z.url() }),
  parts: z.record(z.string(), z.string()),
  files: z.array(zModelFile).min(1),
});
export type SpeechModel = z.infer<typeof zSpeechModel>;

/** `waiting`: another process is fetching the model and has not reported progress yet. */
export type ModelState =
  | { state: 'absent' }
  | { state: 'partial'; doneBytes: number; problem: { code: ErrorCode; params: ErrorParams } | null }
  | { state: 'fetching'; doneBytes: number; bytesPerSecond: number | null }
  | { state: 'checking'; doneBytes: number }
  | { state: 'installed' };

export type ModelReport = { model: SpeechModel; totalBytes: number } & ModelState;

/** The models of one folder, which processes may share: state is kept in files, and one process fetches at a time. */
export type ModelManager = {
  readonly models: readonly SpeechModel[];
  list(): Promise<ModelReport[]>;
  report(id: string): Promise<ModelReport>;
  /** Paths by part; null when the model is not installed. Errors: `not_found`. */
  pathsOf(id: string): Promise<Record<string, string> | null>;
  /** `signal` ends only the wait, `cancel` the fetch. Errors: `not_found`, `cancelled`, `storage_failed`, `speech_model_*`. */
  obtain(id: string, signal: AbortSignal, onProgress?: (doneBytes: number, totalBytes: number) => void): Promise<void>;
  start(id: string): Promise<void>;
  /** Ends a fetch in any process; partial data stays. */
  cancel(id: string): Promise<void>;
  remove(id: string): Promise<void>;
  /** Returns model ids. Errors: `speech_import_missing` (`files`), `speech_model_broken`. */
  importFrom(folder: string): Promise<string[]>;
  readonly importFolder: string;
  resume(): Promise<void>;
  subscribe(onChange: (id: string) => void): () => void;
  close(): Promise<void>;
};
