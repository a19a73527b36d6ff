import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureToast } from '#i18n/failure-toast.ts';
import { hasEditableTitle } from '#lib/content-type.ts';
import { titleLength } from '#lib/input-limits.ts';
import { useTRPC } from '#rpc/client.tsx';
import { patchRecord } from '#rpc/patch-records.ts';
import { isComposing } from '#ui/browser/is-composing.ts';
import { IconButton } from '#ui/button.tsx';
import { Input } from '#ui/fields.tsx';
import { FoundTitle } from '../found.tsx';
import { RecordExtra } from '../record-extra.tsx';
import { RecordLink } from '../record-link.tsx';
import { useRowWords } from '../row-words.tsx';
import type { RecordRow } from '../use-records.ts';

export function TitleCell({ row, title }: { row: RecordRow; title: string }) {
  const { t } = useRowWords();
  const [editing, setEditing] = useState(false);
  if (editing) return <TitleField row={row} title={title} onClose={() => setEditing(false)} />;
  return (
    <div className="group/title flex items-center gap-1">
      <RecordLink
        contentId={row.content_id}
        title={title}
        className="line-clamp-2 font-medium wrap-anywhere hover:underline focus-visible:rounded-sm"
      >
        <FoundTitle row={row} title={title} />
      </RecordLink>
      {hasEditableTitle(row.content_type) ? (
        <IconButton
          size="sm"
          label={t(($) => $.records.table.rename, { title })}
          onClick={() => setEditing(true)}
          className="[&_svg]:hidden pointer-coarse:[&_svg]:block group-focus-within/title:[&_svg]:block group-hover/title:[&_svg]:block"
        >
          <Pencil aria-hidden />
        </IconButton>
      ) : null}
      <span className="ml-auto flex shrink-0">
        <RecordExtra row={row} title={title} />
      </span>
    </div>
  );
}

function TitleField({ row, title, onClose }: { row: RecordRow; title: string; onClose: () => void }) {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const failed = useFailureToast();
  const [draft, setDraft] = useState(row.title);
  /** The draft was sent or given up. */
  const isSettled = useRef(false);
  const rename = useMutation(
    trpc.content.rename.mutationOptions({
      onSuccess: ({ title: stored }, { contentId }) => {
        patchRecord(queryClient, trpc, contentId, { title: stored });
        onClose();
        void queryClient.invalidateQueries(trpc.user.videos.pathFilter());
      },
      onError: (error) => {
        isSettled.current = false;
        failed(
          t(($) => $.records.table.renameFailed),
          error,
        );
      },
    }),
  );
  const next = draft.trim();
  const isNew = next !== '' && next !== row.title;
  function send(): void {
    if (isSettled.current) return;
    isSettled.current = true;
    rename.mutate({ contentId: row.content_id, title: next });
  }
  const save = () => (isNew ? send() : onClose());
  // A row that is scrolled away is removed without a blur.
  const saveDraft = useEffectEvent(() => {
    if (isNew) send();
  });
  useEffect(() => () => saveDraft(), []);
  return (
    <Input
      autoFocus
      aria-label={t(($) => $.records.table.titleOf, { title })}
      value={draft}
      maxLength={titleLength}
      disabled={rename.isPending}
      onChange={(event) => setDraft(event.target.value)}
      onBlur={save}
      onKeyDown={(event) => {
        if (isComposing(event)) return;
        if (event.key === 'Enter') save();
        if (event.key !== 'Escape') return;
        isSettled.current = true;
        onClose();
      }}
      className="h-9"
    />
  );
}
