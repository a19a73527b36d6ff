import type { ExtractedPage } from '#engine/ports.ts';
import type { ErrorCode } from '#lib/app-error.ts';

export type PageQuestion = { id: number; bytes: Uint8Array; contentType: string | null; url: string };

/** `id` 0 says that the child has loaded its modules. */
export type PageAnswer =
  | { id: number; ok: true; page: ExtractedPage | null }
  | { id: number; ok: false; code: ErrorCode; detail: string };
