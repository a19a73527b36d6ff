import { useTranslation } from 'react-i18next';
import { Skeleton } from '#ui/surfaces.tsx';
import { NoteSkeleton } from './summary-tab.tsx';

/** The page's geometry before it is known what it holds. */
export function ContentSkeleton() {
  const { t } = useTranslation();
  return (
    <div className="mx-auto w-full max-w-[47.625rem] px-4 md:px-6">
      <p role="status" className="sr-only">
        {t(($) => $.content.loading)}
      </p>
      <div className="pt-5 pb-4">
        <Skeleton className="h-8 w-3/4" />
        <Skeleton className="mt-2 h-5 w-2/5" />
        <Skeleton className="mt-3 h-1 w-full rounded-full" />
        <Skeleton className="mt-3 h-8 w-1/2" />
      </div>
      <div className="flex h-10 items-center gap-6 border-b border-line">
        {[0, 1, 2, 3].map((tab) => (
          <Skeleton key={tab} className="h-4 w-14" />
        ))}
      </div>
      <div className="pt-6">
        <NoteSkeleton />
      </div>
    </div>
  );
}
