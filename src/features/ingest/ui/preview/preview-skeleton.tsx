import { useTranslation } from 'react-i18next';
import { Skeleton } from '#ui/surfaces.tsx';

export function PreviewSkeleton() {
  const { t } = useTranslation();
  return (
    <div role="status" className="flex gap-3 p-3 sm:gap-4">
      <span className="sr-only">{t(($) => $.ingest.preview.looking)}</span>
      <Skeleton className="aspect-video w-24 shrink-0 self-start sm:w-36" />
      <div className="grow">
        <Skeleton className="mt-1 h-3.5 w-3/5" />
        <Skeleton className="mt-2.5 h-3 w-2/5" />
      </div>
    </div>
  );
}
