import { useQuery } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AskLink } from '#features/ask/ui/ask-link.tsx';
import { loadAskWords } from '#features/ask/ui/load-words.ts';
import { CollectionPage, MissingCollection } from '#features/collections/ui/collection-page.tsx';
import { loadCollectionWords } from '#features/collections/ui/load-words.ts';
import { loadCollectionMoveWords } from '#features/collections/ui/move/load-words.ts';
import { useCollections } from '#features/collections/ui/use-collections.ts';
import { RecordRows } from '#features/library/ui/record-rows.tsx';
import { loadSharingWords } from '#features/sharing/ui/load-words.ts';
import { PublicCollectionPage } from '#features/sharing/ui/public-collection.tsx';
import { useTRPC } from '#rpc/client.tsx';
import { Button } from '#ui/button.tsx';
import { usePageTitle } from '#web/shell/page-title.ts';
import { FeedLink } from '../pages/collections/feed-link.tsx';

export const Route = createFileRoute('/user/collections/$id')({
  loader: async () => {
    await Promise.all([loadAskWords(), loadCollectionWords(), loadCollectionMoveWords(), loadSharingWords()]);
  },
  component: CollectionRoute,
});

function CollectionRoute() {
  const { t } = useTranslation();
  const { id } = Route.useParams();
  const navigate = Route.useNavigate();
  const [title, setTitle] = useState<string | null>(null);
  usePageTitle(title ?? t(($) => $.collections.page.title));
  const { isReader, hasAccount, own } = useReader(id);
  const records = (
    <Button asChild>
      <Link to="/user/videos">{t(($) => $.collections.page.home)}</Link>
    </Button>
  );
  const asReader = (missing: ReactNode, ofOwner?: ReactNode) => (
    <PublicCollectionPage
      key={id}
      id={id}
      missing={missing}
      instead={(collection) => (ofOwner !== undefined && own.has(collection.id) ? ofOwner : null)}
      onTitle={setTitle}
      onOpen={(contentId) => void navigate({ to: '/content/$contentId', params: { contentId } })}
    />
  );
  const asOwner = (foreign?: (missing: ReactNode) => ReactNode) => (
    <CollectionPage
      id={id}
      enabled={isReader !== null}
      onTitle={setTitle}
      onSlug={(slug) => void navigate({ params: { id: slug }, replace: true })}
      onDeleted={() => void navigate({ to: '/user/collections' })}
      rows={(items, label, action) => <RecordRows query={items} label={label} action={action} />}
      actions={({ id: collection }) => <AskLink scope={{ collection }} />}
      publicLinks={({ slug }) => <FeedLink slug={slug} />}
      foreign={foreign}
      records={records}
    />
  );
  if (isReader !== true) return asOwner((missing) => asReader(missing));
  // An own collection that is not in the list by this address: it has another one now, or was made elsewhere just now.
  return hasAccount ? asReader(asOwner(), asOwner()) : asReader(<MissingCollection records={records} />);
}

/**
 * Whether the collection is probably not the user's own, so that no call is made only to be refused; null until that is known.
 * Decided once for each address: a visitor who adds something gets an account, and goes on reading.
 */
function useReader(id: string) {
  const me = useQuery(useTRPC().account.me.queryOptions());
  const list = useCollections();
  const [decided, setDecided] = useState<{ id: string; isReader: boolean } | null>(null);
  const hasAccount = me.data?.user != null;
  const isListed = list.data?.some((collection) => collection.id === id || collection.slug === id) ?? true;
  if (decided?.id !== id && !me.isPending && !(hasAccount && list.isPending))
    setDecided({ id, isReader: !hasAccount || !isListed });
  return {
    isReader: decided?.id === id ? decided.isReader : null,
    hasAccount,
    own: new Set(list.data?.map((collection) => collection.id)),
  };
}
