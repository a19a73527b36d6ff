import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureToast } from '#i18n/failure-toast.ts';
import { type RouterOutputs, useTRPC } from '#rpc/client.tsx';
import { Button } from '#ui/button.tsx';
import { Input } from '#ui/fields.tsx';
import { useFormat } from '#ui/format.ts';
import { showToast } from '#ui/toast/toast.ts';
import { Part } from './part.tsx';

type Deletion = RouterOutputs['myData']['deletion'];

export function DeletionPart({ deletion }: { deletion: Deletion }) {
  const { t } = useTranslation();
  const format = useFormat();
  if (deletion.deleteAt !== null) return <Due deleteAt={deletion.deleteAt} leftMs={deletion.leftMs ?? 0} />;
  const text = t(($) => $.myData.deletion.text, { count: deletion.graceHours, formatted: format.number(deletion.graceHours) });
  return (
    <Part title={t(($) => $.myData.deletion.title)} text={text}>
      <RequestForm />
    </Part>
  );
}

/** The user types a word, so that a deletion cannot happen by a slip. */
function RequestForm() {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const queries = useQueryClient();
  const failed = useFailureToast();
  const field = useId();
  const [typed, setTyped] = useState('');
  const word = t(($) => $.myData.deletion.word);
  const isSure = typed.trim().toLowerCase() === word.toLowerCase();
  const request = useMutation(
    trpc.myData.requestDeletion.mutationOptions({
      onSuccess: (data) => queries.setQueryData(trpc.myData.deletion.queryKey(), data),
      onError: (error) =>
        failed(
          t(($) => $.myData.deletion.failed),
          error,
        ),
    }),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isSure && !request.isPending) request.mutate({ sure: true });
  };
  return (
    <form onSubmit={submit} className="flex flex-wrap items-end gap-3">
      <div className="min-w-0 grow basis-60">
        <label htmlFor={field} className="mb-1 block text-sm">
          {t(($) => $.myData.deletion.field, { word })}
        </label>
        <Input
          id={field}
          value={typed}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          onChange={({ target }) => setTyped(target.value)}
        />
      </div>
      <Button type="submit" variant="danger" disabled={!isSure} loading={request.isPending}>
        {t(($) => $.myData.deletion.action)}
      </Button>
    </form>
  );
}

const tickMs = 1000;

function Due({ deleteAt, leftMs }: { deleteAt: string; leftMs: number }) {
  const { t } = useTranslation();
  const format = useFormat();
  const trpc = useTRPC();
  const queries = useQueryClient();
  const failed = useFailureToast();
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tickMs);
    return () => clearInterval(timer);
  }, []);
  const keep = useMutation(
    trpc.myData.keepAccount.mutationOptions({
      onSuccess: (data) => {
        queries.setQueryData(trpc.myData.deletion.queryKey(), data);
        showToast({ tone: 'success', message: t(($) => $.myData.deletion.kept) });
      },
      onError: (error) =>
        failed(
          t(($) => $.myData.deletion.keepFailed),
          error,
        ),
    }),
  );
  const endsAt = useMemo(() => Date.now() + leftMs, [leftMs]);
  const leftSeconds = (endsAt - now) / 1000;
  return (
    <Part title={t(($) => $.myData.deletion.due, { time: format.dateTime(deleteAt) })} text={t(($) => $.myData.deletion.dueText)}>
      <div className="flex flex-wrap items-center gap-3">
        <Button variant="primary" loading={keep.isPending} onClick={() => keep.mutate()}>
          {t(($) => $.myData.deletion.keep)}
        </Button>
        <p role="timer" className="text-sm text-danger tabular-nums">
          {leftSeconds > 0
            ? t(($) => $.myData.deletion.left, { time: format.duration(leftSeconds) })
            : t(($) => $.myData.deletion.soon)}
        </p>
      </div>
    </Part>
  );
}
