import { clsx } from 'clsx';
import { useTranslation } from 'react-i18next';
import { Skeleton } from '#ui/surfaces.tsx';
import type { ContentLayout } from './remembered-layout.ts';
import { studyHeights } from './study/study-heights.ts';
import { StudyPanes } from './study/study-panes.tsx';
import { useStudy } from './study/study-state.ts';
import { useStudyMode } from './study/use-study-mode.ts';
import { NoteSkeleton } from './summary-tab.tsx';

const rows = ['w-11/12', 'w-4/5', 'w-full', 'w-3/5', 'w-11/12', 'w-2/3'];

/** Has the same columns as the page that is loading. */
export function ContentSkeleton({ layout }: { layout: ContentLayout }) {
  const { t } = useTranslation();
  const [page, mode] = useStudyMode();
  const side = useStudy((state) => state.side);
  const beside = mode === 'two' || mode === 'three';
  const source =
    layout === 'none' || (layout === 'document' && !beside) ? null : mode === 'phone' ? (
      <div className="fixed inset-x-0 bottom-13 h-14 border-t border-line px-2 py-1">
        <Skeleton className="h-full w-24" />
      </div>
    ) : (
      <div className="-mx-4 md:-mx-6 beside:mx-0 beside:h-full beside:pt-4">
        <Skeleton
          className={clsx(
            'w-full beside:rounded-lg',
            layout === 'video' && 'aspect-video max-h-(--picture-max) beside:max-h-none',
            layout === 'audio' && 'h-27',
            layout === 'document' && 'h-full',
          )}
        />
      </div>
    );
  return (
    <div ref={page} data-study={mode} className={clsx('@container/page w-full', studyHeights(mode, 'none'))}>
      <p role="status" className="sr-only">
        {t(($) => $.content.loading)}
      </p>
      <StudyPanes
        mode={mode}
        source={source}
        sourceShown={source !== null}
        sourceIsText={layout === 'document'}
        note={
          <>
            <div className="pt-5 pb-4">
              <Skeleton className="h-8 w-3/4" />
              <Skeleton className="mt-2 h-5 w-2/5" />
              <Skeleton className="mt-3 h-1 w-full rounded-full" />
              <Skeleton className="mt-3 h-8 w-1/2" />
            </div>
            {mode === 'phone' ? null : (
              <div className="flex h-10 items-center gap-6 border-b border-line">
                {[0, 1, 2, 3].map((tab) => (
                  <Skeleton key={tab} className="h-4 w-14" />
                ))}
              </div>
            )}
            <div className="pt-6">
              <NoteSkeleton />
            </div>
          </>
        }
        side={
          beside && side !== null ? (
            <div className="pt-4">
              {rows.map((width, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: they never change
                <Skeleton key={index} className={`mb-4 h-4 ${width}`} />
              ))}
            </div>
          ) : null
        }
      />
    </div>
  );
}
