import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChatMessage } from '../contract.ts';
import { Answer, Question, textOf } from './message.tsx';

const nothing = (): void => undefined;

/** The conversation from when there was a model, to be read: without one, nothing can be asked. */
export function EarlierMessages({ messages }: { messages: readonly ChatMessage[] }) {
  const { t } = useTranslation();
  const box = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: begins at the latest answer, as the conversation does
  useEffect(() => {
    if (box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [messages.length]);
  return (
    <section
      ref={box}
      aria-label={t(($) => $.chat.log)}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
      tabIndex={0}
      className="flex max-h-2/5 shrink-0 flex-col gap-5 overflow-y-auto overscroll-contain border-b border-line p-4 focus-visible:-outline-offset-2"
    >
      {messages.map((message) =>
        message.role === 'user' ? (
          <Question key={message.id} text={textOf(message)} />
        ) : message.role === 'assistant' ? (
          // Only the last message offers to ask on.
          <Answer key={message.id} message={message} last={false} busy={false} onRetry={nothing} onAsk={nothing} />
        ) : null,
      )}
    </section>
  );
}
