import { useTranslation } from 'react-i18next';
import { Skeleton } from '#ui/surfaces.tsx';

export function PickerSkeleton() {
  const { t } = useTranslation();
  return (
    <div role="status" className="flex flex-col gap-3">
      <span className="sr-only">{t(($) => $.listings.loadingTitle)}</span>
      <Skeleton className="h-10 w-full" />
      <div className="flex gap-2">
        <Skeleton className="h-8 w-20" />
        <Skeleton className="h-8 w-20" />
      </div>
      <div className="h-[min(26rem,42dvh)] overflow-hidden rounded-md border border-line">
        {[0.8, 0.55, 0.7, 0.45, 0.65, 0.75, 0.5, 0.6].map((width) => (
          <div key={width} className="flex h-[76px] items-center gap-3 border-b border-line px-3 sm:h-[52px]">
            <Skeleton className="size-[18px] shrink-0" />
            <div className="grow">
              <Skeleton className="h-3.5" style={{ width: `${width * 100}%` }} />
              <Skeleton className="mt-2 h-3 w-1/4" />
            </div>
          </div>
        ))}
      </div>
    </div>
  );
}
