export { createBatch, dropEmptyBatch } from './batches.ts';
export { startWithFile } from './own-source-text.ts';
export { retryNotes, unwrittenRuns } from './retry-notes.ts';
export { pauseSite, requireFreeSite, takeSiteTurn } from './site-queue/turns-of-others.ts';
export { type Started, startNote } from './start-note.ts';
