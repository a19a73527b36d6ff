export { copyNote } from './copy-note.ts';
export { saveNoteIn } from './edit-note.ts';
export { noteColumns } from './note-columns.ts';
export { lockContent, readVersion } from './note-store.ts';
export { contentOfLink, writeOwnNote } from './own-note.ts';
export { storeNote } from './store-finished-note.ts';
