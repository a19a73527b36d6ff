import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Laptop, Smartphone } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useAppError } from '#i18n/error-text.ts';
import { useFailureToast } from '#i18n/failure-toast.ts';
import { useTRPC } from '#rpc/client.tsx';
import { Button } from '#ui/button.tsx';
import { useFormat } from '#ui/format.ts';
import { SettingsCard, SettingsSection } from '#ui/settings-section.tsx';
import { Badge } from '#ui/surfaces.tsx';
import { showToast } from '#ui/toast/toast.ts';
import type { Session } from '../contract.ts';
import { deviceOf } from './device-name.ts';

function useRefreshSessions(): () => Promise<void> {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries(trpc.account.sessions.queryFilter());
}

export function SessionList() {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const refresh = useRefreshSessions();
  const fail = useFailureToast();
  const query = useQuery(trpc.account.sessions.queryOptions());
  const problem = useAppError(query.error);
  const endOthers = useMutation(
    trpc.account.endOtherSessions.mutationOptions({
      onSuccess: async () => {
        await refresh();
        showToast({ tone: 'success', message: t(($) => $.account.settings.endedOthers) });
      },
      onError: (error) =>
        fail(
          t(($) => $.account.settings.endFailed),
          error,
        ),
    }),
  );
  const sessions = query.data?.sessions;
  return (
    <SettingsSection title={t(($) => $.account.settings.sessions)} lead="">
      <SettingsCard
        loading={t(($) => $.account.settings.loading)}
        problem={
          problem && {
            ...problem,
            title: t(($) => $.account.settings.sessionsFailed),
            retrying: query.isFetching,
            onRetry: () => void query.refetch(),
          }
        }
      >
        {sessions ? (
          <>
            <ul className="divide-y divide-line">
              {sessions.map((session) => (
                <SessionRow key={session.id} session={session} />
              ))}
            </ul>
            {sessions.length > 1 ? (
              <div className="border-t border-line p-4">
                <Button loading={endOthers.isPending} onClick={() => endOthers.mutate()}>
                  {t(($) => $.account.settings.endOthers)}
                </Button>
              </div>
            ) : null}
          </>
        ) : null}
      </SettingsCard>
    </SettingsSection>
  );
}

function SessionRow({ session }: { session: Session }) {
  const { t } = useTranslation();
  const format = useFormat();
  const fail = useFailureToast();
  const refresh = useRefreshSessions();
  const end = useMutation(
    useTRPC().account.endSession.mutationOptions({
      onSuccess: async () => {
        await refresh();
        showToast({ tone: 'success', message: t(($) => $.account.settings.ended) });
      },
      onError: (error) =>
        fail(
          t(($) => $.account.settings.endFailed),
          error,
        ),
    }),
  );
  const device = deviceOf(session.userAgent);
  const name = device.name ?? t(($) => $.account.settings.unknownDevice);
  const Icon = device.isPhone ? Smartphone : Laptop;
  return (
    <li className="flex items-center gap-3 p-4">
      <Icon aria-hidden className="size-5 shrink-0 text-soft" />
      <div className="min-w-0 grow text-sm">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {name}
          {session.isCurrent ? <Badge tone="accent">{t(($) => $.account.settings.thisDevice)}</Badge> : null}
        </p>
        <p className="text-soft">{t(($) => $.account.settings.seen, { date: format.dateTime(session.seenAt) })}</p>
      </div>
      {session.isCurrent ? null : (
        <Button
          size="sm"
          aria-label={t(($) => $.account.settings.endName, { name })}
          loading={end.isPending}
          onClick={() => end.mutate({ id: session.id })}
        >
          {t(($) => $.account.settings.end)}
        </Button>
      )}
    </li>
  );
}
