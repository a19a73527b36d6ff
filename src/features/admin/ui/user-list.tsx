import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useDeferredValue, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTRPC, useTRPCClient } from '#rpc/client.tsx';
import { FactLine } from '#ui/fact-line.tsx';
import { Input, Select } from '#ui/fields.tsx';
import { useFormat } from '#ui/format.ts';
import { SettingsSection } from '#ui/settings-section.tsx';
import { Badge } from '#ui/surfaces.tsx';
import type { ListedUser } from '../contract.ts';
import { ListCard } from './list-card.tsx';
import { useUserName } from './user-name.ts';

export function UserList() {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const client = useTRPCClient();
  const ids = { search: useId(), kind: useId() };
  const [typed, setTyped] = useState('');
  const [guests, setGuests] = useState(false);
  const search = useDeferredValue(typed);
  const query = useInfiniteQuery({
    queryKey: trpc.admin.users.infiniteQueryKey({ search, guests }),
    queryFn: ({ pageParam, signal }) => client.admin.users.query({ search, guests, cursor: pageParam }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    // The previous list stays until the answer arrives, so that nothing jumps at each letter.
    placeholderData: (before) => before,
  });
  const users = query.data?.pages.flatMap((page) => page.users);
  return (
    <SettingsSection title={t(($) => $.admin.sections.users)} lead={t(($) => $.admin.users.lead)}>
      <div className="mt-4 flex flex-wrap gap-3">
        <div className="min-w-48 grow">
          <label htmlFor={ids.search} className="mb-1 block text-sm font-medium">
            {t(($) => $.admin.users.search)}
          </label>
          <Input id={ids.search} type="search" maxLength={200} value={typed} onChange={({ target }) => setTyped(target.value)} />
        </div>
        <div>
          <label htmlFor={ids.kind} className="mb-1 block text-sm font-medium">
            {t(($) => $.admin.users.kind)}
          </label>
          <Select
            id={ids.kind}
            value={guests ? 'guests' : 'accounts'}
            onChange={({ target }) => setGuests(target.value === 'guests')}
          >
            <option value="accounts">{t(($) => $.admin.users.accounts)}</option>
            <option value="guests">{t(($) => $.admin.users.guests)}</option>
          </Select>
        </div>
      </div>
      <ListCard
        query={query}
        label={t(($) => $.admin.sections.users)}
        none={{ title: t(($) => $.admin.users.none), description: t(($) => $.admin.users.noneText) }}
        rows={users?.map((user) => <Row key={user.id} user={user} />)}
      />
    </SettingsSection>
  );
}

function Row({ user }: { user: ListedUser }) {
  const { t } = useTranslation();
  const format = useFormat();
  const name = useUserName()(user);
  return (
    <li className="relative px-4 py-3 text-sm transition-colors hover:bg-hover">
      <p className="flex flex-wrap items-center gap-2">
        <Link
          to="/user/admin"
          search={{ section: 'users', id: user.id }}
          className="min-w-0 font-medium wrap-anywhere after:absolute after:inset-0"
        >
          {name}
        </Link>
        <Badge tone={user.role === 'admin' ? 'accent' : 'neutral'}>{t(($) => $.admin.users.roles[user.role])}</Badge>
      </p>
      {user.email !== null && user.email !== name ? <p className="text-soft wrap-anywhere">{user.email}</p> : null}
      <FactLine
        className="text-soft"
        facts={[
          t(($) => $.admin.users.since, { date: format.date(user.createdAt) }),
          user.seenAt === null
            ? t(($) => $.admin.users.neverSeen)
            : t(($) => $.admin.users.seen, { date: format.ago(user.seenAt) }),
          t(($) => $.admin.users.items, { count: user.items }),
          ...(user.secondsLeft === null ? [] : [t(($) => $.admin.users.left, { duration: format.duration(user.secondsLeft) })]),
        ]}
      />
    </li>
  );
}
