import { Columns3 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button.tsx';
import { DropdownMenu, DropdownMenuCheckboxItem, DropdownMenuContent, DropdownMenuTrigger } from '#ui/overlays/dropdown-menu.tsx';

type ColumnMenuProps = {
  columns: readonly { id: string; name: string; shown: boolean }[];
  onShown: (id: string, shown: boolean) => void;
};

export function ColumnMenu({ columns, onShown }: ColumnMenuProps) {
  const { t } = useTranslation();
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button size="sm" variant="ghost">
          <Columns3 aria-hidden className="size-4" />
          {t(($) => $.records.table.columns)}
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        {columns.map(({ id, name, shown }) => (
          <DropdownMenuCheckboxItem
            key={id}
            checked={shown}
            onCheckedChange={(next) => onShown(id, next === true)}
            // Keeps the menu open, so that several columns can be chosen.
            onSelect={(event) => event.preventDefault()}
          >
            {name}
          </DropdownMenuCheckboxItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
