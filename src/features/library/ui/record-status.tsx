import type { RecordRow } from '#features/library/ui/use-records.ts';
import { isWordless } from '#lib/wordless.ts';
import { Badge } from '#ui/surfaces.tsx';
import { useRowWords } from './row-words.tsx';

export function RecordStatus({ row }: { row: Pick<RecordRow, 'status' | 'run' | 'problem'> }) {
  const { t, format } = useRowWords();
  if (row.run !== null) {
    return <Badge tone="accent">{t(($) => $.library.status.processing, { percent: format.percent(row.run.percent) })}</Badge>;
  }
  switch (row.status) {
    case 'processing':
      return <Badge tone="accent">{t(($) => $.library.status.queued)}</Badge>;
    case 'failed':
      // Without speech the record is complete all the same, and can be played.
      if (isWordless(row.problem?.code)) return <Badge>{t(($) => $.library.status.noSubtitles)}</Badge>;
      return <Badge tone="danger">{t(($) => $.library.status.failed)}</Badge>;
    case 'cancelled':
      return <Badge>{t(($) => $.library.status.cancelled)}</Badge>;
    case 'completed':
      return null;
  }
}
