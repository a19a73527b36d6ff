import { Download } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { Textarea } from '#ui/fields.tsx';
import { commentMarkdown, exportComment } from './comment.ts';

const commentLength = 20_000;

type CommentFormProps = {
  title: string | null;
  /** Null for what came from a file. */
  url: string | null;
  saving: boolean;
  onSave: (note: string) => void;
  hint: string;
  autoFocus?: boolean;
  /** More buttons, before the one that saves. */
  children?: ReactNode;
};

/** A note of one's own: kept, copied or taken along as a file. */
export function CommentForm({ title, url, saving, onSave, hint, autoFocus = false, children }: CommentFormProps) {
  const { t } = useTranslation();
  const id = useId();
  const [comment, setComment] = useState('');
  const empty = comment.trim() === '';
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!empty && !saving) onSave(comment.trim());
      }}
    >
      <label htmlFor={id} className="sr-only">
        {t(($) => $.prompts.link.commentLabel)}
      </label>
      <Textarea
        id={id}
        rows={5}
        value={comment}
        maxLength={commentLength}
        aria-describedby={`${id}-hint`}
        autoFocus={autoFocus}
        className="min-h-32 resize-y"
        placeholder={t(($) => $.prompts.link.commentPlaceholder)}
        onChange={(event) => setComment(event.target.value)}
      />
      <p id={`${id}-hint`} className="mt-1.5 text-xs text-soft">
        {hint}
      </p>
      <div className="mt-3 flex flex-wrap items-center gap-2">
        {url === null ? null : (
          <>
            <CopyButton
              text={() => commentMarkdown({ title, url, comment })}
              label={empty ? t(($) => $.prompts.link.copyLink) : t(($) => $.prompts.link.copy)}
            />
            <Button size="sm" variant="ghost" onClick={() => exportComment({ title, url, comment })}>
              <Download aria-hidden className="size-4" />
              {t(($) => $.prompts.link.exportMarkdown)}
            </Button>
          </>
        )}
        <span className="grow" />
        {children}
        <Button type="submit" size="sm" variant="primary" loading={saving} disabled={empty}>
          {t(($) => $.prompts.link.save)}
        </Button>
      </div>
    </form>
  );
}
