import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { EyeOff, Globe, Lock, Trash2 } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppError } from '#i18n/error-text.ts';
import { collectionDescriptionLength } from '#lib/input-limits.ts';
import { isThisComputer } from '#lib/own-page-address.ts';
import { may } from '#lib/roles.ts';
import { type RouterOutputs, useTRPC } from '#rpc/client.tsx';
import { Button } from '#ui/button.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { Cover } from '#ui/cover.tsx';
import { Input, Textarea } from '#ui/fields.tsx';
import { useFormat } from '#ui/format.ts';
import { Sheet } from '#ui/overlays/sheet.tsx';
import { ErrorState } from '#ui/states.tsx';
import { Skeleton } from '#ui/surfaces.tsx';
import { cleanCollectionName, collectionNameLength } from '../shared/clean-collection-name.ts';
import { HiddenText } from './hidden-text.tsx';
import { type CollectionActions, useCollectionActions } from './use-collection-actions.ts';
import { itemCount } from './use-collections.ts';

type Details = RouterOutputs['share']['getCollectionDetails']['collection'];

type CollectionSheetProps = {
  id: string;
  onClose: () => void;
  onDeleted?: (() => void) | undefined;
  publicLinks?: ((collection: Details) => ReactNode) | undefined;
};

export function CollectionSheet({ id, onClose, onDeleted, publicLinks }: CollectionSheetProps) {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const query = useQuery(trpc.share.getCollectionDetails.queryOptions({ id, limit: 1 }, { refetchOnMount: 'always' }));
  const failed = useAppError(query.error);
  const actions = useCollectionActions({
    onDeleted: () => {
      onClose();
      onDeleted?.();
    },
  });
  const collection = query.data?.collection;
  return (
    <Sheet
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      side="right"
      title={t(($) => $.collections.sheet.title)}
      className="w-[26rem]!"
    >
      <div className="grow overflow-y-auto p-4">
        {collection ? (
          <div className="flex flex-col gap-6">
            <Words key={collection.id} collection={collection} actions={actions} />
            <Visibility collection={collection} actions={actions} publicLinks={publicLinks} />
            <Facts collection={collection} actions={actions} />
            <Button
              variant="danger-ghost"
              className="-ml-4 self-start"
              loading={actions.remove.isPending}
              onClick={() => actions.remove.mutate(collection)}
            >
              {actions.remove.isPending ? null : <Trash2 aria-hidden className="size-4" />}
              {t(($) => $.collections.sheet.remove)}
            </Button>
          </div>
        ) : failed ? (
          <ErrorState
            title={t(($) => $.collections.page.failed)}
            message={failed.message}
            code={failed.code}
            retrying={query.isFetching}
            onRetry={() => void query.refetch()}
          />
        ) : (
          <div role="status" className="flex flex-col gap-4">
            <span className="sr-only">{t(($) => $.collections.page.loading)}</span>
            <Skeleton className="h-10" />
            <Skeleton className="h-28" />
            <Skeleton className="h-20" />
          </div>
        )}
      </div>
    </Sheet>
  );
}

type PartProps = { collection: Details; actions: CollectionActions };

function Words({ collection, actions: { update } }: PartProps) {
  const { t } = useTranslation();
  const id = useId();
  const [name, setName] = useState(collection.name);
  const [description, setDescription] = useState(collection.description);
  const clean = cleanCollectionName(name);
  const changed = clean !== collection.name || description.trim() !== collection.description;
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (clean === '' || !changed || update.isPending) return;
        update.mutate({
          id: collection.id,
          ...(clean === collection.name ? {} : { name: clean }),
          ...(description.trim() === collection.description ? {} : { description }),
        });
      }}
    >
      <div>
        <label htmlFor={`${id}-name`} className="mb-1.5 block text-sm font-medium">
          {t(($) => $.collections.menu.name)}
        </label>
        <Input
          id={`${id}-name`}
          value={name}
          required
          maxLength={collectionNameLength}
          onChange={(event) => setName(event.target.value)}
        />
      </div>
      <div>
        <label htmlFor={`${id}-description`} className="mb-1.5 block text-sm font-medium">
          {t(($) => $.collections.sheet.description)}
        </label>
        <Textarea
          id={`${id}-description`}
          value={description}
          rows={4}
          maxLength={collectionDescriptionLength}
          placeholder={t(($) => $.collections.sheet.descriptionPlaceholder)}
          onChange={(event) => setDescription(event.target.value)}
        />
      </div>
      <Button
        type="submit"
        variant="primary"
        className="self-start"
        loading={update.isPending}
        disabled={clean === '' || !changed}
      >
        {t(($) => $.collections.sheet.save)}
      </Button>
    </form>
  );
}

function Visibility({ collection, actions: { publish }, publicLinks }: PartProps & Pick<CollectionSheetProps, 'publicLinks'>) {
  const { t } = useTranslation();
  const heading = useId();
  const me = useQuery(useTRPC().account.me.queryOptions());
  const role = me.data?.user?.role ?? 'guest';
  const { id, is_public, hidden } = collection;
  const Icon = hidden ? EyeOff : is_public ? Globe : Lock;
  return (
    <section aria-labelledby={heading} className="flex flex-col gap-2 rounded-lg border border-line p-3">
      <h3 id={heading} className="flex items-center gap-2 text-sm font-medium">
        <Icon aria-hidden className="size-4 text-soft" />
        {hidden
          ? t(($) => $.collections.page.hidden)
          : is_public
            ? t(($) => $.collections.sheet.isPublic)
            : t(($) => $.collections.sheet.isPrivate)}
      </h3>
      <p className="text-sm text-soft">
        {hidden ? (
          <HiddenText reasons={collection.hidden_for} />
        ) : is_public ? (
          t(($) => $.collections.sheet.publicText)
        ) : (
          t(($) => $.collections.sheet.privateText)
        )}
      </p>
      {isThisComputer(window.location.origin) ? (
        <p className="text-sm text-warning">{t(($) => $.collections.sheet.onlyHere)}</p>
      ) : null}
      <div className="flex flex-wrap gap-2">
        {is_public ? (
          <>
            {hidden ? null : (
              <>
                <CopyButton
                  variant="secondary"
                  text={() => `${window.location.origin}/user/collections/${encodeURIComponent(collection.slug)}`}
                  label={t(($) => $.collections.sheet.copyLink)}
                />
                {publicLinks?.(collection)}
              </>
            )}
            <Button size="sm" variant="ghost" loading={publish.isPending} onClick={() => publish.mutate({ id, isPublic: false })}>
              {t(($) => $.collections.sheet.unpublish)}
            </Button>
          </>
        ) : may(role, 'publish') ? (
          <Button size="sm" loading={publish.isPending} onClick={() => publish.mutate({ id, isPublic: true })}>
            {t(($) => $.collections.sheet.publish)}
          </Button>
        ) : (
          <Button asChild size="sm">
            <Link to="/user/sign-up">{t(($) => $.collections.sheet.signUp)}</Link>
          </Button>
        )}
      </div>
    </section>
  );
}

function Facts({ collection, actions: { update } }: PartProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const count = itemCount(collection);
  const facts = [
    [t(($) => $.collections.sheet.items), format.number(count)],
    [t(($) => $.collections.sheet.created), format.date(collection.created_at)],
    [t(($) => $.collections.sheet.updated), format.dateTime(collection.updated_at)],
    ...(collection.published_at ? [[t(($) => $.collections.sheet.published), format.date(collection.published_at)]] : []),
  ];
  return (
    <div className="flex flex-col gap-3">
      {collection.cover_url === null ? null : (
        <div className="flex items-start gap-3">
          <Cover src={collection.cover_url} className="w-32" />
          <div className="min-w-0 text-sm text-soft">
            <p>
              {collection.cover_content_id === null
                ? t(($) => $.collections.sheet.firstCover)
                : t(($) => $.collections.sheet.chosenCover)}
            </p>
            {collection.cover_content_id === null ? null : (
              <Button
                size="sm"
                variant="ghost"
                className="mt-1 -ml-3"
                loading={update.isPending}
                onClick={() => update.mutate({ id: collection.id, coverContentId: null })}
              >
                {t(($) => $.collections.sheet.dropCover)}
              </Button>
            )}
          </div>
        </div>
      )}
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-faint">{name}</dt>
            <dd className="tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
