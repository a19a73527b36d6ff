/** The answer that is being written, for everyone who looks: from its beginning, then as it grows, whoever writes it. */
import type { OwnedContent } from '#features/contents/server/index.ts';
import type { Services } from '#infra/services.ts';
import { commonPrefix } from '#lib/common-prefix.ts';
import type { ChatEvent } from '../contract.ts';
import { findChat, readAnswer, readChat } from './chat-store.ts';

/** Looks again after this long without a signal: a lost one delays, and never hides. */
const LOOK_AGAIN_MS = 3_000;

export async function* watchAnswer(services: Services, content: OwnedContent, signal: AbortSignal): AsyncGenerator<ChatEvent> {
  const chat = await findChat(services.db, content);
  let wake: () => void = () => undefined;
  let woken = true;
  const rouse = (): void => {
    woken = true;
    wake();
  };
  const unsubscribe = services.events.subscribe((event) => {
    if (event === null || (event.type === 'chat' && event.chatId === chat?.id)) rouse();
  });
  signal.addEventListener('abort', rouse, { once: true });
  let sent = { messageId: '', text: '' };
  try {
    while (chat && !signal.aborted) {
      woken = false;
      const answer = await readAnswer(services.db, chat.id);
      // Also ends the answer of a process that has gone.
      if (!answer || (await readChat(services, content)).answeringId === null) break;
      const isNew = sent.messageId !== answer.messageId;
      if (isNew || sent.text !== answer.markdown) {
        const offset = isNew ? 0 : commonPrefix(sent.text, answer.markdown);
        yield { type: 'partial', messageId: answer.messageId, offset, text: answer.markdown.slice(offset) };
        sent = { messageId: answer.messageId, text: answer.markdown };
      }
      if (!woken)
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, LOOK_AGAIN_MS);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
    }
    if (!signal.aborted) yield { type: 'done' };
  } finally {
    unsubscribe();
    signal.removeEventListener('abort', rouse);
  }
}
