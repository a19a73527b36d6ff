import { clsx } from 'clsx';
import { dropTarget } from '#ui/drag/drag-source.ts';
import { useDragged, useIsOver } from '#ui/drag/drag-state.ts';
import { orderPlace } from '../shared/drop-places.ts';

type OrderPlaceProps = { collectionId: string; contentId: string; name: string; ids: readonly string[] };

/** Lies over a row while another row of the same collection is dragged; a line shows where that would go. */
export function OrderPlace({ collectionId, contentId, name, ids }: OrderPlaceProps) {
  const dragged = useDragged();
  const id = orderPlace(collectionId, contentId);
  const over = useIsOver(id);
  const [own, more] = dragged?.from === collectionId ? dragged.ids : [];
  if (own === undefined || more !== undefined) return null;
  const below = ids.indexOf(own) < ids.indexOf(contentId);
  return (
    <div {...dropTarget({ id, name })} className="absolute inset-0 z-20">
      {over && own !== contentId ? (
        <div className={clsx('absolute inset-x-0 h-0.5 bg-accent', below ? 'bottom-0' : 'top-0')} />
      ) : null}
    </div>
  );
}
