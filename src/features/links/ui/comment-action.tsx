import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { PenLine } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureToast } from '#i18n/failure-toast.ts';
import { type RouterOutputs, useTRPC } from '#rpc/client.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { showToast } from '#ui/toast/toast.ts';
import { CommentForm, type ExportMenu, useCommentDraft } from './comment-form.tsx';

/** Nothing where there is a note. */
export function CommentAction({ contentId, exportMenu }: { contentId: string; exportMenu: ExportMenu }) {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const [open, setOpen] = useState(false);
  // Reads the page's cache, requests nothing.
  const detail = useQuery(trpc.content.overview.queryOptions({ contentId }, { enabled: false })).data;
  if (!detail || detail.note !== null || detail.run !== null || detail.status === 'processing') return null;
  return (
    <>
      <Button size="sm" variant="ghost" onClick={() => setOpen(true)}>
        <PenLine aria-hidden className="size-4" />
        {t(($) => $.links.button)}
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title={t(($) => $.links.dialogTitle)}>
        <OwnNote detail={detail} exportMenu={exportMenu} onSaved={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

type OwnNoteProps = {
  detail: RouterOutputs['content']['overview'];
  exportMenu: ExportMenu;
  onSaved: () => void;
};

function OwnNote({ detail, exportMenu, onSaved }: OwnNoteProps) {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const failed = useFailureToast();
  const { contentId } = detail;
  const draft = useCommentDraft(contentId);
  const save = useMutation(
    trpc.content.saveNote.mutationOptions({
      onSuccess: () => {
        draft.forget();
        onSaved();
        showToast({ tone: 'success', message: t(($) => $.links.saved) });
      },
      onError: (error) =>
        failed(
          t(($) => $.links.saveFailed),
          error,
        ),
      onSettled: () =>
        Promise.all([
          queryClient.invalidateQueries({ queryKey: trpc.content.overview.queryKey({ contentId }) }),
          queryClient.invalidateQueries({ queryKey: trpc.user.videos.pathKey() }),
        ]),
    }),
  );
  return (
    <CommentForm
      draft={draft}
      title={detail.title}
      url={detail.sourceUrl}
      exportMenu={exportMenu}
      saving={save.isPending}
      hint={t(($) => $.links.dialogHint)}
      autoFocus
      onSave={(note) => save.mutate({ contentId, baseVersionId: detail.noteVersionId, note })}
    />
  );
}
