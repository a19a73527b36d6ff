import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureToast } from '#i18n/failure-toast.ts';
import { useTRPC, useTRPCClient } from '#rpc/client.tsx';
import { Button } from '#ui/button.tsx';
import { Input } from '#ui/fields.tsx';
import { useFormat } from '#ui/format.ts';
import { SettingsSection } from '#ui/settings-section.tsx';
import { Badge } from '#ui/surfaces.tsx';
import { showToast } from '#ui/toast/toast.ts';
import type { ReportedPage } from '../contract.ts';
import { ListCard } from './list-card.tsx';

export function ReportList() {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const client = useTRPCClient();
  const query = useInfiniteQuery({
    queryKey: trpc.admin.reports.infiniteQueryKey(),
    queryFn: ({ signal }) => client.admin.reports.query(undefined, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: () => null,
  });
  return (
    <SettingsSection title={t(($) => $.admin.sections.reports)} lead={t(($) => $.admin.reports.lead)}>
      <ListCard
        query={query}
        label={t(($) => $.admin.sections.reports)}
        none={{ title: t(($) => $.admin.reports.none), description: t(($) => $.admin.reports.noneText) }}
        rows={query.data?.pages.flatMap((page) => page.reports).map((page) => <Row key={pathOf(page)} page={page} />)}
      />
    </SettingsSection>
  );
}

function pathOf({ target }: ReportedPage): string {
  return target.kind === 'collection' ? `/user/collections/${target.id}` : `/s/note/${target.slug}`;
}

function Row({ page }: { page: ReportedPage }) {
  const { t } = useTranslation();
  const format = useFormat();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const failed = useFailureToast();
  const [reason, setReason] = useState('');
  const onSettled = () => queryClient.invalidateQueries(trpc.admin.reports.pathFilter());
  const onError = (error: unknown) =>
    failed(
      t(($) => $.admin.tasks.failed),
      error,
    );
  const hide = useMutation(
    trpc.admin.hidePublicPage.mutationOptions({
      onSuccess: (_answer, { hidden }) =>
        showToast({
          tone: 'success',
          message: hidden ? t(($) => $.admin.reports.hidden) : t(($) => $.admin.reports.shown),
        }),
      onError,
      onSettled,
    }),
  );
  const dismiss = useMutation(trpc.admin.dismissReports.mutationOptions({ onError, onSettled }));
  const { target, name, hidden, count, reasons, messages, lastAt } = page;
  return (
    <li className="flex flex-col gap-2 px-4 py-3 text-sm">
      <p className="flex flex-wrap items-center gap-2">
        <a href={pathOf(page)} className="font-medium wrap-anywhere underline decoration-line-strong underline-offset-4">
          {name}
        </a>
        {hidden ? <Badge tone="warning">{t(($) => $.admin.reports.isHidden)}</Badge> : null}
      </p>
      <p className="text-soft wrap-anywhere">
        {t(($) => $.admin.reports.count, { count })}
        {' · '}
        {reasons.map((one) => t(($) => $.admin.reports.reasons[one])).join(', ')}
        {' · '}
        {format.dateTime(lastAt)}
      </p>
      {messages.length === 0 ? null : (
        <ul className="list-disc pl-5 text-soft wrap-anywhere">
          {messages.map((message, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: messages have no identity
            <li key={index}>{message}</li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-2">
        <Input
          value={reason}
          maxLength={500}
          className="h-8! w-auto! grow"
          aria-label={t(($) => $.admin.role.reason)}
          placeholder={t(($) => $.admin.role.reason)}
          onChange={(event) => setReason(event.target.value)}
        />
        <Button size="sm" loading={hide.isPending} onClick={() => hide.mutate({ target, hidden: !hidden, reason })}>
          {hidden ? t(($) => $.admin.reports.show) : t(($) => $.admin.reports.hide)}
        </Button>
        <Button size="sm" variant="ghost" loading={dismiss.isPending} onClick={() => dismiss.mutate({ target })}>
          {t(($) => $.admin.reports.dismiss)}
        </Button>
      </div>
    </li>
  );
}
