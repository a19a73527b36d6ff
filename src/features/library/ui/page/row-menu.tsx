import { Link } from '@tanstack/react-router';
import { ExternalLink, FileText, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '#ui/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '#ui/overlays/dropdown-menu.tsx';
import { useRecordMenu } from '../record-extra.tsx';
import { useRowWords } from '../row-words.tsx';
import type { RecordRow } from '../use-records.ts';
import { DeleteRecords } from './delete-records.tsx';

type RowMenuProps = { row: RecordRow; title: string; onDeleted: (ids: readonly string[]) => void };
type Wanted = 'hovered' | 'focused' | 'opened';

/** Only a button, until it is about to be used: a menu in every row takes as long to draw as all else in it. */
export function RowMenu({ row, title, onDeleted }: RowMenuProps) {
  const { t } = useRowWords();
  const [wanted, setWanted] = useState<Wanted | null>(null);
  const label = t(($) => $.records.table.actionsOf, { title });
  if (wanted !== null) return <OpeningMenu row={row} label={label} wanted={wanted} onDeleted={onDeleted} />;
  return (
    <IconButton
      size="sm"
      label={label}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={() => setWanted((before) => before ?? 'hovered')}
      onFocus={() => setWanted((before) => before ?? 'focused')}
      onPointerDown={(event) => {
        if (event.button !== 0 || event.ctrlKey) return;
        // Leaves the focus to the menu.
        event.preventDefault();
        setWanted('opened');
      }}
    >
      <span aria-hidden className="three-dots" />
    </IconButton>
  );
}

type OpeningMenuProps = Pick<RowMenuProps, 'row' | 'onDeleted'> & { label: string; wanted: Wanted };

function OpeningMenu({ row, label, wanted, onDeleted }: OpeningMenuProps) {
  const { t } = useRowWords();
  const more = useRecordMenu()(row);
  const [deleting, setDeleting] = useState(false);
  return (
    <>
      <DropdownMenu defaultOpen={wanted === 'opened'}>
        <DropdownMenuTrigger asChild>
          <IconButton size="sm" label={label} autoFocus={wanted === 'focused'}>
            <span aria-hidden className="three-dots" />
          </IconButton>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end">
          <DropdownMenuItem asChild>
            <Link to="/content/$contentId" params={{ contentId: row.content_id }}>
              <FileText aria-hidden />
              {t(($) => $.records.table.open)}
            </Link>
          </DropdownMenuItem>
          {row.source_url === null ? null : (
            <DropdownMenuItem asChild>
              <a href={row.source_url} target="_blank" rel="noreferrer">
                <ExternalLink aria-hidden />
                {t(($) => $.records.table.source)}
              </a>
            </DropdownMenuItem>
          )}
          {more}
          <DropdownMenuSeparator />
          <DropdownMenuItem danger onSelect={() => setDeleting(true)}>
            <Trash2 aria-hidden />
            {t(($) => $.records.remove.action)}
          </DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
      {deleting ? (
        <DeleteRecords
          single
          contentIds={[row.content_id]}
          rows={[row]}
          onClose={() => setDeleting(false)}
          onDone={() => onDeleted([row.content_id])}
        />
      ) : null}
    </>
  );
}
