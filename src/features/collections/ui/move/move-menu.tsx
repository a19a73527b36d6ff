import { ChevronDown, Folder, FolderInput, FolderPlus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '#ui/button.tsx';
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
import { type Moves, useMoveToCollection } from './use-move-to-collection.ts';

const shownAtFirst = 5;

export function MoveMenu({ contentIds }: { contentIds: readonly string[] }) {
  const { t } = useTranslation();
  const moves = useMoveToCollection();
  return (
    <MoveTargets moves={moves} contentIds={contentIds}>
      <Button size="sm" variant="ghost">
        <FolderInput aria-hidden className="size-4" />
        {t(($) => $.collectionMoves.action)}
      </Button>
    </MoveTargets>
  );
}

type MoveOneMenuProps = { moves: Moves; contentId: string; title: string; from: string; onMove: () => void };

export function MoveOneMenu({ moves, contentId, title, from, onMove }: MoveOneMenuProps) {
  const { t } = useTranslation();
  return (
    <MoveTargets moves={moves} contentIds={[contentId]} from={from} onMove={onMove}>
      <IconButton size="sm" label={t(($) => $.collectionMoves.one, { title })}>
        <FolderInput aria-hidden />
      </IconButton>
    </MoveTargets>
  );
}

type MoveTargetsProps = {
  moves: Moves;
  contentIds: readonly string[];
  from?: string | null;
  onMove?: () => void;
  children: ReactNode;
};

function MoveTargets({ moves, contentIds, from = null, onMove, children }: MoveTargetsProps) {
  const { t } = useTranslation();
  const [naming, setNaming] = useState(false);
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>{children}</DropdownMenuTrigger>
        <DropdownMenuContent align="end" aria-label={t(($) => $.collectionMoves.menu)} className="max-w-72">
          <Targets
            without={from}
            onMove={(collectionId, name) => {
              onMove?.();
              moves.move({ collectionId, name, contentIds, from });
            }}
          />
          <DropdownMenuSeparator />
          <DropdownMenuItem onSelect={() => setNaming(true)}>
            <FolderPlus aria-hidden />
            {t(($) => $.collectionMoves.create)}
          </DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
      {naming ? <NewCollectionWith moves={moves} contentIds={contentIds} from={from} onClose={() => setNaming(false)} /> : null}
    </>
  );
}

function Targets({ without, onMove }: { without: string | null; onMove: (collectionId: string, name: string) => void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { data: all, isPending } = useCollections();
  const data = all?.filter(({ id }) => id !== without);
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
