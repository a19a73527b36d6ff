import { Share } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { type CommentedLink, linkMarkdown } from '#engine/export/shared/note-file.ts';
import { fileNameOf } from '#lib/file-name.ts';
import { saveBlob } from '#ui/browser/save-blob.ts';
import { Button } from '#ui/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '#ui/overlays/dropdown-menu.tsx';
import { showToast } from '#ui/toast/toast.ts';
import { useHandover } from './use-handover.ts';

export function LinkExportMenu(link: CommentedLink) {
  const { t } = useTranslation();
  const hand = useHandover();
  const title = link.title?.trim() || hostOf(link.url) || t(($) => $.common.untitled);
  const take = () => ({ title, url: link.url, body: link.comment.trim(), file: linkMarkdown(link) });

  function handleFile(): void {
    saveBlob(fileNameOf(title, 'md'), new Blob([linkMarkdown(link)], { type: 'text/markdown' }));
  }

  async function handleShare(): Promise<void> {
    const text = link.comment.trim();
    try {
      await navigator.share({
        title,
        ...(text === '' ? {} : { text }),
        ...(link.url === null ? {} : { url: link.url }),
      });
    } catch (error) {
      // Closing the system's share sheet is not a failure.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      showToast({ tone: 'error', message: t(($) => $.exports.shareFailed) });
    }
  }

  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button size="sm" variant="ghost">
          <Share aria-hidden className="size-4" />
          {t(($) => $.exports.menu)}
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="start">
        <DropdownMenuItem onSelect={handleFile}>{t(($) => $.exports.markdown)}</DropdownMenuItem>
        <DropdownMenuSeparator />
        <DropdownMenuItem onSelect={() => void hand('obsidian', take())}>{t(($) => $.exports.obsidian)}</DropdownMenuItem>
        <DropdownMenuItem onSelect={() => void hand('logseq', take())}>{t(($) => $.exports.logseq)}</DropdownMenuItem>
        <DropdownMenuItem onSelect={() => void hand('mail', take())}>{t(($) => $.exports.mail)}</DropdownMenuItem>
        {typeof navigator.share === 'function' ? (
          <DropdownMenuItem onSelect={() => void handleShare()}>{t(($) => $.exports.share)}</DropdownMenuItem>
        ) : null}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

function hostOf(url: string | null): string | null {
  return url !== null && URL.canParse(url) ? new URL(url).host : null;
}
