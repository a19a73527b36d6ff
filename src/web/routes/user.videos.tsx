import { createFileRoute } from '@tanstack/react-router';
import { loadRecordWords } from '#features/library/ui/load-words.ts';
import { RecordList } from '#features/library/ui/record-list.tsx';

export const Route = createFileRoute('/user/videos')({
  // Keeps an unknown type, so that the page can report it.
  validateSearch: (search: Record<string, unknown>): { type?: string } =>
    typeof search.type === 'string' && search.type !== '' ? { type: search.type } : {},
  loader: loadRecordWords,
  component: RecordsRoute,
});

function RecordsRoute() {
  const { type = null } = Route.useSearch();
  return <RecordList type={type} />;
}
