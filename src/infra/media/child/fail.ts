import type { MediaFailure } from '../protocol.ts';

/** Ends the child's task with a reason that the parent turns into a typed error. */
export class TaskFailure extends Error {
  readonly code: MediaFailure;

  constructor(code: MediaFailure, detail: string) {
    super(detail);
    this.code = code;
  }
}
