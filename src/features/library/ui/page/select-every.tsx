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
  /** What is listed. */
  of: string;
  /** With what was listed as they were asked for. */
  onIds: (ids: readonly string[], of: string) => void;
};

/** Where all that was read is chosen, and more matches: chooses that as well. */
export function SelectEvery({ count, read, wanted, of, onIds }: SelectEveryProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const failed = useFailureToast();
  const client = useTRPCClient();
  const choose = useMutation({
    // Asked each time: what is done next is done to what matches now.
    mutationFn: (asked: Pick<SelectEveryProps, 'wanted' | 'of'>) => client.user.videoIds.query(asked.wanted),
    onSuccess: ({ ids }, asked) => {
      onIds(ids, asked.of);
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
    <Button
      size="sm"
      variant="ghost"
      className="shrink-0"
      loading={choose.isPending}
      onClick={() => choose.mutate({ wanted, of })}
    >
      {t(($) => $.records.select.every, { count, formatted: format.number(count) })}
    </Button>
  );
}
