import { ArrowUp, Square } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { chatLimits } from '#lib/input-limits.ts';
import { modelName } from '#lib/model-name.ts';
import { isComposing } from '#ui/browser/is-composing.ts';
import { touchQuery, useMediaQuery } from '#ui/browser/use-media-query.ts';
import { IconButton } from '#ui/button.tsx';
import { type KeptText, useKeptText, withRefused } from '#ui/kept-text.ts';

const showCountAt = chatLimits.questionLength - 500;

type ComposerProps = {
  writing: boolean;
  busy: boolean;
  stopping: boolean;
  model: string | null;
  draft: KeptText;
  takeFocus: boolean;
  /** Resolves to whether the question was accepted; otherwise it stays in the box. */
  onAsk: (question: string) => Promise<boolean>;
  onStop: () => void;
};

export function Composer({ writing, busy, stopping, model, draft, takeFocus, onAsk, onStop }: ComposerProps) {
  const { t } = useTranslation();
  const hint = useId();
  const missing = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useKeptText(draft);
  const isEmpty = text.trim() === '';
  const touch = useMediaQuery(touchQuery);
  useEffect(() => {
    if (takeFocus) field.current?.focus({ preventScroll: true });
  }, [takeFocus]);

  async function send(): Promise<void> {
    const question = text.trim();
    if (question === '' || busy) return;
    setText('');
    // The pressed button turns into another one, so the focus goes to the field.
    field.current?.focus({ preventScroll: true });
    if (await onAsk(question)) return;
    // Kept here too, for a field that is no longer shown.
    draft.current = withRefused(question, draft.current);
    setText((typed) => withRefused(question, typed));
  }
  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    void send();
  }
  function handleStop(): void {
    onStop();
    field.current?.focus({ preventScroll: true });
  }
  function handleKeyDown(event: KeyboardEvent): void {
    // Enter also picks a candidate in an input method.
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event)) return;
    event.preventDefault();
    void send();
  }

  return (
    <form onSubmit={handleSubmit} className="shrink-0 border-t border-line p-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))]">
      <div className="flex items-end gap-2">
        <textarea
          ref={field}
          value={text}
          rows={2}
          maxLength={chatLimits.questionLength}
          aria-label={t(($) => $.chat.field)}
          aria-describedby={hint}
          placeholder={t(($) => $.chat.placeholder)}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={handleKeyDown}
          className="field-sizing-content max-h-40 min-h-[3.75rem] min-w-0 grow resize-none rounded-md border border-line-strong bg-surface px-3 py-2 text-base text-ink hover:border-soft focus-visible:border-focus focus-visible:outline-offset-0 md:text-[15px]"
        />
        {writing ? (
          <IconButton label={t(($) => $.chat.stop)} variant="secondary" disabled={stopping} onClick={handleStop}>
            <Square aria-hidden className="fill-current" />
          </IconButton>
        ) : (
          <IconButton
            type="submit"
            label={t(($) => $.chat.send)}
            variant="primary"
            disabled={busy}
            // Not `disabled`: keys could not reach it, nor hear why.
            aria-disabled={isEmpty || undefined}
            aria-describedby={isEmpty ? missing : undefined}
          >
            <ArrowUp aria-hidden />
          </IconButton>
        )}
        {isEmpty ? (
          <span id={missing} hidden>
            {t(($) => $.chat.sendEmpty)}
          </span>
        ) : null}
      </div>
      <p id={hint} className="mt-1.5 text-xs text-faint">
        {text.length >= showCountAt
          ? t(($) => $.chat.count, { count: text.length, most: chatLimits.questionLength })
          : model
            ? t(($) => (touch ? $.chat.hintTouch : $.chat.hint), { model: modelName(model) })
            : touch
              ? ''
              : t(($) => $.chat.hintUnnamed)}
      </p>
    </form>
  );
}
