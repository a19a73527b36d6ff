import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Input, Textarea } from '#ui/fields.tsx';
import { placeholders, promptLength, titleLength } from './limits.ts';
import type { PromptWords } from './use-prompts.ts';

type PromptDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** What is there to begin with; null for a new prompt. */
  initial: PromptWords | null;
  /** Where saving does more than that. */
  saveLabel?: string;
  saving: boolean;
  onSave: (words: PromptWords) => void;
};

/** Name and text of a prompt. */
export function PromptDialog({ open, onOpenChange, initial, ...form }: PromptDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={initial ? t(($) => $.prompts.editor.editTitle) : t(($) => $.prompts.editor.createTitle)}
      className="max-w-2xl!"
    >
      <PromptForm initial={initial} {...form} onCancel={() => onOpenChange(false)} />
    </Dialog>
  );
}

type PromptFormProps = Pick<PromptDialogProps, 'initial' | 'saveLabel' | 'saving' | 'onSave'> & { onCancel: () => void };

function PromptForm({ initial, saveLabel, saving, onSave, onCancel }: PromptFormProps) {
  const { t } = useTranslation();
  const id = useId();
  const [title, setTitle] = useState(initial?.title ?? '');
  const [customPrompt, setCustomPrompt] = useState(initial?.customPrompt ?? '');
  const ready = title.trim() !== '' && customPrompt.trim() !== '';
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (ready && !saving) onSave({ title: title.trim(), customPrompt: customPrompt.trim() });
      }}
    >
      <div>
        <label htmlFor={`${id}-title`} className="mb-1.5 block text-sm font-medium">
          {t(($) => $.prompts.editor.name)}
        </label>
        <Input
          id={`${id}-title`}
          value={title}
          maxLength={titleLength}
          required
          placeholder={t(($) => $.prompts.editor.namePlaceholder)}
          onChange={(event) => setTitle(event.target.value)}
        />
      </div>
      <div>
        <div className="mb-1.5 flex items-baseline justify-between gap-3 text-sm">
          <label htmlFor={`${id}-text`} className="font-medium">
            {t(($) => $.prompts.editor.text)}
          </label>
          <span className="text-xs text-soft tabular-nums">
            {t(($) => $.prompts.editor.length, { used: String(customPrompt.length), most: String(promptLength) })}
          </span>
        </div>
        <Textarea
          id={`${id}-text`}
          value={customPrompt}
          maxLength={promptLength}
          required
          rows={10}
          className="min-h-48 resize-y"
          placeholder={t(($) => $.prompts.editor.textPlaceholder)}
          aria-describedby={`${id}-hint`}
          onChange={(event) => setCustomPrompt(event.target.value)}
        />
        <p id={`${id}-hint`} className="mt-1.5 text-xs text-soft">
          {t(($) => $.prompts.editor.hint, { names: placeholders })}
        </p>
      </div>
      <div className="flex justify-end gap-2">
        <Button onClick={onCancel}>{t(($) => $.prompts.editor.cancel)}</Button>
        <Button type="submit" variant="primary" loading={saving} disabled={!ready}>
          {saveLabel ?? t(($) => $.prompts.editor.save)}
        </Button>
      </div>
    </form>
  );
}
