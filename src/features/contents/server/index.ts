export { startBatchDelete } from './batch-delete/start-batch-delete.ts';
export { createCheckpoints } from './checkpoints.ts';
export { fillNoteColumns, type NoteColumns, setContentNote } from './content-note.ts';
export { contentProcedure } from './content-procedure.ts';
export { createContent } from './create-content.ts';
export { deleteContent } from './delete-content.ts';
export { discardBlobs } from './discard-blobs.ts';
export { addStoredBytes, ensureSource, type SourceRecord, type WantedSource } from './ensure-source.ts';
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
export { type KnownExtraction, loadExtraction } from './extractions.ts';
export { freshExtraction } from './fresh-extraction.ts';
export { createContentRoutes, imageMimeOfKey } from './http.ts';
export { type ContentRecord, type OwnedContent, ownedContents, ownIds, requireOwnedContent } from './owned.ts';
export { coverPathOf, isIcon, type NoteVersionHead, toContentOverview, toProblem, toRunState, toSourceText } from './present.ts';
export { releaseRun } from './release-run.ts';
export { keepOwnExtraction, showExtraction, showExtractionWhileWaiting } from './show-extraction.ts';
export { endWaiting, stopWaiting, waitForRun } from './waiting.ts';
export { wantedLink } from './wanted-link.ts';
