/** What other features and the composition root may call. */
export { cancelBatch, createBatch, dropEmptyBatch } from './batches.ts';
export { namesNow } from './edit-rows.ts';
export { createContentRoutes } from './http.ts';
export { contentOfLink, writeOwnNote } from './own-note.ts';
export { type OwnedContent, requireOwnedContent } from './owned.ts';
export { blockedUntil as siteBlockedUntil } from './pace/site-pace.ts';
export { coverPathOf, toProblem, toRunState } from './present.ts';
export { contentRouter, userNoteRouter, videoRouter } from './router.ts';
export { commonPrefix } from './run-recorder.ts';
export { loadExtraction, type Started, startWork } from './start-work.ts';
export { wantedLink } from './summary-of-url.ts';
export { correctedSegments, segmentsOf } from './transcript-edits.ts';
