import { createFileRoute, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CollectionPage } from '#features/collections/ui/collection-page.tsx';
import { loadCollectionWords } from '#features/collections/ui/load-words.ts';
import { RecordRows } from '#features/library/ui/record-rows.tsx';
import { Button } from '#ui/button.tsx';
import { usePageTitle } from '#web/shell/page-title.ts';

export const Route = createFileRoute('/user/collections/$id')({
  loader: loadCollectionWords,
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
      key={id}
      id={id}
      onTitle={setTitle}
      onDeleted={() => void navigate({ to: '/user/videos' })}
      rows={(items, label, action) => <RecordRows query={items} label={label} action={action} />}
      records={
        <Button asChild>
          <Link to="/user/videos">{t(($) => $.collections.page.home)}</Link>
        </Button>
      }
    />
  );
}
