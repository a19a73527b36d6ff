import { Rss } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { feedPath } from '#features/sharing/shared/public-paths.ts';
import { Button } from '#ui/button.tsx';

export function FeedLink({ slug }: { slug: string }) {
  const { t } = useTranslation();
  return (
    <Button asChild size="sm">
      <a href={feedPath(slug)}>
        <Rss aria-hidden className="size-4" />
        {t(($) => $.sharing.collection.feed)}
      </a>
    </Button>
  );
}
