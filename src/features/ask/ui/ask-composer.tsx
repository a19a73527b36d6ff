import { ArrowUp } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { askLimits } from '#lib/input-limits.ts';
import { isComposing } from '#ui/browser/is-composing.ts';
import { touchQuery, useMediaQuery } from '#ui/browser/use-media-query.ts';
import { Button } from '#ui/button.tsx';
import { Textarea } from '#ui/fields.tsx';
import { type KeptText, useKeptText, withRefused } from '#ui/kept-text.ts';

const showCountAt = askLimits.questionLength - 200;

type AskComposerProps = {
  /** The box stands below an answer, and its question follows that answer. */
  follows?: boolean;
  busy: boolean;
  draft: KeptText;
  hint?: ReactNode;
  more?: ReactNode;
  /** Resolves to whether the question was accepted; otherwise it comes back into the box. */
  onAsk: (question: string) => Promise<boolean>;
};

export function AskComposer({ follows = false, busy, draft, hint, more, onAsk }: AskComposerProps) {
  const { t } = useTranslation();
  const hintId = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useKeptText(draft);
  const touch = useMediaQuery(touchQuery);
  useEffect(() => {
    if (!touch && !follows) field.current?.focus({ preventScroll: true });
  }, [touch, follows]);

  async function send(): Promise<void> {
    const question = text.trim();
    if (question === '' || busy) return;
    setText('');
    if (await onAsk(question)) return;
    // Kept here too, for a field that is no longer shown.
    draft.current = withRefused(question, draft.current);
    setText((typed) => withRefused(question, typed));
  }
  function handleSend(event: FormEvent | KeyboardEvent): void {
    event.preventDefault();
    void send();
  }

  return (
    <form onSubmit={handleSend}>
      <Textarea
        ref={field}
        value={text}
        rows={follows ? 1 : 2}
        maxLength={askLimits.questionLength}
        aria-label={t(($) => (follows ? $.ask.followField : $.ask.field))}
        aria-describedby={hintId}
        placeholder={t(($) => (follows ? $.ask.followPlaceholder : $.ask.placeholder))}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          // Enter also picks a candidate in an input method.
          if (event.key === 'Enter' && !event.shiftKey && !isComposing(event)) handleSend(event);
        }}
        className={`field-sizing-content max-h-60 resize-none ${follows ? 'min-h-11' : 'min-h-[4.5rem]'}`}
      />
      <div className="mt-2 flex flex-wrap items-start gap-2">
        <div id={hintId} className="min-w-0 grow basis-60 text-sm text-faint">
          {text.length >= showCountAt ? t(($) => $.ask.count, { count: text.length, most: askLimits.questionLength }) : hint}
        </div>
        {more}
        <Button type="submit" variant="primary" size="sm" loading={busy} disabled={text.trim() === ''}>
          <ArrowUp aria-hidden className="size-4" />
          {t(($) => $.ask.send)}
        </Button>
      </div>
    </form>
  );
}
