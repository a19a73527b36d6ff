import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFailureToast } from '#i18n/failure-toast.ts';
import { mostChosen } from '#lib/input-limits.ts';
import { type RouterInputs, useTRPCClient } from '#rpc/client.tsx';
import { Button } from '#ui/button.tsx';
import { useFormat } from '#ui/format.ts';
import { showToast } from '#ui/toast/toast.ts';

export type SelectEveryProps = {
  /** The number of all matches; null until it is known. */
  count: number | null;
  /** The number of loaded rows, all of which are selected. */
  read: number;
  wanted: RouterInputs['user']['videoIds'];
  onIds: (ids: readonly string[]) => void;
};

/** Offered when every loaded row is selected and more match: selects those as well. */
export function SelectEvery({ count, read, wanted, onIds }: SelectEveryProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const failed = useFailureToast();
  const client = useTRPCClient();
  const choose = useMutation({
    // Fetched on each click, because the next action is to apply to the current matches.
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
