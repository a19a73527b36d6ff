import { useMutation, useQuery } from '@tanstack/react-query';
import { CircleSlash, Download, MessageSquareText, Play, RefreshCw, Square, Trash2 } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { withAbsoluteAnchors } from '#engine/export/shared/absolute-anchors.ts';
import { isWaiting, useProgressText } from '#i18n/describe-progress.ts';
import { useAppError, useErrorText } from '#i18n/error-text.ts';
import { fileNameOf } from '#lib/file-name.ts';
import { modelName } from '#lib/model-name.ts';
import { leadsToThisComputer, pageUrlElsewhere } from '#lib/own-page-address.ts';
import { type RouterOutputs, useTRPC } from '#rpc/client.tsx';
import type { WatchedTask } from '#rpc/use-task.ts';
import { saveBlob } from '#ui/browser/save-blob.ts';
import { focusIfLost, useFocusHandover } from '#ui/browser/use-focus-handover.ts';
import { Button } from '#ui/button.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { FactLine } from '#ui/fact-line.tsx';
import { useFormat } from '#ui/format.ts';
import { PlaceChip, placeOf } from '#ui/reader/place-chip.tsx';
import { EmptyState, ErrorCodeLine, ErrorState } from '#ui/states.tsx';
import { Skeleton } from '#ui/surfaces.tsx';
import { showToast } from '#ui/toast/toast.ts';
import { AnswerView } from './answer-view.tsx';
import { NeedsModel } from './needs-model.tsx';
import { partsOf, usePromptResult } from './use-prompt-result.ts';
import { useActionFailed, useAllPrompts, useOfficialPrompts } from './use-prompts.ts';
import { useRunPrompt } from './use-run-from-list.ts';

type Result = NonNullable<RouterOutputs['prompt']['result']['result']>;

type PromptPanelProps = {
  contentId: string;
  promptId: string;
  /** Called after the answer was deleted, when the panel has nothing left to show. */
  onRemoved: () => void;
};

export function PromptPanel({ contentId, promptId, onRemoved }: PromptPanelProps) {
  const { t } = useTranslation();
  const { query, result, running, task, refresh } = usePromptResult({ contentId, promptId });
  const failed = useAppError(query.error);
  const removed = useRef(false);
  useEffect(
    () => () => {
      // The pressed button disappears with the panel: the open tab gets the focus.
      if (removed.current) focusIfLost(() => document.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]'));
    },
    [],
  );
  function handleRemoved(): void {
    removed.current = true;
    onRemoved();
  }
  if (failed) {
    return (
      <ErrorState
        title={t(($) => $.prompts.panel.failed)}
        message={failed.message}
        code={failed.code}
        retrying={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    );
  }
  if (query.isPending) {
    return (
      <div role="status" className="reading">
        <span className="sr-only">{t(($) => $.prompts.panel.loading)}</span>
        <Skeleton className="h-4 w-full" />
        <Skeleton className="mt-3 h-4 w-11/12" />
        <Skeleton className="mt-3 h-4 w-4/5" />
      </div>
    );
  }
  return (
    <Controls>
      <Announcer running={running} result={result} />
      {result === null ? <Offer contentId={contentId} promptId={promptId} /> : null}
      {result && running ? <Writing rewrites={result.text !== null} task={task} /> : null}
      {result && !running && result.text === null ? <Without contentId={contentId} result={result} /> : null}
      {result && result.text !== null ? (
        <Written
          contentId={contentId}
          result={result}
          text={result.text}
          running={running}
          onRemoved={handleRemoved}
          onChanged={refresh}
        />
      ) : null}
      {result && running && result.text === null && task.draft !== '' ? <AnswerView markdown={task.draft} streaming /> : null}
    </Controls>
  );
}

/** Run and stop replace each other, and the focus moves to whichever is shown. */
function Controls({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useFocusHandover(box, '[data-run-or-stop]');
  return <div ref={box}>{children}</div>;
}

/** Announces to screen readers, once, that the answer is complete or was cancelled. */
function Announcer({ running, result }: { running: boolean; result: Result | null }) {
  const { t } = useTranslation();
  const state = result?.state;
  const hasText = result !== null && result.text !== null;
  const wasRunning = useRef(running);
  const [text, setText] = useState('');
  useEffect(() => {
    if (wasRunning.current && !running) {
      if (state === 'cancelled') setText(t(($) => (hasText ? $.prompts.panel.cancelledKept : $.prompts.panel.cancelled)));
      else if (state === 'completed' && hasText) setText(t(($) => $.prompts.panel.done));
    }
    if (running) setText('');
    wasRunning.current = running;
  }, [running, state, hasText, t]);
  return (
    <p role="status" className="sr-only">
      {text}
    </p>
  );
}

function Offer({ contentId, promptId }: { contentId: string; promptId: string }) {
  const { t } = useTranslation();
  const prompts = useAllPrompts();
  const model = useOfficialPrompts().data?.model;
  const run = useRunPrompt();
  if (!prompts) return <Skeleton className="h-40 w-full rounded-lg" />;
  const prompt = prompts.get(promptId);
  if (!prompt) {
    return (
      <Panel>
        <EmptyState
          icon={<MessageSquareText />}
          title={t(($) => $.prompts.panel.unknown)}
          description={t(($) => $.prompts.panel.unknownHint)}
        />
      </Panel>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      {model === null ? <NeedsModel /> : null}
      <Panel>
        <EmptyState
          icon={<MessageSquareText />}
          title={t(($) => $.prompts.panel.notRun)}
          description={typeof model === 'string' ? t(($) => $.prompts.panel.notRunHint, { model: modelName(model) }) : undefined}
          action={
            typeof model === 'string' ? (
              <Button
                variant="primary"
                data-run-or-stop
                loading={run.isPending}
                onClick={() => run.mutate({ contentId, promptId })}
              >
                {run.isPending ? null : <Play aria-hidden className="size-4" />}
                {t(($) => $.prompts.panel.run)}
              </Button>
            ) : undefined
          }
        />
        <PromptText text={prompt.prompt} />
      </Panel>
    </div>
  );
}

function Writing({ rewrites, task }: { rewrites: boolean; task: WatchedTask }) {
  const { t } = useTranslation();
  const toProgress = useProgressText();
  const { draft, stage } = task;
  const { done, total } = partsOf(task);
  const waits = stage && isWaiting(stage) ? toProgress({ code: stage.code, params: stage.params ?? {} }) : null;
  const writes =
    draft === '' && total > 1 && done < total
      ? t(($) => $.prompts.panel.parts, { done: String(done), total: String(total) })
      : draft === '' && total > 1
        ? t(($) => $.prompts.panel.joining)
        : draft === ''
          ? t(($) => $.prompts.panel.waiting)
          : t(($) => $.prompts.panel.writing);
  return (
    <div className="mb-6 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md bg-sunken px-3 py-2 text-sm">
      <span aria-hidden className="size-2 shrink-0 animate-pulse-soft rounded-full bg-accent" />
      <p className="min-w-0 grow">{waits ?? (rewrites ? t(($) => $.prompts.panel.rewriting) : writes)}</p>
      <Button size="sm" variant="ghost" data-run-or-stop loading={task.cancelling} onClick={task.cancel}>
        <Square aria-hidden className="size-3.5" />
        {t(($) => $.prompts.panel.cancel)}
      </Button>
    </div>
  );
}

/** No answer and no running task: says why, and what would help. */
function Without({ contentId, result }: { contentId: string; result: Result }) {
  const { t } = useTranslation();
  const toText = useErrorText();
  const run = useRunPrompt();
  const again = (
    <Button
      variant="primary"
      data-run-or-stop
      loading={run.isPending}
      onClick={() => run.mutate({ contentId, promptId: result.promptId })}
    >
      {run.isPending ? null : <RefreshCw aria-hidden className="size-4" />}
      {t(($) => $.prompts.panel.again)}
    </Button>
  );
  const text = result.problem ? toText(result.problem) : null;
  return (
    <Panel>
      {text ? (
        <ErrorState title={t(($) => $.prompts.panel.failedTitle)} message={text.message} code={text.code} action={again} />
      ) : (
        <EmptyState
          icon={<CircleSlash />}
          title={t(($) => $.prompts.panel.cancelled)}
          description={t(($) => $.prompts.panel.cancelledHint)}
          action={again}
        />
      )}
      <PromptText text={result.prompt} />
    </Panel>
  );
}

type WrittenProps = {
  contentId: string;
  result: Result;
  text: string;
  running: boolean;
  onRemoved: () => void;
  onChanged: () => Promise<unknown>;
};

function Written({ contentId, result, text, running, onRemoved, onChanged }: WrittenProps) {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const toText = useErrorText();
  const run = useRunPrompt();
  const detail = useQuery(trpc.content.overview.queryOptions({ contentId }, { enabled: false })).data;
  const problem = result.problem ? toText(result.problem) : null;
  const place = { contentId, promptId: result.promptId };
  const remove = useRemoveResult(place, result.title, { onRemoved, onChanged });

  const { origin } = window.location;

  /** `pageUrl`: null where the page of the content cannot be opened. */
  function portable(pageUrl: string | null): string {
    const target = { sourceUrl: detail?.sourceUrl ?? null, pageUrl };
    const source = detail?.sourceUrl ? `\n<${detail.sourceUrl}>\n` : '';
    return `# ${result.title}\n\n${withAbsoluteAnchors(text, target)}${source}`;
  }
  return (
    <>
      {problem ? (
        <div role="alert" className="mb-6 rounded-md bg-warning-soft px-4 py-3 text-sm text-warning">
          <p className="font-medium">{t(($) => $.prompts.panel.failedKept)}</p>
          <p className="mt-1">{problem.message}</p>
          <ErrorCodeLine code={problem.code} className="text-warning!" />
        </div>
      ) : null}
      {result.state === 'cancelled' ? <Notice>{t(($) => $.prompts.panel.cancelledKept)}</Notice> : null}
      {result.outdated ? <Notice>{t(($) => $.prompts.panel.outdated)}</Notice> : null}
      {result.checks?.cut ? <Notice>{t(($) => $.prompts.panel.cut)}</Notice> : null}
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <Facts result={result} />
        <div className="-ml-2 flex flex-wrap items-center gap-1">
          <CopyButton
            text={() => portable(`${origin}/content/${contentId}`)}
            notice={(copied) => (leadsToThisComputer(copied, origin) ? t(($) => $.common.copiedLocalLinks) : null)}
            label={t(($) => $.prompts.panel.copy)}
          />
          <Button
            size="sm"
            variant="ghost"
            onClick={() =>
              saveBlob(
                fileNameOf(`${detail?.title ?? ''} ${result.title}`.trim(), 'md'),
                new Blob([portable(pageUrlElsewhere(origin, contentId))], { type: 'text/markdown' }),
              )
            }
          >
            <Download aria-hidden className="size-4" />
            {t(($) => $.prompts.panel.exportMarkdown)}
          </Button>
          {running ? null : (
            <>
              <Button size="sm" variant="ghost" data-run-or-stop loading={run.isPending} onClick={() => run.mutate(place)}>
                {run.isPending ? null : <RefreshCw aria-hidden className="size-4" />}
                {t(($) => $.prompts.panel.again)}
              </Button>
              <Button size="sm" variant="ghost" loading={remove.isPending} onClick={() => remove.mutate(place)}>
                <Trash2 aria-hidden className="size-4" />
                {t(($) => $.prompts.panel.remove)}
              </Button>
            </>
          )}
        </div>
      </div>
      <AnswerView markdown={text} />
      <Sources sources={result.sources} />
      <PromptText text={result.prompt} />
    </>
  );
}

function useRemoveResult(
  place: { contentId: string; promptId: string },
  title: string,
  { onRemoved, onChanged }: Pick<WrittenProps, 'onRemoved' | 'onChanged'>,
) {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const onError = useActionFailed('removeAnswer');
  const onRestoreFailed = useActionFailed('restore');
  const restore = useMutation(trpc.prompt.restoreResult.mutationOptions({ onError: onRestoreFailed, onSettled: onChanged }));
  return useMutation(
    trpc.prompt.removeResult.mutationOptions({
      onSuccess: () => {
        onRemoved();
        showToast({
          message: t(($) => $.prompts.panel.removed, { title }),
          action: { label: t(($) => $.prompts.own.undo), onAction: () => restore.mutate(place) },
          durationMs: 10_000,
        });
      },
      onError,
      onSettled: onChanged,
    }),
  );
}

function Facts({ result }: { result: Result }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { checks, model, usage } = result;
  const facts = [
    model === null ? null : t(($) => $.prompts.panel.byModel, { model: modelName(model) }),
    checks ? t(($) => $.prompts.panel.cited, { count: result.sources.length }) : null,
    checks && checks.unverified > 0 ? t(($) => $.prompts.panel.unverified, { count: checks.unverified }) : null,
    checks && checks.windows > 1 ? t(($) => $.prompts.panel.windows, { count: checks.windows }) : null,
    usage ? t(($) => $.prompts.panel.tokens, { tokens: format.number(usage.inputTokens + usage.outputTokens) }) : null,
    usage?.costUsd == null ? null : t(($) => $.prompts.panel.cost, { amount: format.dollars(usage.costUsd) }),
  ].filter((fact) => fact !== null);
  return <FactLine className="text-xs text-soft" facts={facts} />;
}

function Sources({ sources }: { sources: Result['sources'] }) {
  const { t } = useTranslation();
  if (sources.length === 0) return null;
  return (
    <details className="mt-8 text-sm">
      <summary className="cursor-pointer rounded-sm text-soft hover:text-ink">
        {t(($) => $.prompts.panel.sources)} ({sources.length})
      </summary>
      <ul className="mt-3 flex flex-col gap-2">
        {sources.map(({ segmentId, startMs, page, text }) => (
          <li key={segmentId} className="flex items-baseline gap-2">
            <span className="shrink-0">
              <PlaceChip {...placeOf({ first: segmentId, startMs, page: page ?? null, text })} />
            </span>
            <span className="min-w-0 text-soft [overflow-wrap:anywhere]">{text}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

function PromptText({ text }: { text: string }) {
  const { t } = useTranslation();
  return (
    <details className="mt-4 px-1 pb-1 text-sm">
      <summary className="cursor-pointer rounded-sm text-soft hover:text-ink">{t(($) => $.prompts.panel.prompt)}</summary>
      <p className="mt-3 rounded-md bg-sunken p-3 [overflow-wrap:anywhere] whitespace-pre-line">{text}</p>
    </details>
  );
}

function Notice({ children }: { children: ReactNode }) {
  return <p className="mb-4 rounded-md bg-sunken px-3 py-2 text-sm text-soft">{children}</p>;
}

function Panel({ children }: { children: ReactNode }) {
  return <div className="rounded-lg border border-line bg-surface px-4 pb-3">{children}</div>;
}
