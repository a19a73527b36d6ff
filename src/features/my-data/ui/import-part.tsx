import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Upload } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '#i18n/error-text.ts';
import { useFailureToast } from '#i18n/failure-toast.ts';
import { type RouterOutputs, useTRPC, useTRPCClient } from '#rpc/client.tsx';
import { useTask } from '#rpc/use-task.ts';
import { Button } from '#ui/button.tsx';
import { useFormat } from '#ui/format.ts';
import { Progress } from '#ui/progress.tsx';

type Last = NonNullable<RouterOutputs['myData']['lastImport']>;

type ImportPartProps = { sendFile: (file: File) => Promise<string>; hasAccount: boolean };

export function ImportPart({ sendFile, hasAccount }: ImportPartProps) {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const failed = useFailureToast();
  const input = useRef<HTMLInputElement>(null);
  const last = useQuery(trpc.myData.lastImport.queryOptions(undefined, { enabled: hasAccount }));
  const start = useMutation({
    mutationFn: async (file: File) => client.myData.startImport.mutate({ uploadId: await sendFile(file) }),
    onError: (error) =>
      failed(
        t(($) => $.myData.import.failed),
        error,
      ),
    // The first upload creates an account.
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries(trpc.account.me.queryFilter()),
        queryClient.invalidateQueries(trpc.myData.lastImport.queryFilter()),
      ]),
  });
  const running = last.data?.state === 'running';
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".zip,application/zip"
        hidden
        aria-label={t(($) => $.myData.import.action)}
        onChange={({ target }) => {
          const file = target.files?.[0];
          if (file) start.mutate(file);
          target.value = '';
        }}
      />
      <div className="flex flex-wrap items-center gap-3">
        <Button loading={start.isPending} disabled={running} onClick={() => input.current?.click()}>
          <Upload aria-hidden className="size-4" />
          {start.isPending ? t(($) => $.myData.import.sending) : t(($) => $.myData.import.action)}
        </Button>
      </div>
      {last.data ? <LastImport key={last.data.taskId} last={last.data} /> : null}
    </>
  );
}

function LastImport({ last }: { last: Last }) {
  const { t } = useTranslation();
  const format = useFormat();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const failed = useFailureToast();
  const toText = useErrorText();
  const running = last.state === 'running';
  const { phase, stage, cancel, cancelling } = useTask(running ? last.taskId : null, {
    onChange: () => {
      // Everything may have changed.
      void (phase === 'completed'
        ? queryClient.invalidateQueries()
        : queryClient.invalidateQueries(trpc.myData.lastImport.queryFilter()));
    },
    onCancelError: (error) =>
      failed(
        t(($) => $.myData.import.cancelFailed),
        error,
      ),
  });
  if (running)
    return (
      <div className="flex items-center gap-3">
        <Progress percent={stage?.percent ?? 0} label={t(($) => $.myData.import.running)} />
        <Button size="sm" variant="ghost" loading={cancelling} onClick={cancel}>
          {t(($) => $.myData.import.cancel)}
        </Button>
      </div>
    );
  if (last.state === 'cancelled')
    return (
      <p role="status" className="text-sm text-soft">
        {t(($) => $.myData.import.cancelled)}
      </p>
    );
  if (last.problem)
    return (
      <p role="alert" className="text-sm text-danger">
        {toText(last.problem).message}
      </p>
    );
  if (!last.result) return null;
  const { contents, kept, prompts, collections, smartFolders } = last.result;
  const counted = (count: number) => ({ count, formatted: format.number(count) });
  const parts = [
    t(($) => $.myData.import.contents, counted(contents)),
    ...(kept > 0 ? [t(($) => $.myData.import.kept, counted(kept))] : []),
    ...(prompts > 0 ? [t(($) => $.myData.import.prompts, counted(prompts))] : []),
    ...(collections > 0 ? [t(($) => $.myData.import.collections, counted(collections))] : []),
    ...(smartFolders > 0 ? [t(($) => $.myData.import.smartFolders, counted(smartFolders))] : []),
  ];
  return (
    <p role="status" className="text-sm">
      <span className="mr-2 font-medium">{t(($) => $.myData.import.done)}</span>
      <span className="text-soft">{parts.join(t(($) => $.common.listSeparator))}</span>
    </p>
  );
}
