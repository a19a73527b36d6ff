import { useQuery } from '@tanstack/react-query';
import { Tags } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppError } from '#i18n/error-text.ts';
import { useTRPC } from '#rpc/client.tsx';
import { Select } from '#ui/fields.tsx';
import { useFormat } from '#ui/format.ts';
import { AlertDialog } from '#ui/overlays/alert-dialog.tsx';
import { SearchField } from '#ui/search-field.tsx';
import { EmptyState, ErrorState } from '#ui/states.tsx';
import { Skeleton } from '#ui/surfaces.tsx';
import { MergeDialog } from './merge-dialog.tsx';
import { TagChangeNotice } from './tag-change-notice.tsx';
import { groupTags, shownTags, type TagGroup, type TagOrder, tagOrders } from './tag-groups.ts';
import { TagRow } from './tag-row.tsx';
import { useTagChanges } from './use-tag-changes.ts';

export type TagAddress = { search: string; order: TagOrder };
type Asked = { what: 'merge' | 'remove'; group: TagGroup };

type TagPageProps = {
  address: TagAddress;
  onAddress: (address: TagAddress) => void;
  /** A link to the records with the tag. */
  open: (tag: string) => ReactNode;
};

export function TagPage({ address, onAddress, open }: TagPageProps) {
  const { t, i18n } = useTranslation();
  const format = useFormat();
  const trpc = useTRPC();
  const me = useQuery(trpc.account.me.queryOptions());
  const signedIn = me.data?.user != null;
  const query = useQuery(trpc.user.tags.queryOptions(undefined, { enabled: signedIn }));
  const failed = useAppError(query.error ?? me.error);
  const groups = useMemo(() => groupTags(query.data?.tags ?? []), [query.data]);
  const listed = shownTags(groups, address.search, address.order, i18n.language);
  const changes = useTagChanges();
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);
  return (
    <div className="mx-auto w-full max-w-3xl px-4 pt-6 pb-16 md:px-8">
      <div className="mb-4 flex items-baseline gap-3">
        <h1 className="text-2xl font-semibold">{t(($) => $.tags.title)}</h1>
        {groups.length > 0 ? (
          <p className="text-sm text-faint tabular-nums">
            {t(($) => $.tags.count, { count: groups.length, formatted: format.number(groups.length) })}
          </p>
        ) : null}
      </div>
      {groups.length > 0 ? (
        <div className="mb-3 flex flex-wrap items-center gap-2">
          <SearchField
            search={address.search}
            label={t(($) => $.tags.search)}
            maxLength={60}
            onSearch={(search) => onAddress({ ...address, search })}
            className="min-w-48 grow"
          />
          <Select
            aria-label={t(($) => $.tags.order.label)}
            value={address.order}
            onChange={({ target }) => onAddress({ ...address, order: tagOrders.find((one) => one === target.value) ?? 'count' })}
            className="w-auto!"
          >
            {tagOrders.map((one) => (
              <option key={one} value={one}>
                {t(($) => $.tags.order[one])}
              </option>
            ))}
          </Select>
        </div>
      ) : null}
      <TagChangeNotice {...changes} />
      {failed && groups.length === 0 ? (
        <ErrorState
          title={t(($) => $.tags.loadFailed)}
          message={failed.message}
          code={failed.code}
          retrying={query.isFetching}
          onRetry={() => void (signedIn ? query : me).refetch()}
        />
      ) : me.isPending || (signedIn && query.isPending) ? (
        <Loading />
      ) : groups.length === 0 ? (
        <EmptyState icon={<Tags />} title={t(($) => $.tags.empty)} description={t(($) => $.tags.emptyHint)} />
      ) : listed.length === 0 ? (
        <EmptyState icon={<Tags />} title={t(($) => $.tags.none)} />
      ) : (
        <ul aria-label={t(($) => $.tags.title)}>
          {listed.map((group) => (
            <TagRow
              key={group.tag}
              group={group}
              groups={groups}
              open={open}
              busy={changes.busy}
              onRename={(to) => changes.change(group.tag, to)}
              onMerge={() => setAsked({ what: 'merge', group })}
              onRemove={() => setAsked({ what: 'remove', group })}
            />
          ))}
        </ul>
      )}
      {asked?.what === 'merge' ? (
        <MergeDialog
          merged={asked.group}
          groups={groups}
          onClose={close}
          onMerge={(into) => {
            close();
            changes.change(asked.group.tag, into);
          }}
        />
      ) : null}
      {asked?.what === 'remove' ? (
        <RemoveDialog
          group={asked.group}
          onClose={close}
          onRemove={() => {
            close();
            changes.change(asked.group.tag, null);
          }}
        />
      ) : null}
    </div>
  );
}

function Loading() {
  const { t } = useTranslation();
  return (
    <div role="status" className="flex flex-col gap-3">
      <span className="sr-only">{t(($) => $.common.loading)}</span>
      {['a', 'b', 'c', 'd', 'e'].map((row) => (
        <Skeleton key={row} className="h-9" />
      ))}
    </div>
  );
}

function RemoveDialog({ group, onClose, onRemove }: { group: TagGroup; onClose: () => void; onRemove: () => void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { tag, count } = group;
  return (
    <AlertDialog
      open
      onOpenChange={(next) => (next ? undefined : onClose())}
      danger
      title={t(($) => $.tags.remove.title, { tag })}
      description={t(($) => $.tags.remove.text, { count, formatted: format.number(count) })}
      confirmLabel={t(($) => $.tags.remove.confirm)}
      cancelLabel={t(($) => $.common.cancel)}
      onConfirm={onRemove}
    />
  );
}
