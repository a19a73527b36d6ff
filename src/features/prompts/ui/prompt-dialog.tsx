import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button.tsx';
import { Input, Textarea } from '#ui/fields.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { keepDraftFields, useDraft } from '#ui/use-draft.ts';
import { promptLimits } from '../shared/prompt-limits.ts';
import type { PromptWords } from './prompt-draft.ts';
import { promptDraft } from './prompt-draft.ts';
import type { OwnPrompt } from './use-prompts.ts';

const placeholders = '{{title}} {{author}} {{site}} {{url}} {{language}}';

type PromptDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The prompt to edit; null for a new one. */
  initial: Pick<OwnPrompt, 'promptId' | 'title' | 'customPrompt'> | null;
  /** Set if the button does more than save. */
  saveLabel?: string;
  saving: boolean;
  onSave: (words: PromptWords) => void;
};

/** A form for the name and text of a prompt. If it is closed without saving, the text is kept as a draft. */
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
  const draft = promptDraft(initial?.promptId ?? null);
  const { fields, change, restored } = useDraft<PromptWords>(draft, {
    title: initial?.title ?? '',
    customPrompt: initial?.customPrompt ?? '',
  });
  const { title, customPrompt } = fields;
  const ready = title.trim() !== '' && customPrompt.trim() !== '';
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (ready && !saving) onSave({ title: title.trim(), customPrompt: customPrompt.trim() });
      }}
    >
      {restored ? (
        <p role="status" className="rounded-md bg-sunken px-3 py-2 text-sm text-soft">
          {t(($) => $.prompts.editor.restored)}
        </p>
      ) : null}
      <div>
        <label htmlFor={`${id}-title`} className="mb-1.5 block text-sm font-medium">
          {t(($) => $.prompts.editor.name)}
        </label>
        <Input
          id={`${id}-title`}
          value={title}
          maxLength={promptLimits.titleLength}
          required
          placeholder={t(($) => $.prompts.editor.namePlaceholder)}
          onChange={(event) => change({ ...fields, title: event.target.value })}
        />
      </div>
      <div>
        <div className="mb-1.5 flex items-baseline justify-between gap-3 text-sm">
          <label htmlFor={`${id}-text`} className="font-medium">
            {t(($) => $.prompts.editor.text)}
          </label>
          <span className="text-xs text-soft tabular-nums">
            {t(($) => $.prompts.editor.length, { used: String(customPrompt.length), most: String(promptLimits.promptLength) })}
          </span>
        </div>
        <Textarea
          id={`${id}-text`}
          value={customPrompt}
          maxLength={promptLimits.promptLength}
          required
          rows={10}
          className="min-h-48 resize-y"
          placeholder={t(($) => $.prompts.editor.textPlaceholder)}
          aria-describedby={`${id}-hint`}
          onChange={(event) => change({ ...fields, customPrompt: event.target.value })}
        />
        <p id={`${id}-hint`} className="mt-1.5 text-xs text-soft">
          {t(($) => $.prompts.editor.hint, { names: placeholders })}
        </p>
      </div>
      <div className="flex justify-end gap-2">
        <Button
          onClick={() => {
            keepDraftFields(draft, null);
            onCancel();
          }}
        >
          {restored || title !== (initial?.title ?? '') || customPrompt !== (initial?.customPrompt ?? '')
            ? t(($) => $.prompts.editor.discard)
            : t(($) => $.prompts.editor.cancel)}
        </Button>
        <Button type="submit" variant="primary" loading={saving} disabled={!ready}>
          {saveLabel ?? t(($) => $.prompts.editor.save)}
        </Button>
      </div>
    </form>
  );
}
