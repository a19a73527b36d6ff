import { useQueryClient } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ContentOverview } from '#features/contents/contract.ts';
import { useFailureToast } from '#i18n/failure-toast.ts';
import { useTRPC } from '#rpc/client.tsx';
import { readTranscript } from '#rpc/content-parts.ts';
import { saveText } from '#ui/browser/save-blob.ts';
import { IconButton } from '#ui/button.tsx';
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from '#ui/overlays/dropdown-menu.tsx';
import { type SubtitleFormat, subtitleFile } from './subtitle-file.ts';

type DownloadProps = { detail: Pick<ContentOverview, 'contentId' | 'title' | 'hasScript'> };

export function SubtitleDownloadItems({ detail }: DownloadProps) {
  const { t } = useTranslation();
  const failed = useFailureToast();
  const trpc = useTRPC();
  const queries = useQueryClient();

  async function handleFormat(format: SubtitleFormat): Promise<void> {
    const { contentId, title, hasScript } = detail;
    try {
      const subtitles = hasScript ? (await readTranscript(queries, trpc, contentId)).subtitlesArray : [];
      saveText(subtitleFile({ contentId, title, subtitles }, format));
    } catch (error) {
      failed(
        t(($) => $.transcripts.failed),
        error,
      );
    }
  }

  return (
    <>
      <DropdownMenuItem onSelect={() => void handleFormat('srt')}>{t(($) => $.transcripts.downloadSrt)}</DropdownMenuItem>
      <DropdownMenuItem onSelect={() => void handleFormat('vtt')}>{t(($) => $.transcripts.downloadVtt)}</DropdownMenuItem>
      <DropdownMenuItem onSelect={() => void handleFormat('txt')}>{t(($) => $.transcripts.downloadTxt)}</DropdownMenuItem>
    </>
  );
}

export function SubtitleDownload({ detail }: DownloadProps) {
  const { t } = useTranslation();
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <IconButton label={t(($) => $.transcripts.download)}>
          <Download aria-hidden />
        </IconButton>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <SubtitleDownloadItems detail={detail} />
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
