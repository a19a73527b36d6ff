import { clsx } from 'clsx';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useStored } from '#ui/browser/use-stored.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { levelColours } from './levels.ts';

const Heatmap = lazyPart(async () => (await import('./heatmap.tsx')).Heatmap);

/** The legend, which opens and closes the heatmap. */
export function HeatmapToggle() {
  const { t } = useTranslation();
  const [{ open }, setOpen] = useStored('gleaner.library.heatmap', { open: false });
  return (
    <>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen({ open: !open })}
        className="inline-flex min-h-8 items-center gap-2 rounded-md text-xs text-faint hover:text-ink max-md:min-h-10"
      >
        {t(($) => $.records.heatmap.toggle)}
        <span aria-hidden className="inline-flex items-center gap-1">
          {t(($) => $.records.heatmap.less)}
          {levelColours.map((colour) => (
            <span key={colour} className={clsx('size-3 rounded-[3px]', colour)} />
          ))}
          {t(($) => $.records.heatmap.more)}
        </span>
      </button>
      {open ? (
        <div className="mt-3 w-full min-w-0">
          <Suspense fallback={<div className="h-32" />}>
            <Heatmap />
          </Suspense>
        </div>
      ) : null}
    </>
  );
}
