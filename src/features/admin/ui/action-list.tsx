import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useTRPC, useTRPCClient } from '#rpc/client.tsx';
import { useFormat } from '#ui/format.ts';
import { SettingsSection } from '#ui/settings-section.tsx';
import type { AdminAction } from '../contract.ts';
import { readRole } from '../shared/role-text.ts';
import { ListCard } from './list-card.tsx';

export function ActionList({ userId = null }: { userId?: string | null }) {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const client = useTRPCClient();
  const query = useInfiniteQuery({
    queryKey: trpc.admin.actions.infiniteQueryKey({ userId }),
    queryFn: ({ pageParam, signal }) => client.admin.actions.query({ userId, cursor: pageParam }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
  const title = userId === null ? t(($) => $.admin.sections.actions) : t(($) => $.admin.actions.ofUser);
  return (
    <SettingsSection title={title} lead={userId === null ? t(($) => $.admin.actions.lead) : ''}>
      <ListCard
        query={query}
        label={title}
        none={{ title: t(($) => $.admin.actions.none), description: t(($) => $.admin.actions.noneText) }}
        rows={query.data?.pages.flatMap((page) => page.actions).map((action) => <Row key={action.id} action={action} />)}
      />
    </SettingsSection>
  );
}

function Row({ action }: { action: AdminAction }) {
  const { t } = useTranslation();
  const format = useFormat();
  const text = useActionText(action);
  const gone = t(($) => $.admin.actions.gone);
  return (
    <li className="px-4 py-3 text-sm">
      <p className="wrap-anywhere">{text}</p>
      {action.reason === '' ? null : <p className="wrap-anywhere text-soft">{action.reason}</p>}
      <p className="text-soft wrap-anywhere">
        {t(($) => $.admin.actions.by, { admin: action.admin ?? gone, date: format.dateTime(action.at) })}
      </p>
    </li>
  );
}

function useActionText({ kind, details, ...about }: AdminAction): string {
  const { t } = useTranslation();
  const format = useFormat();
  const roleName = useRoleName();
  const subject = about.subject ?? t(($) => $.admin.actions.gone);
  const amount = Number(details.amount ?? 0);
  const duration = format.duration(Math.abs(amount));
  const money = format.dollars(Math.abs(amount) / 1_000_000);
  switch (kind) {
    case 'role':
      return t(($) => $.admin.actions.role, { subject, before: roleName(details.before), after: roleName(details.after) });
    case 'licenses':
    case 'licensesRevoked':
      return t(($) => $.admin.actions[kind], { product: String(details.product), count: Number(details.count) });
    case 'sessions':
      return t(($) => $.admin.actions.sessions, { subject, count: Number(details.ended ?? 0) });
    case 'hide':
      return details.what === 'note'
        ? t(($) => $.admin.actions.hidNote, { subject })
        : t(($) => $.admin.actions.hidCollection, { subject });
    case 'show':
      return details.what === 'note'
        ? t(($) => $.admin.actions.showedNote, { subject })
        : t(($) => $.admin.actions.showedCollection, { subject });
    case 'time':
      return amount > 0
        ? t(($) => $.admin.actions.timeGiven, { subject, duration })
        : t(($) => $.admin.actions.timeTaken, { subject, duration });
    case 'money':
      return amount > 0
        ? t(($) => $.admin.actions.moneyGiven, { subject, amount: money })
        : t(($) => $.admin.actions.moneyTaken, { subject, amount: money });
  }
}

function useRoleName(): (kept: unknown) => string {
  const { t } = useTranslation();
  const format = useFormat();
  return (kept) => {
    const { isAdmin, isLifetime, paidUntil } = readRole(String(kept));
    const names = [
      ...(isAdmin ? [t(($) => $.admin.users.roles.admin)] : []),
      ...(isLifetime ? [t(($) => $.admin.users.roles.lifetime)] : []),
      ...(paidUntil === null ? [] : [t(($) => $.admin.actions.paidUntil, { date: format.date(`${paidUntil}T12:00:00Z`) })]),
    ];
    return names.length === 0 ? t(($) => $.admin.users.roles.user) : names.join(t(($) => $.admin.actions.between));
  };
}
