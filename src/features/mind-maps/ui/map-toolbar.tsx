import { ChevronsDownUp, ChevronsUpDown, Maximize2, Minimize2, Scan, ZoomIn, ZoomOut } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#ui/button.tsx';
import { useFormat } from '#ui/format.ts';
import type { MapView } from './use-map-view.ts';

type MapToolbarProps = {
  view: MapView;
  anyFolded: boolean;
  onFoldAll: (fold: boolean) => void;
  full: boolean;
  onFull: () => void;
  exports: ReactNode;
};

export function MapToolbar({ view, anyFolded, onFoldAll, full, onFull, exports }: MapToolbarProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const percent = format.percent(Math.round(view.scale * 100));
  return (
    <div role="toolbar" aria-label={t(($) => $.mindMaps.toolbar)} className="mb-2 flex flex-wrap items-center gap-1">
      <IconButton size="sm" label={t(($) => $.mindMaps.zoomOut)} shortcut="-" onClick={() => view.zoomBy(0.8)}>
        <ZoomOut aria-hidden />
      </IconButton>
      <button
        type="button"
        aria-label={t(($) => $.mindMaps.zoomReset, { percent })}
        title={t(($) => $.mindMaps.zoomReset, { percent })}
        onClick={() => view.zoomTo(1)}
        className="h-8 w-14 rounded-md text-xs text-soft tabular-nums transition-colors hover:bg-hover hover:text-ink"
      >
        {percent}
      </button>
      <IconButton size="sm" label={t(($) => $.mindMaps.zoomIn)} shortcut="+" onClick={() => view.zoomBy(1.25)}>
        <ZoomIn aria-hidden />
      </IconButton>
      <IconButton size="sm" label={t(($) => $.mindMaps.fit)} shortcut="0" onClick={() => view.fit()}>
        <Scan aria-hidden />
      </IconButton>
      <IconButton
        size="sm"
        label={anyFolded ? t(($) => $.mindMaps.unfoldAll) : t(($) => $.mindMaps.foldAll)}
        onClick={() => onFoldAll(!anyFolded)}
      >
        {anyFolded ? <ChevronsUpDown aria-hidden /> : <ChevronsDownUp aria-hidden />}
      </IconButton>
      <span className="grow" />
      <IconButton
        data-map-full
        size="sm"
        label={full ? t(($) => $.mindMaps.leaveFull) : t(($) => $.mindMaps.full)}
        shortcut={full ? 'Esc' : undefined}
        onClick={onFull}
      >
        {full ? <Minimize2 aria-hidden /> : <Maximize2 aria-hidden />}
      </IconButton>
      {exports}
    </div>
  );
}
