import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand/react';
import { NewCollectionWith } from '#features/collections/ui/move/new-collection-with.tsx';
import { mobileQuery, useMediaQuery } from '#ui/browser/use-media-query.ts';
import { type Dragged, dragState, useDragged } from '#ui/drag/drag-state.ts';
import { useFormat } from '#ui/format.ts';
import { DragChip } from './drag-chip.tsx';
import { DropTray } from './drop-tray.tsx';
import { useDrop } from './use-drop.ts';

export { beginDrag } from '#ui/drag/begin-drag.ts';
export { MarkPlaces } from './mark-places.tsx';

export function DragLayer() {
  const { t } = useTranslation();
  const phone = useMediaQuery(mobileQuery);
  const dragged = useDragged();
  const what = useWhat();
  const { moves, naming, stopNaming } = useDrop();
  return (
    <>
      <Announcement />
      {dragged && phone ? <DropTray dragged={dragged} /> : null}
      {dragged ? <DragChip dragged={dragged} /> : null}
      {naming ? (
        <NewCollectionWith
          moves={moves}
          contentIds={naming.ids}
          from={naming.from}
          description={t(($) => $.drag.begins, { what: what(naming) })}
          onClose={stopNaming}
        />
      ) : null}
    </>
  );
}

/** Names what is dragged: “A title”, or the number of records. */
function useWhat(): (dragged: Dragged) => string {
  const { t } = useTranslation();
  const format = useFormat();
  return ({ ids, title }) =>
    ids.length === 1
      ? t(($) => $.drag.one, { title })
      : t(($) => $.drag.many, { count: ids.length, formatted: format.number(ids.length) });
}

/** For screen readers. Not a status, since it is there all the time. */
function Announcement() {
  const { t } = useTranslation();
  const what = useWhat();
  const { dragged, over, ended } = useStore(dragState);
  const said = dragged
    ? over
      ? t(($) => $.drag.over, { name: over.name })
      : t(($) => (dragged.by === 'keys' ? $.drag.takenByKeys : $.drag.taken), { what: what(dragged) })
    : ended
      ? ended.place
        ? t(($) => $.drag.dropped, { name: ended.place?.name ?? '' })
        : t(($) => $.drag.calledOff)
      : '';
  return (
    <p aria-live="assertive" className="sr-only">
      {said}
    </p>
  );
}
