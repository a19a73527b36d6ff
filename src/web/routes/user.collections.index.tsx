import { createFileRoute } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { CollectionListPage } from '#features/collections/ui/collection-list-page.tsx';
import { loadCollectionWords } from '#features/collections/ui/load-words.ts';
import { OwnCollections } from '#features/collections/ui/own-collections.tsx';
import { loadSharingWords } from '#features/sharing/ui/load-words.ts';
import { PublicSquare, type SquareOrder, squareOrders } from '#features/sharing/ui/public-square.tsx';
import { usePageTitle } from '#web/shell/page-title.ts';
import { FeedLink } from '../pages/collections/feed-link.tsx';

type CollectionsSearch = { tab?: 'public'; search?: string; order?: SquareOrder };

export const Route = createFileRoute('/user/collections/')({
  validateSearch: ({ tab, search, order }): CollectionsSearch => {
    const known = squareOrders.find((one) => one === order);
    return {
      ...(tab === 'public' ? { tab } : {}),
      ...(typeof search === 'string' && search.trim() !== '' ? { search: search.trim().slice(0, 100) } : {}),
      ...(known === undefined ? {} : { order: known }),
    };
  },
  loader: async () => {
    await Promise.all([loadCollectionWords(), loadSharingWords()]);
  },
  component: CollectionsRoute,
});

function CollectionsRoute() {
  const { t } = useTranslation();
  const { tab, search = '', order = 'published' } = Route.useSearch();
  const navigate = Route.useNavigate();
  usePageTitle(tab === 'public' ? t(($) => $.collections.list.public) : t(($) => $.collections.menu.title));
  return (
    <CollectionListPage tab={tab ?? 'own'}>
      {tab === 'public' ? (
        <PublicSquare
          search={search}
          order={order}
          onChange={(next) =>
            void navigate({
              search: {
                tab,
                ...(next.search === '' ? {} : { search: next.search }),
                ...(next.order === 'published' ? {} : { order: next.order }),
              },
              replace: true,
            })
          }
        />
      ) : (
        <OwnCollections publicLinks={({ slug }) => <FeedLink slug={slug} />} />
      )}
    </CollectionListPage>
  );
}
