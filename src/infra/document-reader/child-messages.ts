import type { ReadDocument } from '#engine/raw-content.ts';
import type { ErrorCode } from '#lib/app-error.ts';

/** Error codes; a `FailureReason` becomes their `reason` parameter. */
export type DocumentFailure = Extract<
  ErrorCode,
  'document_unreadable' | 'document_no_text' | 'document_scanned' | 'document_too_large' | 'text_too_long' | 'input_unsupported'
>;
export type FailureReason = 'encrypted' | 'damaged' | 'refused';

export type DocumentReply =
  | { ok: true; value: Omit<ReadDocument, 'cover'> & { cover: string | null } }
  | { ok: false; code: DocumentFailure; reason: FailureReason | null; detail: string };

export const warmTask = '--warm';
export const fromInput = '-';

export const documentLimits = {
  fileBytes: 100 * 1024 * 1024,
  /** Characters of text; the same limit as `sourceLimits` of the engine. */
  textChars: 5_000_000,
  entries: 10_000,
  /** Unpacked bytes per packed byte, checked after the first megabytes of an entry. */
  ratio: 100,
  decodedBytes: 200 * 1024 * 1024,
  pages: 10_000,
  coverBytes: 5_000_000,
} as const;

export const paintLimits = {
  fileBytes: 50 * 1024 * 1024,
  timeoutMs: 20_000,
  memoryBytes: 1024 * 1024 * 1024,
  replyBytes: 1024 * 1024,
  /** Twice the size of a card. Of a longer page, only the top is drawn. */
  widthPx: 640,
  mostHeightPx: 360,
  jpegQuality: 82,
  imagePixels: 2 ** 24,
} as const;
