import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { RotateCcw, Square, Trash2 } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppError } from '#i18n/error-text.ts';
import { useFailureToast } from '#i18n/failure-toast.ts';
import { useTRPC } from '#rpc/client.tsx';
import { invalidateAfter } from '#rpc/stale-queries.ts';
import { useTask } from '#rpc/use-task.ts';
import { Button } from '#ui/button.tsx';
import { useFormat } from '#ui/format.ts';
import type { KeptText } from '#ui/kept-text.ts';
import { AlertDialog } from '#ui/overlays/alert-dialog.tsx';
import { WritingMark } from '#ui/reader/model-text.tsx';
import { EmptyState, ErrorState } from '#ui/states.tsx';
import { Skeleton } from '#ui/surfaces.tsx';
import { changes } from '../changes.ts';
import type { AskAnswer } from '../contract.ts';
import { addressOf } from '../shared/ask-address.ts';
import { AnswerText } from './answer-text.tsx';
import { AskComposer } from './ask-composer.tsx';
import { AskPlaces, type RenderCited } from './ask-places.tsx';
import { Sources } from './sources.tsx';
import { useScopeName } from './use-scope-name.ts';

type AnswerViewProps = {
  id: string;
  busy: boolean;
  draft: KeptText;
  renderCited: RenderCited;
  onAgain: (id: string) => void;
  onAsk: (question: string, of: AskAnswer) => Promise<boolean>;
  onRemoved: () => void;
};

export function AnswerView({ id, ...rest }: AnswerViewProps) {
  const { t } = useTranslation();
  const query = useQuery(useTRPC().ask.answer.queryOptions({ id }, { staleTime: 0 }));
  const error = useAppError(query.data ? null : query.error);
  if (error?.code === 'not_found') return <EmptyState title={t(($) => $.ask.gone)} />;
  if (error)
    return (
      <ErrorState
        title={t(($) => $.ask.openFailed)}
        message={error.message}
        code={error.code}
        retrying={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    );
  if (!query.data)
    return (
      <div role="status" className="space-y-3">
        <span className="sr-only">{t(($) => $.common.loading)}</span>
        <Skeleton className="h-8 w-2/3" />
        <Skeleton className="h-24" />
      </div>
    );
  return <Opened answer={query.data} {...rest} />;
}

type OpenedProps = Omit<AnswerViewProps, 'id'> & { answer: AskAnswer };

function Opened({ answer, busy, draft, renderCited, onAgain, onAsk, onRemoved }: OpenedProps) {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const queries = useQueryClient();
  const failed = useFailureToast();
  const scopeName = useScopeName();
  const { id, kind, question, state, taskId, sources, items } = answer;
  const refresh = useCallback(
    () =>
      Promise.all([
        queries.invalidateQueries(trpc.ask.answer.queryFilter({ id })),
        queries.invalidateQueries(trpc.ask.list.queryFilter()),
      ]),
    [queries, trpc, id],
  );
  const task = useTask(taskId, {
    onChange: () => void refresh(),
    onCancelError: (error) =>
      failed(
        t(($) => $.ask.stopFailed),
        error,
      ),
  });
  const writing = state === 'writing';
  // A finished answer stays, with its own sources, until the next one is complete.
  const kept = writing && answer.markdown !== '';
  const text = writing && !kept ? task.draft : answer.markdown;
  const numbers = useMemo(() => new Set(items.map(({ item }) => item)), [items]);
  const scope = scopeName(answer.scope, answer.scopeName);
  return (
    <article>
      <h2 tabIndex={-1} className="text-xl font-semibold wrap-anywhere focus:outline-none">
        {kind === 'brief' ? t(($) => $.ask.briefOf, { name: scope }) : question}
      </h2>
      <About answer={answer} scope={scope} />
      {answer.after ? (
        <p className="mt-1 text-sm text-faint">
          <Link
            to="/user/ask"
            search={{ ...addressOf(answer.scope), id: answer.after.id }}
            className="rounded-sm wrap-anywhere underline underline-offset-2"
          >
            {answer.after.question === ''
              ? t(($) => $.ask.afterBrief)
              : t(($) => $.ask.after, { question: answer.after?.question ?? '' })}
          </Link>
        </p>
      ) : null}
      <p role="status" className="sr-only">
        {useAnnouncement(answer)}
      </p>
      <AskPlaces items={items} renderCited={renderCited}>
        <div className="mt-4">
          {text === '' ? null : <AnswerText markdown={text} items={numbers} />}
          {writing ? (
            <div className="mt-3 flex flex-wrap items-center gap-3 text-sm text-soft">
              <WritingMark />
              {t(($) => (task.reconnecting ? $.ask.reconnecting : kept ? $.ask.rewriting : $.ask.thinking))}
              <Button size="sm" disabled={task.cancelling || taskId === null} onClick={task.cancel}>
                <Square aria-hidden className="size-3 fill-current" />
                {t(($) => $.ask.stop)}
              </Button>
            </div>
          ) : null}
          <Outcome answer={answer} busy={busy} onAgain={onAgain} />
          {answer.complete || state === 'failed' || kind === 'brief' ? null : <Note>{t(($) => $.ask.incomplete)}</Note>}
        </div>
        {sources.length > 0 ? (
          <Sources
            title={
              answer.model !== null && (state === 'done' || kept)
                ? t(($) => $.ask.sources)
                : kind === 'brief'
                  ? t(($) => $.ask.sources)
                  : t(($) => $.ask.passages)
            }
            items={items}
            sources={sources}
          />
        ) : null}
      </AskPlaces>
      {answer.related.length > 0 ? (
        <ul aria-label={t(($) => $.ask.related)} className="mt-6 flex flex-col items-start gap-1.5">
          {answer.related.map((next) => (
            <li key={next} className="max-w-full">
              <button
                type="button"
                disabled={busy}
                onClick={() => void onAsk(next, answer)}
                className="rounded-md border border-line px-3 py-2 text-left text-sm [overflow-wrap:anywhere] transition-colors hover:bg-hover disabled:opacity-55"
              >
                {next}
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      {writing ? null : (
        <div className="mt-6">
          <AskComposer follows busy={busy} draft={draft} onAsk={(next) => onAsk(next, answer)} />
        </div>
      )}
      <div className="mt-4 -ml-3 flex flex-wrap gap-1">
        {writing ? null : (
          <Button size="sm" variant="ghost" disabled={busy} onClick={() => onAgain(id)}>
            <RotateCcw aria-hidden className="size-4" />
            {kind === 'brief' ? t(($) => $.ask.againBrief) : t(($) => $.ask.again)}
          </Button>
        )}
        <Remove id={id} onRemoved={onRemoved} />
      </div>
    </article>
  );
}

function About({ answer: { kind, read }, scope }: { answer: AskAnswer; scope: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  const isPart = read !== null && read.items < read.of;
  if (kind === 'brief' && !isPart) return null;
  return (
    <p className="mt-1 text-sm text-faint">
      {isPart
        ? t(($) => $.ask.briefRead, { count: read.of, read: format.number(read.items), formatted: format.number(read.of) })
        : t(($) => $.ask.askedIn, { name: scope })}
    </p>
  );
}

function Outcome({ answer, busy, onAgain }: Pick<OpenedProps, 'answer' | 'busy' | 'onAgain'>) {
  const { t } = useTranslation();
  const { state, markdown, sources, problem, model, id } = answer;
  const wasStopped = problem?.code === 'cancelled' && state !== 'failed';
  const error = useAppError(wasStopped ? null : problem);
  if (wasStopped) return <Note>{t(($) => $.ask.stoppedKept)}</Note>;
  if (error)
    return (
      <ErrorState
        layout="row"
        className="mt-3 rounded-md border border-line px-3"
        {...(state === 'failed' ? {} : { title: t(($) => $.ask.failedKept) })}
        message={error.message}
        code={error.code}
        retrying={busy}
        onRetry={() => onAgain(id)}
      />
    );
  if (state === 'stopped') return <Note>{t(($) => (markdown === '' ? $.ask.stoppedEmpty : $.ask.stopped))}</Note>;
  if (state === 'cut') return <Note>{t(($) => $.ask.cut)}</Note>;
  if (state !== 'done' || sources.length > 0) return null;
  return markdown === '' ? (
    <EmptyState title={t(($) => $.ask.nothing)} description={t(($) => $.ask.nothingHint)} />
  ) : model === null ? null : (
    <Note>{t(($) => $.ask.noSources)}</Note>
  );
}

const Note = ({ children }: { children: string }) => <p className="mt-3 text-sm text-soft">{children}</p>;

function Remove({ id, onRemoved }: { id: string; onRemoved: () => void }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const failed = useFailureToast();
  const [asking, setAsking] = useState(false);
  const remove = useMutation(
    useTRPC().ask.remove.mutationOptions({
      onSuccess: onRemoved,
      onError: (error) =>
        failed(
          t(($) => $.ask.remove.failed),
          error,
        ),
      onSettled: () => invalidateAfter(queries, changes, { path: 'ask.remove' }),
    }),
  );
  return (
    <>
      <Button size="sm" variant="ghost" onClick={() => setAsking(true)}>
        <Trash2 aria-hidden className="size-4" />
        {t(($) => $.ask.remove.action)}
      </Button>
      <AlertDialog
        open={asking}
        onOpenChange={setAsking}
        danger
        pending={remove.isPending}
        title={t(($) => $.ask.remove.title)}
        description={t(($) => $.ask.remove.text)}
        confirmLabel={t(($) => $.ask.remove.confirm)}
        cancelLabel={t(($) => $.common.cancel)}
        onConfirm={() => remove.mutate({ id })}
      />
    </>
  );
}

/** Announces changes of the state to screen readers once, not word by word. */
function useAnnouncement({ state, model, sources, problem }: AskAnswer): string {
  const { t } = useTranslation();
  const [said, setSaid] = useState('');
  const was = useRef<AskAnswer['state'] | null>(null);
  const count = sources.length;
  useEffect(() => {
    if (state === was.current) return;
    const before = was.current;
    was.current = state;
    if (state === 'writing') setSaid(t(($) => $.ask.thinking));
    else if (problem?.code === 'cancelled') setSaid(t(($) => $.ask.stoppedKept));
    else if (state === 'failed' || problem) setSaid(t(($) => $.ask.announceFailed));
    else if (model === null && count === 0) setSaid(t(($) => $.ask.nothing));
    else if (model === null) setSaid(t(($) => $.ask.announceFound, { count }));
    else if (before === 'writing') setSaid(t(($) => $.ask.announceDone));
  }, [state, problem, model, count, t]);
  return said;
}
