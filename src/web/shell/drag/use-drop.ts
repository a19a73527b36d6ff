import { useEffect, useEffectEvent, useState } from 'react';
import { useMoveToCollection } from '#features/collections/ui/move/use-move-to-collection.ts';
import { useCollections } from '#features/collections/ui/use-collections.ts';
import { useTagMany } from '#features/notes/ui/marks/use-tag-many.ts';
import { type Dragged, type DropPlace, dragState } from '#ui/drag/drag-state.ts';
import { dropActionOf } from './drop-place-ids.ts';

/** Moves or tags the records that are dropped. `naming`: those dropped on a new collection, whose name is asked for. */
export function useDrop() {
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
  return { moves, naming, stopNaming: () => setNaming(null) };
}
