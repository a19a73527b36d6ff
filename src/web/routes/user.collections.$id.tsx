import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AskLink } from '#features/ask/ui/ask-link.tsx';
import { loadAskWords } from '#features/ask/ui/load-words.ts';
import { CollectionPage, MissingCollection } from '#features/collections/ui/collection-page.tsx';
import { loadCollectionWords } from '#features/collections/ui/load-words.ts';
import { loadCollectionMoveWords } from '#features/collections/ui/move/load-words.ts';
import { RecordRows } from '#features/library/ui/record-rows.tsx';
import { loadSharingWords } from '#features/sharing/ui/load-words.ts';
import { PublicCollectionPage } from '#features/sharing/ui/public-collection.tsx';
import { type RouterOutputs, useTRPC } from '#rpc/client.tsx';
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
  const isReader = useIsReader(id);
  const records = (
    <Button asChild>
      <Link to="/user/videos">{t(($) => $.collections.page.home)}</Link>
    </Button>
  );
  const asReader = (missing: ReactNode) => (
    <PublicCollectionPage
      key={id}
      id={id}
      missing={missing}
      onTitle={setTitle}
      onOpen={(contentId) => void navigate({ to: '/content/$contentId', params: { contentId } })}
    />
  );
  if (isReader === true) return asReader(<MissingCollection records={records} />);
  return (
    <CollectionPage
      id={id}
      enabled={isReader === false}
      onTitle={setTitle}
      onSlug={(slug) => void navigate({ params: { id: slug }, replace: true })}
      onDeleted={() => void navigate({ to: '/user/collections' })}
      rows={(items, label, action) => <RecordRows query={items} label={label} action={action} />}
      actions={({ id: collection }) => <AskLink scope={{ collection }} />}
      publicLinks={({ slug }) => <FeedLink slug={slug} />}
      foreign={asReader}
      records={records}
    />
  );
}

type Square = { pages: RouterOutputs['public']['collections'][] };

/** Null until the user is known. Decided once for each address: a visitor who adds something gets an account, and reads on. */
function useIsReader(id: string): boolean | null {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const me = useQuery(trpc.account.me.queryOptions());
  const [decided, setDecided] = useState<{ id: string; isReader: boolean } | null>(null);
  function isListedAsAnothers(): boolean {
    const own = queryClient.getQueryData(trpc.share.listUserCollections.queryKey());
    const squares = queryClient.getQueriesData<Square>(trpc.public.collections.pathFilter());
    const listed = squares
      .flatMap(([, square]) => square?.pages.flatMap((page) => page.collections) ?? [])
      .find((collection) => collection.id === id || collection.slug === id);
    return own !== undefined && listed !== undefined && !own.some((collection) => collection.id === listed.id);
  }
  if (decided?.id !== id && !me.isPending) setDecided({ id, isReader: me.data?.user === null || isListedAsAnothers() });
  return decided?.id === id ? decided.isReader : null;
}
