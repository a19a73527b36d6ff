import { keepDraftFields, readDraftFields, sameFields } from '#ui/use-draft.ts';

export type PromptWords = { title: string; customPrompt: string };

/** Under which name the unsaved words of a prompt are kept; null stands for a new one. */
export function promptDraft(promptId: string | null): string {
  return `prompt:${promptId ?? 'new'}`;
}

/** What has been saved is no draft any more; other words that are kept for the prompt stay. */
export function forgetSaved(promptId: string | null, { title, customPrompt }: PromptWords): void {
  const kept = readDraftFields(promptDraft(promptId), { title: '', customPrompt: '' });
  const saved = { title: title.trim(), customPrompt: customPrompt.trim() };
  if (kept && sameFields({ title: kept.title.trim(), customPrompt: kept.customPrompt.trim() }, saved))
    keepDraftFields(promptDraft(promptId), null);
}
