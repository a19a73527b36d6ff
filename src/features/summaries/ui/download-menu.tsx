import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { AppError } from '#lib/app-error.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from '#ui/dropdown-menu.tsx';
import type { ContentDetail } from '../contract.ts';
import { articleMarkdownOf } from './article/article-text.ts';
import { articleFile, fileNameOf, type SubtitleFormat, saveText, subtitleFile } from './download.ts';
import { portableNote } from './note/note-text.ts';
import { useFailureToast } from './run/use-run-actions.ts';

type DownloadMenuProps = {
  detail: ContentDetail;
  /** Just the subtitles, beside the script itself. */
  only?: 'subtitles';
};

export function DownloadMenu({ detail, only }: DownloadMenuProps) {
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

  function handleNote(): void {
    try {
      if (detail.note === null) throw new AppError('note_missing');
      const text = portableNote({ title: detail.title, note: detail.note, sourceUrl: detail.sourceUrl });
      saveText({ name: fileNameOf(detail.title, 'md'), mime: 'text/markdown', text });
    } catch (error) {
      failed(
        t(($) => $.content.actions.failed),
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
        {only === undefined ? (
          <DropdownMenuItem onSelect={handleNote}>{t(($) => $.content.actions.downloadNote)}</DropdownMenuItem>
        ) : null}
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
