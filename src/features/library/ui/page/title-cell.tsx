import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureToast } from '#i18n/failure-toast.ts';
import { hasEditableTitle } from '#lib/content-type.ts';
import { titleLength } from '#lib/input-limits.ts';
import { useTRPC } from '#rpc/client.tsx';
import { isComposing } from '#ui/browser/is-composing.ts';
import { IconButton } from '#ui/button.tsx';
import { dragKey } from '#ui/drag/drag-source.ts';
import { Input } from '#ui/fields.tsx';
import { FoundTitle } from '../found.tsx';
import { RecordExtra } from '../record-extra.tsx';
import type { RecordRow } from '../use-records.ts';

/** Enter saves, Escape leaves it as it was. */
export function TitleCell({ row, title }: { row: RecordRow; title: string }) {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const failed = useFailureToast();
  const [draft, setDraft] = useState<string | null>(null);
  const rename = useMutation(
    trpc.content.rename.mutationOptions({
      onSuccess: async () => {
        await queryClient.invalidateQueries(trpc.user.videos.pathFilter());
        setDraft(null);
      },
      onError: (error) =>
        failed(
          t(($) => $.records.table.renameFailed),
          error,
        ),
    }),
  );
  function save(): void {
    const next = (draft ?? '').trim();
    if (next === '' || next === row.title) setDraft(null);
    else if (!rename.isPending) rename.mutate({ contentId: row.content_id, title: next });
  }
  if (draft !== null)
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
          if (event.key === 'Escape') setDraft(null);
        }}
        className="h-9"
      />
    );
  return (
    <div className="group/title flex items-center gap-1">
      <TitleLink row={row} title={title} />
      {hasEditableTitle(row.content_type) ? (
        <IconButton
          size="sm"
          label={t(($) => $.records.table.rename, { title })}
          onClick={() => setDraft(row.title)}
          className="opacity-0 group-focus-within/title:opacity-100 group-hover/title:opacity-100 pointer-coarse:opacity-100"
        >
          <Pencil aria-hidden />
        </IconButton>
      ) : null}
      <span className="ml-auto shrink-0">
        <RecordExtra row={row} title={title} />
      </span>
    </div>
  );
}

function TitleLink({ row, title }: { row: RecordRow; title: string }) {
  return (
    <Link
      to="/content/$contentId"
      params={{ contentId: row.content_id }}
      title={title}
      aria-keyshortcuts={dragKey}
      className="line-clamp-2 rounded-sm font-medium wrap-anywhere hover:underline"
    >
      <FoundTitle row={row} title={title} />
    </Link>
  );
}
