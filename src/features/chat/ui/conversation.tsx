import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { KeptText } from '#ui/kept-text.ts';
import type { Chat, ChatMessage } from '../contract.ts';
import { AnswerText } from './answer-text.tsx';
import { Composer } from './composer.tsx';
import { Answer, Question, Related, textOf } from './message.tsx';
import type { ChatState } from './use-chat.ts';

/** Within this distance of the end, the view follows the text that is written. */
const followPx = 80;

type ConversationProps = { chat: ChatState; data: Chat; draft: KeptText; takeFocus: boolean };

export function Conversation({ chat, data, draft, takeFocus }: ConversationProps) {
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  const follows = useRef(true);
  const messages = data.messages.filter(({ role }) => role !== 'system');
  const { pending, writing } = chat;
  // An answer that is written anew takes the place of the one before at its first words.
  const replaced = writing && pending === null && messages.at(-1)?.role === 'assistant' ? messages.at(-1) : undefined;
  const announcement = useAnnouncement(writing !== null, messages.at(-1));

  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever is new at the end is followed
  useEffect(() => {
    if (follows.current && box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [messages.length, pending, writing]);

  function handleAsk(question: string): Promise<boolean> {
    follows.current = true;
    return chat.ask(question);
  }
  /** The pressed button disappears, so the focus goes to the box where the answer will appear. */
  function stayHere(): void {
    follows.current = true;
    box.current?.focus({ preventScroll: true });
  }
  function handleSuggestion(question: string): void {
    stayHere();
    void handleAsk(question);
  }
  function handleRetry(): void {
    stayHere();
    const last = messages.at(-1);
    if (last) chat.retry(last.id);
  }

  const starters = [t(($) => $.chat.starters.main), t(($) => $.chat.starters.numbers), t(($) => $.chat.starters.act)];
  return (
    <>
      <div
        ref={box}
        role="log"
        aria-live="off"
        aria-label={t(($) => $.chat.log)}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
        tabIndex={0}
        onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
          follows.current = scrollHeight - scrollTop - clientHeight < followPx;
        }}
        className="flex min-h-0 grow flex-col gap-5 overflow-y-auto overscroll-contain p-4 focus-visible:-outline-offset-2"
      >
        {messages.length === 0 && pending === null ? (
          <div className="my-auto py-6">
            <p className="mb-4 text-soft">{t(($) => $.chat.empty)}</p>
            <Related questions={starters} disabled={chat.busy} onAsk={handleSuggestion} />
          </div>
        ) : null}
        {messages.map((message, index) =>
          message.role === 'user' ? (
            <Question key={message.id} text={textOf(message)} />
          ) : message === replaced ? null : (
            <Answer
              key={message.id}
              message={message}
              last={index === messages.length - 1 && writing === null && pending === null}
              busy={chat.busy}
              onRetry={handleRetry}
              onAsk={handleSuggestion}
            />
          ),
        )}
        {pending === null ? null : <Question text={pending} />}
        {writing === null && pending === null ? null : (
          <div aria-busy>
            {writing ? (
              <AnswerText markdown={writing} />
            ) : (
              <p className="animate-pulse-soft text-soft">{t(($) => $.chat.thinking)}</p>
            )}
            {chat.reconnecting ? <p className="mt-2 text-sm text-soft">{t(($) => $.chat.reconnecting)}</p> : null}
          </div>
        )}
        {messages.at(-1)?.role === 'user' && writing === null && pending === null ? (
          <div className="flex justify-start">
            <button type="button" className="text-sm text-accent-ink underline" onClick={handleRetry} disabled={chat.busy}>
              {t(($) => $.chat.answerLast)}
            </button>
          </div>
        ) : null}
      </div>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <Composer
        writing={writing !== null}
        busy={chat.busy}
        stopping={chat.stopping}
        model={data.model}
        draft={draft}
        takeFocus={takeFocus}
        onAsk={handleAsk}
        onStop={chat.stop}
      />
    </>
  );
}

/** Announces changes of the state to screen readers once, not word by word. */
function useAnnouncement(writing: boolean, last: ChatMessage | undefined): string {
  const { t } = useTranslation();
  const state = last?.metadata.state;
  const problem = last?.metadata.problem?.code;
  const empty = !last || textOf(last) === '';
  const [said, setSaid] = useState('');
  const was = useRef(false);
  useEffect(() => {
    if (writing && !was.current) setSaid(t(($) => $.chat.thinking));
    if (!writing && was.current)
      setSaid(
        problem === 'cancelled'
          ? t(($) => $.chat.stoppedKept)
          : problem
            ? t(($) => $.chat.announceFailed)
            : state === 'stopped'
              ? t(($) => (empty ? $.chat.stoppedEmpty : $.chat.stopped))
              : t(($) => $.chat.announceDone),
      );
    was.current = writing;
  }, [writing, state, problem, empty, t]);
  return said;
}
