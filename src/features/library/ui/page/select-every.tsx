import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFailureToast } from '#i18n/failure-toast.ts';
import { mostChosen } from '#lib/input-limits.ts';
import { type RouterInputs, useTRPCClient } from '#rpc/client.tsx';
import { Button } from '#ui/button.tsx';
import { useFormat } from '#ui/format.ts';
import { showToast } from '#ui/toast/toast.ts';

export type SelectEveryProps = {
  /** Of all that match; null: not known yet. */
  count: number | null;
  /** How many of them are chosen, all that were read. */
  read: number;
  wanted: RouterInputs['user']['videoIds'];
  onIds: (ids: readonly string[]) => void;
};

/** Where all that was read is chosen, and more matches: chooses that as well. */
export function SelectEvery({ count, read, wanted, onIds }: SelectEveryProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const failed = useFailureToast();
  const client = useTRPCClient();
  const choose = useMutation({
    // Asked each time: what is done next is done to what matches now.
    mutationFn: () => client.user.videoIds.query(wanted),
    onSuccess: ({ ids }) => {
      onIds(ids);
      if (ids.length === mostChosen)
        showToast({ tone: 'info', message: t(($) => $.records.select.most, { formatted: format.number(mostChosen) }) });
    },
    onError: (error) =>
      failed(
        t(($) => $.records.select.everyFailed),
        error,
      ),
  });
  if (count === null || count <= read) return null;
  return (
    <Button size="sm" variant="ghost" className="shrink-0" loading={choose.isPending} onClick={() => choose.mutate()}>
      {t(($) => $.records.select.every, { count, formatted: format.number(count) })}
    </Button>
  );
}
