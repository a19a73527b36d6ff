import { FileText, Subtitles } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { RecordRow } from '#features/library/ui/use-records.ts';
import { useFailureToast } from '#i18n/failure-toast.ts';
import { useTRPCClient } from '#rpc/client.tsx';
import { saveText } from '#ui/browser/save-blob.ts';
import { DropdownMenuItem } from '#ui/overlays/dropdown-menu.tsx';

type Row = Pick<RecordRow, 'content_id' | 'title'>;

/** An item of a record's menu: its subtitles and its article as files, or why there are none. */
export function RecordDownloads({ row: { content_id: contentId, title } }: { row: Row }) {
  const { t } = useTranslation();
  const failed = useFailureToast();
  const client = useTRPCClient();

  async function save(what: 'subtitles' | 'article'): Promise<void> {
    try {
      const { writeRecordFile } = await import('./record-file.ts');
      saveText(writeRecordFile(await client.content.detail.query({ contentId }), title, what));
    } catch (error) {
      failed(
        t(($) => $.libraryPage.downloadFailed),
        error,
      );
    }
  }

  return (
    <>
      <DropdownMenuItem onSelect={() => void save('subtitles')}>
        <Subtitles aria-hidden />
        {t(($) => $.libraryPage.downloadSubtitles)}
      </DropdownMenuItem>
      <DropdownMenuItem onSelect={() => void save('article')}>
        <FileText aria-hidden />
        {t(($) => $.libraryPage.downloadArticle)}
      </DropdownMenuItem>
    </>
  );
}
