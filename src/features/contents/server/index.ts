/** What other features and the composition root may call. */
export { createCheckpoints } from './checkpoints.ts';
export { contentProcedure } from './content-procedure.ts';
export { createContent, ensureSource, type SourceRecord, type WantedSource } from './create-content.ts';
export { extractionHead, hasArticle, hasTranscript, loadArticle, loadTranscript, segmentCount } from './extraction-parts.ts';
export { contentFieldsOf, freshExtraction, loadExtraction } from './extractions.ts';
export { createContentRoutes } from './http.ts';
export { type ContentRecord, type OwnedContent, requireOwnedContent } from './owned.ts';
export { coverPathOf, type NoteVersionHead, toContentOverview, toProblem, toRunState, toSourceText } from './present.ts';
export { releaseRun } from './release-run.ts';
export { wantedLink } from './wanted-link.ts';
