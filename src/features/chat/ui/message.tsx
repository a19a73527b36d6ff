import { ChevronRight, RotateCcw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useAppError } from '#i18n/error-text.ts';
import { Button } from '#ui/button.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { placeOf } from '#ui/reader/place-chip.tsx';
import { ErrorState } from '#ui/states.tsx';
import type { ChatMessage, ChatSource } from '../contract.ts';
import { AnswerText } from './answer-text.tsx';
import { ChatPlace } from './chat-place.tsx';
import { portableAnswer } from './portable-answer.ts';

export function textOf(message: ChatMessage): string {
  return message.parts.map(({ text }) => text).join('\n');
}

export function Question({ text }: { text: string }) {
  return (
    <div className="ml-10 self-end rounded-lg bg-accent-soft px-3.5 py-2.5 text-[15px] leading-6 whitespace-pre-wrap [overflow-wrap:anywhere]">
      {text}
    </div>
  );
}

type AnswerProps = {
  message: ChatMessage;
  /** Only the last message can be retried and shows related questions. */
  last: boolean;
  busy: boolean;
  onRetry: () => void;
  onAsk: (question: string) => void;
};

export function Answer({ message, last, busy, onRetry, onAsk }: AnswerProps) {
  const { t } = useTranslation();
  const text = textOf(message);
  const { sources, related, state, problem } = message.metadata;
  const wasStopped = last && problem?.code === 'cancelled';
  // Why a finished answer was not replaced matters until the conversation goes on.
  const error = useAppError(state === 'failed' || (last && !wasStopped) ? problem : null);
  const note = wasStopped
    ? t(($) => $.chat.stoppedKept)
    : state === 'stopped'
      ? t(($) => (text === '' ? $.chat.stoppedEmpty : $.chat.stopped))
      : state === 'cut'
        ? t(($) => $.chat.cut)
        : null;
  return (
    <div className="flex flex-col gap-2">
      {text === '' ? null : <AnswerText markdown={text} />}
      {error ? (
        <ErrorState
          layout="row"
          className="flex-wrap rounded-md border border-line px-3 [&>:last-child]:w-full"
          {...(state === 'failed' ? {} : { title: t(($) => $.chat.failedKept) })}
          message={error.message}
          code={error.code}
          retrying={busy}
          {...(last ? { onRetry } : {})}
        />
      ) : null}
      {note ? <p className="text-sm text-soft">{note}</p> : null}
      {sources.length > 0 ? (
        <Sources sources={sources} />
      ) : state === 'done' ? (
        <p className="text-sm text-soft">{t(($) => $.chat.noSources)}</p>
      ) : null}
      {text === '' && !(last && state === 'stopped') ? null : (
        <div className="-ml-3 flex flex-wrap gap-1">
          {text === '' ? null : <CopyButton text={() => portableAnswer(text)} label={t(($) => $.chat.copy)} />}
          {last && !error ? (
            <Button size="sm" variant="ghost" disabled={busy} onClick={onRetry}>
              <RotateCcw aria-hidden className="size-4" />
              {t(($) => $.chat.again)}
            </Button>
          ) : null}
        </div>
      )}
      {last && related.length > 0 ? <Related questions={related} disabled={busy} onAsk={onAsk} /> : null}
    </div>
  );
}

function Sources({ sources }: { sources: readonly ChatSource[] }) {
  const { t } = useTranslation();
  return (
    <details className="group rounded-md border border-line text-sm">
      <summary className="flex min-h-9 cursor-pointer list-none items-center gap-1 px-2 text-soft hover:text-ink [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden className="size-4 transition-transform group-open:rotate-90" />
        {t(($) => $.chat.sources, { count: sources.length })}
      </summary>
      <ol className="space-y-2 border-t border-line px-3 py-2">
        {sources.map((source) => (
          <li key={`${source.first}-${source.last}`} className="flex items-baseline gap-2">
            <ChatPlace {...placeOf(source)} />
            <span className="min-w-0 leading-6 [overflow-wrap:anywhere]">{source.text}</span>
          </li>
        ))}
      </ol>
    </details>
  );
}

type RelatedProps = { questions: readonly string[]; disabled?: boolean; onAsk: (question: string) => void };

export function Related({ questions, disabled, onAsk }: RelatedProps) {
  const { t } = useTranslation();
  return (
    <ul aria-label={t(($) => $.chat.related)} className="flex flex-col items-start gap-1.5">
      {questions.map((question) => (
        <li key={question} className="max-w-full">
          <button
            type="button"
            disabled={disabled}
            onClick={() => onAsk(question)}
            className="rounded-md border border-line px-3 py-2 text-left text-sm [overflow-wrap:anywhere] transition-colors hover:bg-hover disabled:opacity-55"
          >
            {question}
          </button>
        </li>
      ))}
    </ul>
  );
}
