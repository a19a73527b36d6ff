export { createCheckpoints } from './checkpoints.ts';
export { fillNoteColumns, type NoteColumns, setContentNote } from './content-note.ts';
export { contentProcedure } from './content-procedure.ts';
export { addStoredBytes, createContent, ensureSource, type SourceRecord, type WantedSource } from './create-content.ts';
export { deleteContent } from './delete-content.ts';
export { discardBlobs } from './discard-blobs.ts';
export {
  extractionSummary,
  hasTranscript,
  loadArticle,
  loadPlayable,
  loadTranscript,
  type Playable,
  shownTranscript,
  timedLinesExist,
} from './extraction-parts.ts';
export { freshExtraction, type KnownExtraction, loadExtraction } from './extractions.ts';
export { createContentRoutes, imageMimeOfKey } from './http.ts';
export { type ContentRecord, type OwnedContent, ownedContents, ownIds, requireOwnedContent } from './owned.ts';
export { coverPathOf, isIcon, type NoteVersionHead, toContentOverview, toProblem, toRunState, toSourceText } from './present.ts';
export { releaseRun } from './release-run.ts';
export { keepOwnExtraction, showExtraction, showExtractionWhileWaiting } from './show-extraction.ts';
export { startDeletion } from './start-deletion.ts';
export { endWaiting, stopWaiting, waitForRun } from './waiting.ts';
export { wantedLink } from './wanted-link.ts';
