import { loadCollectionWords } from '#features/collections/ui/load-words.ts';
import { loadCollectionMoveWords } from '#features/collections/ui/move/load-words.ts';
import { loadTagBatchWords } from '#features/notes/ui/marks/load-words.ts';
import { defineWords } from '#i18n/language.ts';

const loadOwnWords = defineWords(import.meta.glob('./words/*.ts'));

export const loadDrag = () => import('./drag-layer.tsx');

export async function loadDragWords(): Promise<void> {
  await Promise.all([loadOwnWords(), loadCollectionWords(), loadCollectionMoveWords(), loadTagBatchWords()]);
}
