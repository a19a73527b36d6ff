import { createFileRoute } from '@tanstack/react-router';
import { loadRecordWords } from '#features/library/ui/load-words.ts';
import { RecordList } from '#features/library/ui/record-list.tsx';
import { BatchSummaryButton } from '#features/summaries/ui/batch-summary/batch-summary-button.tsx';
import { BatchSummaryPanel } from '#features/summaries/ui/batch-summary/batch-summary-panel.tsx';
import { loadBatchSummaryWords } from '#features/summaries/ui/batch-summary/load-words.ts';

export const Route = createFileRoute('/user/videos')({
  // Keeps an unknown type, so that the page can report it.
  validateSearch: (search: Record<string, unknown>): { type?: string } =>
    typeof search.type === 'string' && search.type !== '' ? { type: search.type } : {},
  loader: async () => {
    await Promise.all([loadRecordWords(), loadBatchSummaryWords()]);
  },
  component: RecordsRoute,
});

function RecordsRoute() {
  const { type = null } = Route.useSearch();
  return <RecordList type={type} actions={<BatchSummaryButton />} notice={<BatchSummaryPanel />} />;
}
