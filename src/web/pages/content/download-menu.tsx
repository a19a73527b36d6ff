import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { articleFile } from '#features/articles/ui/article-file.ts';
import { articleMarkdownOf } from '#features/articles/ui/article-text.ts';
import type { ContentDetail } from '#features/contents/contract.ts';
import { SubtitleDownloadItems } from '#features/transcripts/ui/subtitle-download.tsx';
import { useFailureToast } from '#rpc/failure-toast.ts';
import { Button } from '#ui/button.tsx';
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from '#ui/dropdown-menu.tsx';
import { saveText } from '#ui/save-blob.ts';

type DownloadMenuProps = {
  detail: ContentDetail;
  /** Items that other features make, at the head of the menu. */
  downloads?: ReactNode;
};

export function DownloadMenu({ detail, downloads }: DownloadMenuProps) {
  const { t } = useTranslation();
  const failed = useFailureToast();

  function handleArticle(): void {
    try {
      saveText(articleFile({ title: detail.title, markdown: articleMarkdownOf(detail) }));
    } catch (error) {
      failed(
        t(($) => $.content.article.failed),
        error,
      );
    }
  }

  const timed = detail.timed || detail.media !== null;
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button size="sm" variant="ghost">
          <Download aria-hidden className="size-4" />
          {t(($) => $.content.actions.download)}
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        {downloads}
        {timed ? (
          <SubtitleDownloadItems detail={detail} />
        ) : (
          <DropdownMenuItem onSelect={handleArticle}>{t(($) => $.content.actions.downloadArticle)}</DropdownMenuItem>
        )}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
