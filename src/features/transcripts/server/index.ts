export { citedLines } from './cited-lines.ts';
export { addEdit, type EditRow, keepNoteChanges, loadRenamer, readEdits, removeEdit, withCorrections } from './edit-rows.ts';
export { followEdit, withNames } from './follow-edit.ts';
export { followQuote } from './follow-quote.ts';
export { makeChanges, type NoteChange, undoChanges } from './note-changes.ts';
export { correctedSegments, replay, segmentsOf, toTranscript } from './segments.ts';
export { zStoredLines } from './translations.ts';
