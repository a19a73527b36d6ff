import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { useTranslation } from 'react-i18next';
import { useAppError } from '#i18n/error-text.ts';
import { useTRPC, useTRPCClient } from '#rpc/client.tsx';
import { Button } from '#ui/button.tsx';
import { useFormat } from '#ui/format.ts';
import { SettingsCard, SettingsSection } from '#ui/settings-section.tsx';
import { EmptyState } from '#ui/states.tsx';
import type { TimeEntry } from '../contract.ts';

const pageSize = 20;

export function TimeEntries() {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const client = useTRPCClient();
  const query = useInfiniteQuery({
    queryKey: trpc.user.timeEntries.infiniteQueryKey({ limit: pageSize }),
    queryFn: ({ pageParam, signal }) =>
      client.user.timeEntries.query({ limit: pageSize, ...(pageParam === null ? {} : { cursor: pageParam }) }, { signal }),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => page.nextCursor,
  });
  const error = useAppError(query.error);
  const entries = query.data?.pages.flatMap((page) => page.entries);
  return (
    <SettingsSection title={t(($) => $.metering.entries.title)} lead={t(($) => $.metering.entries.lead)}>
      <SettingsCard
        loading={t(($) => $.metering.entries.loading)}
        problem={
          error && {
            ...error,
            title: t(($) => $.metering.entries.loadFailed),
            retrying: query.isFetching,
            onRetry: () => void query.refetch(),
          }
        }
      >
        {entries ? (
          entries.length === 0 ? (
            <EmptyState title={t(($) => $.metering.entries.none)} description={t(($) => $.metering.entries.noneText)} />
          ) : (
            <>
              <ul className="divide-y divide-line">
                {entries.map((entry) => (
                  <Entry key={entry.id} entry={entry} />
                ))}
              </ul>
              {query.hasNextPage ? (
                <div className="border-t border-line p-3">
                  <Button loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                    {t(($) => $.metering.entries.more)}
                  </Button>
                </div>
              ) : null}
            </>
          )
        ) : null}
      </SettingsCard>
    </SettingsSection>
  );
}

function Entry({ entry }: { entry: TimeEntry }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { amount, at, balanceAfter, remark, content } = entry;
  const cause = useCause(entry);
  return (
    <li className="flex items-start gap-4 px-4 py-3 text-sm">
      <div className="min-w-0 grow">
        <p className="wrap-anywhere">
          {content ? (
            <Link to="/content/$contentId" params={{ contentId: content.contentId }} className="hover:underline">
              {cause}
            </Link>
          ) : (
            cause
          )}
        </p>
        {remark ? <p className="wrap-anywhere text-soft">{remark}</p> : null}
        <p className="text-soft">{format.dateTime(at)}</p>
      </div>
      <div className="shrink-0 text-right tabular-nums">
        <p className={clsx('font-medium', amount > 0 && 'text-success')}>
          {`${amount > 0 ? '+' : '−'}${format.duration(Math.abs(amount))}`}
        </p>
        <p className="text-soft">{t(($) => $.metering.entries.balance, { duration: format.duration(balanceAfter) })}</p>
      </div>
    </li>
  );
}

function useCause({ cause, reason, content }: TimeEntry): string {
  const { t } = useTranslation();
  const given = reason === null ? '' : t(($) => $.metering.entries.grant[reason]);
  switch (cause) {
    case 'grant':
      return given;
    case 'expiry':
      return t(($) => $.metering.entries.expiry, { what: given });
    case 'charge':
      return t(($) => $.metering.entries.charge, { title: content?.title ?? t(($) => $.metering.entries.deleted) });
    case 'membership':
      return t(($) => $.metering.entries.membership);
    case 'correction':
      return t(($) => $.metering.entries.correction);
  }
}
