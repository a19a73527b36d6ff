import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand/react';
import { NewCollectionWith } from '#features/collections/ui/move/new-collection-with.tsx';
import { useMoveToCollection } from '#features/collections/ui/move/use-move-to-collection.ts';
import { useCollections } from '#features/collections/ui/use-collections.ts';
import { useTagMany } from '#features/notes/ui/marks/use-tag-many.ts';
import { mobileQuery, useMediaQuery } from '#ui/browser/use-media-query.ts';
import { type Dragged, type DropPlace, dragState, useDragged } from '#ui/drag/drag-state.ts';
import { useFormat } from '#ui/format.ts';
import { DragChip } from './drag-chip.tsx';
import { dropActionOf } from './drop-action.ts';
import { DropTray } from './drop-tray.tsx';

export { beginDrag } from '#ui/drag/begin-drag.ts';
export { MarkPlaces } from './mark-places.tsx';

/** Shows and announces a drag of records, and acts where they are dropped. */
export function DragLayer() {
  const { t } = useTranslation();
  const phone = useMediaQuery(mobileQuery);
  const dragged = useDragged();
  const what = useWhat();
  const moves = useMoveToCollection();
  const { add } = useTagMany();
  const collections = useCollections();
  const [naming, setNaming] = useState<Dragged | null>(null);
  const drop = useEffectEvent((dropped: Dragged, place: DropPlace) => {
    const { ids: contentIds, from } = dropped;
    const action = dropActionOf(place.id);
    if (action?.kind === 'new') setNaming(dropped);
    if (action?.kind === 'tag') add({ contentIds, tag: action.tag });
    if (action?.kind !== 'collection') return;
    // A collection that was deleted meanwhile is refused by the server, and the user is told.
    const name = collections.data?.find(({ id }) => id === action.id)?.name ?? place.name;
    moves.move({ collectionId: action.id, name, contentIds, from });
  });
  useEffect(
    () =>
      dragState.subscribe(({ ended }, before) => {
        if (ended !== before.ended && ended?.place) drop(ended.dragged, ended.place);
      }),
    [],
  );
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
          onClose={() => setNaming(null)}
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
