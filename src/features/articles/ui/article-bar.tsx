import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Ellipsis, PenLine, RefreshCw, Trash2 } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '#i18n/error-text.ts';
import { useCostText } from '#i18n/use-cost-text.ts';
import { modelName } from '#lib/model-name.ts';
import { useTRPC } from '#rpc/client.tsx';
import { Button, IconButton } from '#ui/button.tsx';
import { CostLine } from '#ui/cost-line.tsx';
import { AlertDialog } from '#ui/overlays/alert-dialog.tsx';
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from '#ui/overlays/dropdown-menu.tsx';
import { Progress } from '#ui/progress.tsx';
import type { WrittenArticle } from '../contract.ts';
import type { ArticleView, ArticleWriting } from './use-written-article.ts';

export function ArticleBar({ writing, children }: { writing: ArticleWriting; children: ReactNode }) {
  const { t } = useTranslation();
  const { data, view, setView, progress } = writing;
  const running = data?.state === 'running';
  const switchable = running || (data?.parts.some(({ state }) => state === 'written') ?? false);
  return (
    <div className="mb-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        {switchable ? <ViewSwitch view={view} onChange={setView} /> : null}
        <p role="status" className={clsx('min-w-0 text-sm text-soft', switchable ? 'order-last basis-full' : 'flex-1 basis-64')}>
          <Statement writing={writing} />
          {data?.state === 'failed' && data.problem ? <Problem problem={data.problem} /> : null}
        </p>
        <div className="flex flex-wrap items-center justify-end gap-1">
          {children}
          {data && data.writer !== null && !running && !switchable ? <ArticleCost /> : null}
          {data ? <Writing writing={writing} data={data} /> : null}
        </div>
      </div>
      {switchable ? (
        // The height is reserved, so that nothing moves when the progress bar disappears.
        <div className="mt-2 h-1">
          {running ? (
            <Progress
              percent={progress.total > 0 ? (100 * progress.done) / progress.total : null}
              label={t(($) => $.articles.written.progress)}
              valueText={t(($) => $.articles.written.running, progress)}
            />
          ) : null}
        </div>
      ) : null}
    </div>
  );
}

function ArticleCost() {
  const trpc = useTRPC();
  const toText = useCostText();
  const { data } = useQuery(trpc.user.workCost.queryOptions({ work: 'question' }, { staleTime: 10_000, retry: false }));
  const cost = toText(data, 'question');
  return cost === null ? null : <CostLine {...cost} />;
}

function ViewSwitch({ view, onChange }: { view: ArticleView; onChange: (view: ArticleView) => void }) {
  const { t } = useTranslation();
  return (
    <fieldset className="flex gap-1">
      <legend className="sr-only">{t(($) => $.articles.written.view)}</legend>
      {(['written', 'spoken'] as const).map((one) => (
        <Button
          key={one}
          size="sm"
          variant="ghost"
          aria-pressed={view === one}
          className="aria-pressed:bg-hover aria-pressed:text-ink"
          onClick={() => onChange(one)}
        >
          {t(($) => $.articles.written[one])}
        </Button>
      ))}
    </fieldset>
  );
}

function Statement({ writing: { data, view, progress } }: { writing: ArticleWriting }) {
  const { t } = useTranslation();
  if (data?.state === 'running')
    return progress.total === 0 ? t(($) => $.articles.written.starting) : t(($) => $.articles.written.running, progress);
  const { missing, stale } = countParts(data);
  const written = view === 'written';
  return [
    written
      ? t(($) => $.articles.written.note, { model: modelName(data?.parts.find(({ model }) => model !== null)?.model ?? '') })
      : t(($) => $.articles.talk.note),
    missing > 0 && (written || data?.state === 'failed' || data?.state === 'cancelled')
      ? t(($) => $.articles.written.missing, { count: missing })
      : '',
    written && stale > 0 ? t(($) => $.articles.written.stale, { count: stale }) : '',
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

function Problem({ problem }: { problem: NonNullable<WrittenArticle['problem']> }) {
  const toText = useErrorText();
  return <span className="block">{toText(problem).message}</span>;
}

function countParts(data: WrittenArticle | undefined): { missing: number; stale: number } {
  const parts = data?.parts ?? [];
  return {
    missing: parts.filter(({ state }) => state === 'waiting').length,
    stale: parts.filter((part) => part.stale).length,
  };
}

function Writing({ writing, data }: { writing: ArticleWriting; data: WrittenArticle }) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  const start = useRef<HTMLButtonElement>(null);
  const removed = useRef(false);
  // The menu disappears with the article, so the focus goes to the start button.
  useEffect(() => {
    if (!asking && removed.current) {
      removed.current = false;
      start.current?.focus({ preventScroll: true });
    }
  }, [asking]);
  if (data.state === 'running')
    return (
      <Button size="sm" variant="ghost" loading={writing.busy} onClick={writing.stop}>
        {t(($) => $.articles.written.stop)}
      </Button>
    );
  const begun = data.parts.some(({ state }) => state !== 'waiting');
  const { missing, stale } = countParts(data);
  return (
    <>
      {data.writer === null ? null : begun && missing + stale > 0 ? (
        <Button size="sm" loading={writing.busy} onClick={() => writing.write('rest')}>
          {t(($) => (missing > 0 ? $.articles.written.goOn : $.articles.written.refresh))}
        </Button>
      ) : begun ? null : (
        <Button ref={start} size="sm" loading={writing.busy} onClick={() => writing.write('all')}>
          {writing.busy ? null : <PenLine aria-hidden className="size-4" />}
          {t(($) => $.articles.written.start)}
        </Button>
      )}
      {begun ? (
        <DropdownMenu>
          <DropdownMenuTrigger asChild>
            <IconButton size="sm" label={t(($) => $.articles.written.more)}>
              <Ellipsis aria-hidden />
            </IconButton>
          </DropdownMenuTrigger>
          <DropdownMenuContent align="end">
            {data.writer === null ? null : (
              <DropdownMenuItem onSelect={() => writing.write('all')}>
                <RefreshCw aria-hidden />
                {t(($) => $.articles.written.again)}
              </DropdownMenuItem>
            )}
            <DropdownMenuItem danger onSelect={() => setAsking(true)}>
              <Trash2 aria-hidden />
              {t(($) => $.articles.written.remove)}
            </DropdownMenuItem>
          </DropdownMenuContent>
        </DropdownMenu>
      ) : null}
      <AlertDialog
        open={asking}
        onOpenChange={setAsking}
        danger
        pending={writing.busy}
        title={t(($) => $.articles.written.removeTitle)}
        description={t(($) => $.articles.written.removeText)}
        confirmLabel={t(($) => $.articles.written.removeConfirm)}
        cancelLabel={t(($) => $.common.cancel)}
        onConfirm={() =>
          writing.remove(() => {
            removed.current = true;
            setAsking(false);
          })
        }
      />
    </>
  );
}
