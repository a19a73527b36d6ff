import { createFileRoute, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AskLink } from '#features/ask/ui/ask-link.tsx';
import { loadAskWords } from '#features/ask/ui/load-words.ts';
import { CollectionPage } from '#features/collections/ui/collection-page.tsx';
import { loadCollectionWords } from '#features/collections/ui/load-words.ts';
import { loadCollectionMoveWords } from '#features/collections/ui/move/load-words.ts';
import { RecordRows } from '#features/library/ui/record-rows.tsx';
import { loadSharingWords } from '#features/sharing/ui/load-words.ts';
import { PublicCollectionPage } from '#features/sharing/ui/public-collection.tsx';
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
  return (
    <CollectionPage
      id={id}
      onTitle={setTitle}
      onSlug={(slug) => void navigate({ params: { id: slug }, replace: true })}
      onDeleted={() => void navigate({ to: '/user/collections' })}
      rows={(items, label, action) => <RecordRows query={items} label={label} action={action} />}
      actions={({ id: collection }) => <AskLink scope={{ collection }} />}
      publicLinks={({ slug }) => <FeedLink slug={slug} />}
      foreign={(missing) => (
        <PublicCollectionPage
          key={id}
          id={id}
          missing={missing}
          onTitle={setTitle}
          onOpen={(contentId) => void navigate({ to: '/content/$contentId', params: { contentId } })}
        />
      )}
      records={
        <Button asChild>
          <Link to="/user/videos">{t(($) => $.collections.page.home)}</Link>
        </Button>
      }
    />
  );
}
