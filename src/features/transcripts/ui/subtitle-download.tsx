import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ContentDetail } from '#features/contents/contract.ts';
import { useFailureToast } from '#rpc/failure-toast.ts';
import { IconButton } from '#ui/button.tsx';
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from '#ui/dropdown-menu.tsx';
import { saveText } from '#ui/save-blob.ts';
import { type SubtitleFormat, subtitleFile } from './subtitle-file.ts';

type DownloadProps = { detail: Pick<ContentDetail, 'contentId' | 'title' | 'subtitlesArray'> };

export function SubtitleDownloadItems({ detail }: DownloadProps) {
  const { t } = useTranslation();
  const failed = useFailureToast();

  function handleFormat(format: SubtitleFormat): void {
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

  return (
    <>
      <DropdownMenuItem onSelect={() => handleFormat('srt')}>{t(($) => $.content.actions.downloadSrt)}</DropdownMenuItem>
      <DropdownMenuItem onSelect={() => handleFormat('vtt')}>{t(($) => $.content.actions.downloadVtt)}</DropdownMenuItem>
      <DropdownMenuItem onSelect={() => handleFormat('txt')}>{t(($) => $.content.actions.downloadTxt)}</DropdownMenuItem>
    </>
  );
}

export function SubtitleDownload({ detail }: DownloadProps) {
  const { t } = useTranslation();
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <IconButton label={t(($) => $.content.subtitle.download)}>
          <Download aria-hidden />
        </IconButton>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <SubtitleDownloadItems detail={detail} />
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
