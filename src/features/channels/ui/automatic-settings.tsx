import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '#i18n/error-text.ts';
import { useFailureToast } from '#i18n/failure-toast.ts';
import { type RouterOutputs, useTRPC } from '#rpc/client.tsx';
import { Button } from '#ui/button.tsx';
import { Input } from '#ui/fields.tsx';
import { useFormat } from '#ui/format.ts';
import { Skeleton } from '#ui/surfaces.tsx';
import { showToast } from '#ui/toast/toast.ts';

type Settings = RouterOutputs['channel']['settings'];

const mostMinutes = 60_000;

export function AutomaticSettings() {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const { data } = useQuery(trpc.channel.settings.queryOptions(undefined, { refetchOnMount: 'always' }));
  return (
    <section aria-labelledby="automatic-title" className="mt-5 border-t border-line pt-4">
      <h3 id="automatic-title" className="text-sm font-medium">
        {t(($) => $.channels.automatic.title)}
      </h3>
      {data === undefined ? <Skeleton className="mt-2 h-24" /> : <Limit key={data.monthly_minutes} settings={data} />}
    </section>
  );
}

function Limit({ settings }: { settings: Settings }) {
  const { t } = useTranslation();
  const id = useId();
  const format = useFormat();
  const toText = useErrorText();
  const { monthly_minutes: most, used_minutes: used, problem } = settings;
  const [typed, setTyped] = useState(String(most));
  const wanted = /^\d{1,5}$/.test(typed.trim()) ? Math.min(mostMinutes, Number(typed)) : null;
  const save = useSaveLimit();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (wanted !== null && !save.isPending) save.mutate({ monthlyMinutes: wanted });
      }}
    >
      <p className="mt-1 text-sm text-soft tabular-nums">
        {t(($) => $.channels.automatic.used, { used: format.number(used), most: format.number(most) })}
      </p>
      {problem === null ? null : (
        <p role="status" className="mt-1 text-sm text-warning">
          {t(($) => $.channels.automatic.stopped, { message: toText(problem).message })}
        </p>
      )}
      <label htmlFor={id} className="mt-3 mb-1.5 block text-sm font-medium">
        {t(($) => $.channels.automatic.limit)}
      </label>
      <div className="flex gap-2">
        <Input
          id={id}
          value={typed}
          inputMode="numeric"
          maxLength={5}
          aria-invalid={wanted === null || undefined}
          aria-describedby={`${id}-lead`}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit" loading={save.isPending} disabled={wanted === null || wanted === most}>
          {t(($) => $.channels.automatic.save)}
        </Button>
      </div>
      <p id={`${id}-lead`} className="mt-1.5 text-xs text-faint">
        {t(($) => $.channels.automatic.lead)}
      </p>
    </form>
  );
}

function useSaveLimit() {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const failed = useFailureToast();
  return useMutation(
    trpc.channel.saveSettings.mutationOptions({
      onSuccess: (settings, _input, _context, { client }) => {
        client.setQueryData(trpc.channel.settings.queryKey(), settings);
        showToast({ tone: 'success', message: t(($) => $.channels.automatic.saved) });
      },
      onError: (error) =>
        failed(
          t(($) => $.channels.automatic.failed),
          error,
        ),
    }),
  );
}
