import type { DocumentFailure, FailureReason } from '../child-messages.ts';

export class DocumentError extends Error {
  readonly code: DocumentFailure;
  readonly reason: FailureReason | null;

  constructor(code: DocumentFailure, reason: FailureReason | null, detail: string) {
    super(detail);
    this.code = code;
    this.reason = reason;
  }
}

export function damaged(detail: string): DocumentError {
  return new DocumentError('document_unreadable', 'damaged', detail);
}

export function refused(detail: string): DocumentError {
  return new DocumentError('document_unreadable', 'refused', detail);
}

export function encrypted(detail: string): DocumentError {
  return new DocumentError('document_unreadable', 'encrypted', detail);
}
