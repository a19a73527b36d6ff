import { useTranslation } from 'react-i18next';
import { Skeleton } from '#ui/surfaces.tsx';
import type { ContentLayout } from './remembered-layout.ts';
import { NoteSkeleton } from './summary-tab.tsx';

export function ContentSkeleton({ layout }: { layout: ContentLayout }) {
  const { t } = useTranslation();
  const header = (
    <div className="pt-5 pb-4">
      <Skeleton className="h-8 w-3/4" />
      <Skeleton className="mt-2 h-5 w-2/5" />
      <Skeleton className="mt-3 h-1 w-full rounded-full" />
      <Skeleton className="mt-3 h-8 w-1/2" />
    </div>
  );
  const note = (
    <div className="min-w-0">
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
  const status = (
    <p role="status" className="sr-only">
      {t(($) => $.content.loading)}
    </p>
  );
  if (layout === 'none') {
    return (
      <div className="mx-auto w-full max-w-[47.625rem] px-4 md:px-6">
        {status}
        {header}
        {note}
      </div>
    );
  }
  return (
    <div className="@container/page w-full">
      <div className="mx-auto w-full max-w-[90rem] px-4 md:px-6">
        {status}
        {header}
        <div className="beside:grid beside:grid-cols-[minmax(20rem,5fr)_7fr] beside:gap-8">
          <div className="-mx-4 md:-mx-6 beside:mx-0">
            <Skeleton
              className={
                layout === 'video'
                  ? 'aspect-video max-h-(--picture-max) w-full beside:max-h-none beside:rounded-lg'
                  : 'h-27 max-md:h-28 w-full beside:rounded-lg'
              }
            />
          </div>
          {note}
        </div>
      </div>
    </div>
  );
}
