import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Download, Upload } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureToast } from '#i18n/failure-toast.ts';
import { useTRPC } from '#rpc/client.tsx';
import { Button } from '#ui/button.tsx';
import { useFormat } from '#ui/format.ts';
import { showToast } from '#ui/toast/toast.ts';
import { longestOpml } from '../shared/longest-opml.ts';
import { opmlText } from '../shared/opml-text.ts';

export function OpmlButtons({ canExport }: { canExport: boolean }) {
  const { t } = useTranslation();
  const format = useFormat();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const failed = useFailureToast();
  const input = useRef<HTMLInputElement>(null);
  const bring = useMutation(
    trpc.channel.importOpml.mutationOptions({
      onSuccess: ({ added, refused }) => {
        const message =
          added === 0 ? t(($) => $.channels.opml.nothing) : t(($) => $.channels.opml.added, { formatted: format.number(added) });
        showToast({
          tone: added === 0 ? 'info' : 'success',
          message,
          ...(refused === 0 ? {} : { description: t(($) => $.channels.opml.refused, { formatted: format.number(refused) }) }),
        });
      },
      onError: (error) =>
        failed(
          t(($) => $.channels.opml.failed),
          error,
        ),
      onSettled: () => {
        void queryClient.invalidateQueries(trpc.account.me.queryFilter());
        return queryClient.invalidateQueries(trpc.channel.pathFilter());
      },
    }),
  );

  async function handleFile(file: File | undefined): Promise<void> {
    if (!file) return;
    if (file.size > longestOpml) showToast({ tone: 'error', message: t(($) => $.channels.opml.tooLarge) });
    else bring.mutate({ opml: opmlText(new Uint8Array(await file.arrayBuffer())) });
  }

  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".opml,.xml,text/x-opml,application/xml,text/xml"
        hidden
        aria-label={t(($) => $.channels.opml.importFile)}
        onChange={(event) => {
          void handleFile(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      <Button size="sm" variant="ghost" loading={bring.isPending} onClick={() => input.current?.click()}>
        {bring.isPending ? null : <Upload aria-hidden className="size-4" />}
        {t(($) => $.channels.opml.importFile)}
      </Button>
      {canExport ? (
        <Button size="sm" variant="ghost" asChild>
          <a href="/api/channels/opml" download>
            <Download aria-hidden className="size-4" />
            {t(($) => $.channels.opml.exportFile)}
          </a>
        </Button>
      ) : null}
    </>
  );
}
