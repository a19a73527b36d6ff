import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { articleFile } from '#features/articles/ui/article-file.ts';
import type { ContentOverview } from '#features/contents/contract.ts';
import { SubtitleDownloadItems } from '#features/transcripts/ui/subtitle-download.tsx';
import { useFailureToast } from '#i18n/failure-toast.ts';
import { useTRPC } from '#rpc/client.tsx';
import { readSourceText } from '#rpc/content-parts.ts';
import { saveText } from '#ui/browser/save-blob.ts';
import { DropdownMenuItem } from '#ui/overlays/dropdown-menu.tsx';

type DownloadItemsProps = {
  detail: ContentOverview;
  downloads?: ReactNode;
};

export function DownloadItems({ detail, downloads }: DownloadItemsProps) {
  const { t } = useTranslation();
  const failed = useFailureToast();

  const trpc = useTRPC();
  const queries = useQueryClient();

  async function handleArticle(): Promise<void> {
    try {
      const text = detail.hasText ? await readSourceText(queries, trpc, detail.contentId) : null;
      saveText(articleFile({ title: detail.title, text }));
    } catch (error) {
      failed(
        t(($) => $.articles.failed),
        error,
      );
    }
  }

  const timed = detail.timed || detail.media !== null;
  return (
    <>
      {downloads}
      {timed ? (
        <SubtitleDownloadItems detail={detail} />
      ) : (
        <DropdownMenuItem onSelect={() => void handleArticle()}>{t(($) => $.content.actions.downloadArticle)}</DropdownMenuItem>
      )}
    </>
  );
}
