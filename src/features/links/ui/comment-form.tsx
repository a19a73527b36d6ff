import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { type CommentedLink, linkMarkdown } from '#engine/export/shared/note-file.ts';
import { renderMarkdown } from '#lib/markdown/parser.ts';
import { Button } from '#ui/button.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { Textarea } from '#ui/fields.tsx';
import { keepDraftFields, useDraft } from '#ui/use-draft.ts';

const commentLength = 20_000;

export type ExportMenu = (link: CommentedLink) => ReactNode;

/** Unsaved text is restored with the form. */
export function useCommentDraft(about: string) {
  const name = `comment:${about}`;
  const { fields, change } = useDraft(name, { comment: '' });
  return {
    comment: fields.comment,
    change: (comment: string) => change({ comment }),
    forget: () => keepDraftFields(name, null),
  };
}

type CommentFormProps = {
  draft: Pick<ReturnType<typeof useCommentDraft>, 'comment' | 'change'>;
  title: string | null;
  url: string | null;
  exportMenu: ExportMenu;
  saving: boolean;
  onSave: (note: string) => void;
  hint: string;
  autoFocus?: boolean;
};

export function CommentForm(props: CommentFormProps) {
  const { draft, title, url, exportMenu, saving, onSave, hint, autoFocus = false } = props;
  const { t } = useTranslation();
  const id = useId();
  const { comment } = draft;
  const empty = comment.trim() === '';
  const link = { title, url, comment };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!empty && !saving) onSave(comment.trim());
      }}
    >
      <label htmlFor={id} className="sr-only">
        {t(($) => $.links.commentLabel)}
      </label>
      <Textarea
        id={id}
        rows={5}
        value={comment}
        maxLength={commentLength}
        aria-describedby={`${id}-hint`}
        autoFocus={autoFocus}
        className="min-h-32 resize-y"
        placeholder={t(($) => $.links.commentPlaceholder)}
        // Text typed while saving would be lost.
        readOnly={saving}
        onChange={(event) => draft.change(event.target.value)}
      />
      <p id={`${id}-hint`} className="mt-1.5 text-xs text-soft">
        {hint}
      </p>
      <div className="mt-3 flex flex-wrap items-center gap-2">
        {url === null && empty ? null : (
          <>
            <CopyButton
              text={() => linkMarkdown(link)}
              html={() => renderMarkdown(linkMarkdown(link))}
              label={t(($) => (url === null ? $.common.copy : empty ? $.links.copyLink : $.links.copy))}
            />
            {exportMenu(link)}
          </>
        )}
        <span className="grow" />
        <Button type="submit" size="sm" variant="primary" loading={saving} disabled={empty}>
          {t(($) => $.links.save)}
        </Button>
      </div>
    </form>
  );
}
