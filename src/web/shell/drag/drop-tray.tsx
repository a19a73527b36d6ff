import { clsx } from 'clsx';
import { Folder, FolderPlus, type LucideIcon } from 'lucide-react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { collectionPlace } from '#features/collections/shared/drop-places.ts';
import { useCollections } from '#features/collections/ui/use-collections.ts';
import { dropScroll, dropTarget } from '#ui/drag/drag-source.ts';
import { type Dragged, useIsOver } from '#ui/drag/drag-state.ts';
import { dropClass } from '#ui/drag/drop-class.ts';
import { newCollectionPlace } from './drop-place-ids.ts';
import { MarkPlaces } from './mark-places.tsx';

/** After more collections than this nobody would find the star. */
const mostBeforeMarks = 12;

/** Where there is no sidebar: all drop places, near the thumb. */
export function DropTray({ dragged }: { dragged: Dragged }) {
  const { t } = useTranslation();
  const collections = (useCollections().data ?? []).filter(({ id }) => id !== dragged.from);
  const marksFirst = collections.length > mostBeforeMarks;
  return createPortal(
    <section
      {...dropScroll}
      aria-label={t(($) => $.drag.places)}
      className="pointer-events-auto fixed inset-x-0 bottom-0 z-60 max-h-[46dvh] animate-pop-in overflow-y-auto rounded-t-lg border-t border-line bg-surface p-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] shadow-overlay"
    >
      <h2 className="mb-2 text-xs text-faint">{t(($) => $.drag.places)}</h2>
      {marksFirst ? (
        <div className="mb-1.5">
          <MarkPlaces />
        </div>
      ) : null}
      <ul className="mb-1.5 grid grid-cols-2 gap-1.5">
        <Place
          id={newCollectionPlace}
          icon={FolderPlus}
          text={t(($) => $.collections.sidebar.create)}
          name={t(($) => $.collections.sidebar.create)}
        />
        {collections.map(({ id, name }) => (
          <Place
            key={id}
            id={collectionPlace(id)}
            icon={Folder}
            text={name}
            name={t(($) => $.collections.sidebar.place, { name })}
          />
        ))}
      </ul>
      {marksFirst ? null : <MarkPlaces />}
    </section>,
    document.body,
  );
}

type PlaceProps = { id: string; icon: LucideIcon; text: string; name: string };

function Place({ id, icon: Icon, text, name }: PlaceProps) {
  const over = useIsOver(id);
  return (
    <li
      {...dropTarget({ id, name })}
      className={clsx(
        'flex h-11 min-w-0 items-center gap-2 rounded-md border border-dashed border-line-strong px-2.5 text-sm',
        over ? dropClass : 'text-soft',
      )}
    >
      <Icon aria-hidden className="size-4 shrink-0" />
      <span className="truncate">{text}</span>
    </li>
  );
}
