import { loadArticleWords } from '#features/articles/ui/load-words.ts';
import { loadChatWords } from '#features/chat/ui/load-words.ts';
import { loadCollectionWords } from '#features/collections/ui/load-words.ts';
import { loadExportWords } from '#features/exports/ui/load-words.ts';
import { loadHighlightWords } from '#features/highlights/ui/load-words.ts';
import { loadLinkWords } from '#features/links/ui/load-words.ts';
import { loadMindMapWords } from '#features/mind-maps/ui/load-words.ts';
import { loadNoteWords } from '#features/notes/ui/load-words.ts';
import { loadPromptWords } from '#features/prompts/ui/load-words.ts';
import { loadSummaryWords } from '#features/summaries/ui/load-words.ts';
import { loadTranscriptWords } from '#features/transcripts/ui/load-words.ts';
import { defineWords } from '#i18n/language.ts';

/** Enough to report a missing content. */
export const loadContentWords = defineWords(import.meta.glob('./words/*.ts'));

export async function loadContentPageWords(): Promise<void> {
  await Promise.all([
    loadContentWords(),
    loadSummaryWords(),
    loadNoteWords(),
    loadTranscriptWords(),
    loadArticleWords(),
    loadMindMapWords(),
    loadChatWords(),
    loadHighlightWords(),
    loadPromptWords(),
    loadLinkWords(),
    loadCollectionWords(),
    loadExportWords(),
  ]);
}
