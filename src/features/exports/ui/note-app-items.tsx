import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { noteFileBody, noteFileMarkdown } from '#engine/export/shared/note-file.ts';
import { useTRPC } from '#rpc/client.tsx';
import { DropdownMenuItem, DropdownMenuSeparator } from '#ui/overlays/dropdown-menu.tsx';
import { useHandover } from './use-handover.ts';

export function NoteAppItems({ contentId }: { contentId: string }) {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const hand = useHandover();
  // Reads the cache of the page, without a request.
  const detail = useQuery(trpc.content.overview.queryOptions({ contentId }, { enabled: false })).data;
  if (!detail || detail.note === null) return null;
  const { title, sourceUrl, author, siteName, publishedAt, note: markdown } = detail;

  function take() {
    const pageUrl = `${window.location.origin}/content/${contentId}`;
    const note = { title, sourceUrl, author, siteName, publishedAt, markdown, pageUrl };
    return { title, url: sourceUrl ?? pageUrl, body: noteFileBody(note), file: noteFileMarkdown(note) };
  }

  return (
    <>
      <DropdownMenuSeparator />
      <DropdownMenuItem onSelect={() => void hand('obsidian', take())}>{t(($) => $.exports.obsidian)}</DropdownMenuItem>
      <DropdownMenuItem onSelect={() => void hand('logseq', take())}>{t(($) => $.exports.logseq)}</DropdownMenuItem>
      <DropdownMenuSeparator />
    </>
  );
}
