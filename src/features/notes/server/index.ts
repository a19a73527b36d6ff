export { readVersion, storeNote } from './note-store.ts';
export { contentOfLink, writeOwnNote } from './own-note.ts';
export { lockContent, saveNoteIn } from './save-note.ts';
