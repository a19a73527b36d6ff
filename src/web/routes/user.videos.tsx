import { createFileRoute } from '@tanstack/react-router';
import { loadCollectionWords } from '#features/collections/ui/load-words.ts';
import { loadCollectionMoveWords } from '#features/collections/ui/move/load-words.ts';
import { MoveMenu } from '#features/collections/ui/move/move-menu.tsx';
import { ExportMany } from '#features/exports/ui/batch/export-many.tsx';
import { loadExportBatchWords } from '#features/exports/ui/batch/load-words.ts';
import { pickAddress } from '#features/library/shared/library-address.ts';
import { loadRecordWords } from '#features/library/ui/load-words.ts';
import { LibraryPage } from '#features/library/ui/page/library-page.tsx';
import { RecordExtraProvider } from '#features/library/ui/record-extra.tsx';
import { loadMeteringWords } from '#features/metering/ui/load-words.ts';
import { loadTagBatchWords } from '#features/notes/ui/marks/load-words.ts';
import { TagMany } from '#features/notes/ui/marks/tag-many.tsx';
import { BatchSummaryButton } from '#features/summaries/ui/batch-summary/batch-summary-button.tsx';
import { BatchSummaryPanel } from '#features/summaries/ui/batch-summary/batch-summary-panel.tsx';
import { loadBatchSummaryWords } from '#features/summaries/ui/batch-summary/load-words.ts';
import { loadWatchLaterWords } from '#features/watch-later/ui/load-words.ts';
import { WatchLaterButton } from '#features/watch-later/ui/watch-later-button.tsx';
import { LibraryMeter } from '#web/pages/library/library-meter.tsx';
import { loadLibraryPageWords } from '#web/pages/library/load-words.ts';
import { showPalette } from '#web/shell/palette/palette-state.ts';

export const Route = createFileRoute('/user/videos')({
  // As it stands there: the page reports what is invalid.
  validateSearch: pickAddress,
  loader: async () => {
    await Promise.all([
      loadRecordWords(),
      loadCollectionWords(),
      loadCollectionMoveWords(),
      loadBatchSummaryWords(),
      loadExportBatchWords(),
      loadTagBatchWords(),
      loadWatchLaterWords(),
      loadMeteringWords(),
      loadLibraryPageWords(),
    ]);
  },
  component: LibraryWithExtras,
});

function LibraryRoute() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <LibraryPage
      search={search}
      onSearch={(next, { replace }) => void navigate({ search: next, replace, resetScroll: !replace })}
      onSearchEverywhere={(text) => showPalette(true, text)}
      actions={<BatchSummaryButton />}
      batchActions={(rows) => {
        const contentIds = rows.map((row) => row.content_id);
        return (
          <>
            <MoveMenu contentIds={contentIds} />
            <TagMany contentIds={contentIds} />
            <ExportMany contentIds={contentIds} />
          </>
        );
      }}
      notice={
        <>
          <LibraryMeter />
          <BatchSummaryPanel />
        </>
      }
    />
  );
}

const watchLater = (row: { content_id: string }, title: string) => <WatchLaterButton contentId={row.content_id} title={title} />;

function LibraryWithExtras() {
  return (
    <RecordExtraProvider value={Route.useSearch().playlist === '1' ? watchLater : null}>
      <LibraryRoute />
    </RecordExtraProvider>
  );
}
