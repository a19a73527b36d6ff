import type { ReadDocument } from '#engine/ports.ts';
import type { ErrorCode } from '#lib/app-error.ts';

/** Why a child gave a document up. `reason` reaches the user's side as a parameter of the error. */
export type DocumentFailure = Extract<
  ErrorCode,
  'document_unreadable' | 'document_no_text' | 'document_scanned' | 'file_too_large' | 'text_too_long' | 'input_unsupported'
>;
export type FailureReason = 'encrypted' | 'damaged' | 'refused';

/** What the child prints: the cover as base64, everything else as it is handed on. */
export type DocumentReply =
  | { ok: true; value: Omit<ReadDocument, 'cover'> & { cover: string | null } }
  | { ok: false; code: DocumentFailure; reason: FailureReason | null; detail: string };

/** Makes the child load its modules and end. */
export const warmTask = '--warm';
/** In place of a path: the document comes on standard input. */
export const fromInput = '-';

export const documentLimits = {
  /** Of the file itself. */
  fileBytes: 100 * 1024 * 1024,
  /** Of the words in it, as `sourceLimits` of the engine. */
  textChars: 5_000_000,
  entries: 10_000,
  /** Decoded bytes per packed byte, past the first megabytes of an entry. */
  ratio: 100,
  decodedBytes: 200 * 1024 * 1024,
  pages: 10_000,
  coverBytes: 5_000_000,
} as const;
