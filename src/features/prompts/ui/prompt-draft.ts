import { keepDraftFields, readDraftFields, sameFields } from '#ui/use-draft.ts';

export type PromptWords = { title: string; customPrompt: string };

/** The key of a prompt's unsaved draft; null stands for a new prompt. */
export function promptDraft(promptId: string | null): string {
  return `prompt:${promptId ?? 'new'}`;
}

/** Deletes the draft if it is what has been saved; another draft of the prompt stays. */
export function forgetSaved(promptId: string | null, { title, customPrompt }: PromptWords): void {
  const kept = readDraftFields(promptDraft(promptId), { title: '', customPrompt: '' });
  const saved = { title: title.trim(), customPrompt: customPrompt.trim() };
  if (kept && sameFields({ title: kept.title.trim(), customPrompt: kept.customPrompt.trim() }, saved))
    keepDraftFields(promptDraft(promptId), null);
}
