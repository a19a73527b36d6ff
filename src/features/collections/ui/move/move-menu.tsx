import { ChevronDown, Folder, FolderInput, FolderPlus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button.tsx';
import { useFormat } from '#ui/format.ts';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '#ui/overlays/dropdown-menu.tsx';
import { useCollections } from '../use-collections.ts';
import { NewCollectionWith } from './new-collection-with.tsx';
import { useMoveToCollection } from './use-move-to-collection.ts';

const shownAtFirst = 5;

/** Moves chosen contents into an existing or a new collection. */
export function MoveMenu({ contentIds }: { contentIds: readonly string[] }) {
  const { t } = useTranslation();
  const [naming, setNaming] = useState(false);
  const moves = useMoveToCollection();
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button size="sm" variant="ghost">
            <FolderInput aria-hidden className="size-4" />
            {t(($) => $.collectionMoves.action)}
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end" aria-label={t(($) => $.collectionMoves.menu)} className="max-w-72">
          <Targets onMove={(collectionId, name) => moves.move({ collectionId, name, contentIds })} />
          <DropdownMenuSeparator />
          <DropdownMenuItem onSelect={() => setNaming(true)}>
            <FolderPlus aria-hidden />
            {t(($) => $.collectionMoves.create)}
          </DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
      {naming ? <NewCollectionWith moves={moves} contentIds={contentIds} onClose={() => setNaming(false)} /> : null}
    </>
  );
}

/** Collections, last changed first. */
function Targets({ onMove }: { onMove: (collectionId: string, name: string) => void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { data, isPending } = useCollections();
  const [whole, setWhole] = useState(false);
  if (!data) {
    const words = isPending ? t(($) => $.collectionMoves.loading) : t(($) => $.collectionMoves.failed);
    return <DropdownMenuLabel role="status">{words}</DropdownMenuLabel>;
  }
  if (data.length === 0) return <DropdownMenuLabel>{t(($) => $.collectionMoves.none)}</DropdownMenuLabel>;
  return (
    <>
      {(whole ? data : data.slice(0, shownAtFirst)).map(({ id, name }) => (
        <DropdownMenuItem key={id} onSelect={() => onMove(id, name)}>
          <Folder aria-hidden />
          <span className="truncate">{name}</span>
        </DropdownMenuItem>
      ))}
      {data.length > shownAtFirst && !whole ? (
        <DropdownMenuItem
          onSelect={(event) => {
            // Keeps the menu open and shows all collections.
            event.preventDefault();
            setWhole(true);
          }}
        >
          <ChevronDown aria-hidden />
          {t(($) => $.collectionMoves.showAll, { formatted: format.number(data.length) })}
        </DropdownMenuItem>
      ) : null}
    </>
  );
}
