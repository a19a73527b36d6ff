import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureToast } from '#rpc/failure-toast.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from '#ui/dropdown-menu.tsx';
import type { ContentDetail } from '../contract.ts';
import { articleMarkdownOf } from './article/article-text.ts';
import { articleFile, type SubtitleFormat, saveText, subtitleFile } from './download.ts';

type DownloadMenuProps = {
  detail: ContentDetail;
  /** Just the subtitles, beside the script itself. */
  only?: 'subtitles';
  /** Items that other features make, at the head of the menu. */
  downloads?: ReactNode;
};

export function DownloadMenu({ detail, only, downloads }: DownloadMenuProps) {
  const { t } = useTranslation();
  const failed = useFailureToast();

  function handleSubtitles(format: SubtitleFormat): void {
    const { contentId, title, subtitlesArray } = detail;
    try {
      saveText(subtitleFile({ contentId, title, subtitles: subtitlesArray }, format));
    } catch (error) {
      failed(
        t(($) => $.content.subtitle.failed),
        error,
      );
    }
  }

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
        {only === 'subtitles' ? (
          <IconButton label={t(($) => $.content.subtitle.download)}>
            <Download aria-hidden />
          </IconButton>
        ) : (
          <Button size="sm" variant="ghost">
            <Download aria-hidden className="size-4" />
            {t(($) => $.content.actions.download)}
          </Button>
        )}
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        {downloads}
        {timed || only === 'subtitles' ? (
          <>
            <DropdownMenuItem onSelect={() => handleSubtitles('srt')}>{t(($) => $.content.actions.downloadSrt)}</DropdownMenuItem>
            <DropdownMenuItem onSelect={() => handleSubtitles('vtt')}>{t(($) => $.content.actions.downloadVtt)}</DropdownMenuItem>
            <DropdownMenuItem onSelect={() => handleSubtitles('txt')}>{t(($) => $.content.actions.downloadTxt)}</DropdownMenuItem>
          </>
        ) : null}
        {only === undefined && !timed ? (
          <DropdownMenuItem onSelect={handleArticle}>{t(($) => $.content.actions.downloadArticle)}</DropdownMenuItem>
        ) : null}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
