import type { MediaFailure } from '../child-messages.ts';

export class TaskFailure extends Error {
  readonly code: MediaFailure;

  constructor(code: MediaFailure, detail: string) {
    super(detail);
    this.code = code;
  }
}
