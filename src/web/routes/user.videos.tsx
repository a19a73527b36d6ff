import { createFileRoute } from '@tanstack/react-router';
import { useMemo } from 'react';
import { AskLink } from '#features/ask/ui/ask-link.tsx';
import { loadAskWords } from '#features/ask/ui/load-words.ts';
import { loadCollectionWords } from '#features/collections/ui/load-words.ts';
import { loadCollectionMoveWords } from '#features/collections/ui/move/load-words.ts';
import { MoveMenu } from '#features/collections/ui/move/move-menu.tsx';
import { ExportMany } from '#features/exports/ui/batch/export-many.tsx';
import { loadExportBatchWords } from '#features/exports/ui/batch/load-words.ts';
import { pickAddress } from '#features/library/shared/library-address.ts';
import { loadRecordWords } from '#features/library/ui/load-words.ts';
import { LibraryPage } from '#features/library/ui/page/library-page.tsx';
import { RecordExtraProvider, RecordMenuProvider } from '#features/library/ui/record-extra.tsx';
import type { RecordRow } from '#features/library/ui/use-records.ts';
import { loadMeteringWords } from '#features/metering/ui/load-words.ts';
import { loadTagBatchWords } from '#features/notes/ui/marks/load-words.ts';
import { TagMany } from '#features/notes/ui/marks/tag-many.tsx';
import { TodoButton } from '#features/notes/ui/marks/todo-button.tsx';
import { TodoDialog } from '#features/notes/ui/marks/todo-dialog.tsx';
import { BatchSummaryButton } from '#features/summaries/ui/batch-summary/batch-summary-button.tsx';
import { BatchSummaryPanel } from '#features/summaries/ui/batch-summary/batch-summary-panel.tsx';
import { loadBatchSummaryWords } from '#features/summaries/ui/batch-summary/load-words.ts';
import { loadWatchLaterWords } from '#features/watch-later/ui/load-words.ts';
import { WatchLaterButton } from '#features/watch-later/ui/watch-later-button.tsx';
import { LibraryMeter } from '#web/pages/library/library-meter.tsx';
import { loadLibraryPageWords } from '#web/pages/library/load-words.ts';
import { RecordDownloads } from '#web/pages/library/record-downloads.tsx';
import { showPalette } from '#web/shell/palette/palette-state.ts';

export const Route = createFileRoute('/user/videos')({
  // Unchanged: the page reports what is invalid.
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
      loadAskWords(),
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
      actions={(filters, { searching }) => (
        <>
          {/* The words of a search are no scope: the button says what is asked then. */}
          <AskLink scope={filters} named={searching} />
          <BatchSummaryButton />
        </>
      )}
      batchActions={({ contentIds, filters }) => (
        <>
          <AskLink scope={filters ?? { contents: [...contentIds] }} variant="ghost" />
          <BatchSummaryButton contentIds={contentIds} variant="ghost" />
          <MoveMenu contentIds={contentIds} />
          <TagMany contentIds={contentIds} />
          <ExportMany contentIds={contentIds} />
        </>
      )}
      meter={<LibraryMeter />}
      notice={<BatchSummaryPanel />}
    />
  );
}

const downloadsOf = (row: RecordRow) => <RecordDownloads row={row} />;

function LibraryWithExtras() {
  const { playlist } = Route.useSearch();
  const extra = useMemo(() => {
    const later = playlist === '1';
    const render = (row: RecordRow, title: string) => (
      <>
        {row.open_todos + row.done_todos > 0 ? (
          <TodoButton contentId={row.content_id} title={title} open={row.open_todos} />
        ) : null}
        {later ? <WatchLaterButton contentId={row.content_id} title={title} /> : null}
      </>
    );
    return { render, watchLater: later };
  }, [playlist]);
  return (
    <RecordExtraProvider value={extra}>
      <RecordMenuProvider value={downloadsOf}>
        <LibraryRoute />
        <TodoDialog />
      </RecordMenuProvider>
    </RecordExtraProvider>
  );
}
