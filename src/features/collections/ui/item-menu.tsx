import { ArrowDown, ArrowDownToLine, ArrowUp, ArrowUpToLine, Image, MoreHorizontal, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#ui/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '#ui/overlays/dropdown-menu.tsx';
import type { Direction } from './use-collection-order.ts';

type ItemMenuProps = {
  contentId: string;
  title: string;
  directions: readonly Direction[];
  /** Null when the item has no picture. */
  onCover: (() => void) | null;
  onMove: (direction: Direction) => void;
  onRemove: () => void;
};

const icons = { up: ArrowUp, down: ArrowDown, top: ArrowUpToLine, bottom: ArrowDownToLine };

export function ItemMenu({ contentId, title, directions, onCover, onMove, onRemove }: ItemMenuProps) {
  const { t } = useTranslation();
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <IconButton size="sm" label={t(($) => $.collections.item.actions, { title })} data-item-menu={contentId}>
          <MoreHorizontal aria-hidden />
        </IconButton>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        {directions.map((direction) => {
          const Icon = icons[direction];
          return (
            <DropdownMenuItem key={direction} onSelect={() => onMove(direction)}>
              <Icon aria-hidden />
              {t(($) => $.collections.item[direction])}
            </DropdownMenuItem>
          );
        })}
        {onCover ? (
          <DropdownMenuItem onSelect={onCover}>
            <Image aria-hidden />
            {t(($) => $.collections.item.cover)}
          </DropdownMenuItem>
        ) : null}
        {directions.length > 0 || onCover ? <DropdownMenuSeparator /> : null}
        <DropdownMenuItem onSelect={onRemove}>
          <X aria-hidden />
          {t(($) => $.collections.item.remove)}
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
