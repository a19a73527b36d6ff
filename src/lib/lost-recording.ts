import type { ErrorCode } from './app-error.ts';

const codes: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['media_unreadable', 'media_refused', 'file_missing', 'timed_out']);

/** Whether a recording could not be read. Beside words that came along with it, the note is written from these alone. */
export function isLostRecording(code: ErrorCode): boolean {
  return codes.has(code);
}
