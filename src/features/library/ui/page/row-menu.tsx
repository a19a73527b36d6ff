import { Link } from '@tanstack/react-router';
import { ExternalLink, FileText, MoreHorizontal, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#ui/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '#ui/overlays/dropdown-menu.tsx';
import type { RecordRow } from '../use-records.ts';
import { DeleteRecords } from './delete-records.tsx';

export function RowMenu({ row, title }: { row: RecordRow; title: string }) {
  const { t } = useTranslation();
  const [deleting, setDeleting] = useState(false);
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <IconButton size="sm" label={t(($) => $.records.table.actionsOf, { title })}>
            <MoreHorizontal aria-hidden />
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
          <DropdownMenuSeparator />
          <DropdownMenuItem danger onSelect={() => setDeleting(true)}>
            <Trash2 aria-hidden />
            {t(($) => $.records.remove.action)}
          </DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
      <DeleteRecords rows={deleting ? [row] : null} onClose={() => setDeleting(false)} onDone={() => undefined} />
    </>
  );
}
