import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Tag } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureToast } from '#i18n/failure-toast.ts';
import { cleanTag } from '#lib/notes/hashtags.ts';
import { useTRPC } from '#rpc/client.tsx';
import { invalidateAfter } from '#rpc/stale-queries.ts';
import { Button } from '#ui/button.tsx';
import { Input } from '#ui/fields.tsx';
import { useFormat } from '#ui/format.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { showToast } from '#ui/toast/toast.ts';
import { changes } from '../../changes.ts';

/** Gives all chosen notes one tag. */
export function TagMany({ contentIds }: { contentIds: readonly string[] }) {
  const { t } = useTranslation();
  const format = useFormat();
  const trpc = useTRPC();
  const queries = useQueryClient();
  const failed = useFailureToast();
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const add = useMutation(
    trpc.userNote.tagMany.mutationOptions({
      onSuccess: ({ changed, already, withoutNote }) => {
        setOpen(false);
        setTyped('');
        showToast({
          tone: changed > 0 ? 'success' : 'info',
          message: t(($) => $.tagBatch.done, { count: changed, formatted: format.number(changed) }),
          ...(already + withoutNote > 0
            ? {
                description: t(($) => $.tagBatch.left, {
                  already: format.number(already),
                  withoutNote: format.number(withoutNote),
                }),
              }
            : {}),
        });
      },
      onSettled: () => invalidateAfter(queries, changes, { path: 'userNote.tagMany' }),
      onError: (error) =>
        failed(
          t(($) => $.tagBatch.failed),
          error,
        ),
    }),
  );
  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    const tag = cleanTag(typed);
    if (tag !== '') add.mutate({ contentIds: [...contentIds], tag });
  }
  return (
    <>
      <Button size="sm" variant="ghost" onClick={() => setOpen(true)}>
        <Tag aria-hidden className="size-4" />
        {t(($) => $.tagBatch.action)}
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title={t(($) => $.tagBatch.title)}>
        <form className="flex gap-2 px-6 pb-6" onSubmit={handleSubmit}>
          <Input
            aria-label={t(($) => $.tagBatch.field)}
            placeholder={t(($) => $.tagBatch.field)}
            value={typed}
            maxLength={60}
            onChange={({ target }) => setTyped(target.value)}
          />
          <Button type="submit" variant="primary" loading={add.isPending}>
            {t(($) => $.tagBatch.confirm)}
          </Button>
        </form>
      </Dialog>
    </>
  );
}
