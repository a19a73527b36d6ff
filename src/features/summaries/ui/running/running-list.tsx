import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppError } from '#i18n/error-text.ts';
import type { RouterOutputs } from '#rpc/client.tsx';
import { Button } from '#ui/button.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { ErrorState } from '#ui/states.tsx';
import { Card } from '#ui/surfaces.tsx';
import { loadBatchWords } from './load-words.ts';
import { useRunning } from './use-running-progress.ts';

const BatchRows = lazyPart(async () => (await import('./batch-rows.tsx')).BatchRows, { words: loadBatchWords });
const RunningRow = lazyPart(async () => (await import('./running-row.tsx')).RunningRow);

type RunningItem = RouterOutputs['content']['running']['items'][number];

/** The others are a click away, so that the recent notes below stay in reach. */
const MOST_SHOWN = 5;

function isWaiting(item: RunningItem): boolean {
  return item.run.stage === 'queued';
}

/** What is being summarised now. Shows nothing when nothing is: the page below is more useful then. */
export function RunningList() {
  const { t } = useTranslation();
  const query = useRunning();
  const error = useAppError(query.error);
  const [all, setAll] = useState(false);
  // Work under way is listed above waiting work; the sort is stable.
  // Items that wait in a batch are counted in the batch's row.
  const single = (query.data?.items ?? []).filter((item) => item.batchId === null || !isWaiting(item));
  const batches = query.data?.batches ?? [];
  const items = single.toSorted((a, b) => Number(isWaiting(a)) - Number(isWaiting(b)));
  const shown = all ? items : items.slice(0, MOST_SHOWN);
  if (error !== null && query.data === undefined) {
    return (
      <Card>
        <ErrorState
          layout="row"
          title={t(($) => $.running.loadFailed)}
          message={error.message}
          code={error.code}
          retrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      </Card>
    );
  }
  if (items.length === 0 && batches.length === 0) return null;
  return (
    <section aria-labelledby="running-title">
      <h2 id="running-title" className="mb-3 text-base font-semibold">
        {t(($) => $.running.title)}
      </h2>
      <Card>
        <ul className="divide-y divide-line">
          {batches.length > 0 ? (
            <Suspense>
              <BatchRows batches={batches} />
            </Suspense>
          ) : null}
          <Suspense>
            {shown.map((item) => (
              <RunningRow key={item.contentId} item={item} />
            ))}
          </Suspense>
        </ul>
        {items.length > MOST_SHOWN ? (
          <Button variant="ghost" className="w-full rounded-t-none" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? t(($) => $.running.fewer) : t(($) => $.running.more, { count: items.length - shown.length })}
          </Button>
        ) : null}
      </Card>
    </section>
  );
}
