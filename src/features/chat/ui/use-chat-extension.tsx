import { useQuery } from '@tanstack/react-query';
import { MessageCircleQuestion, Search } from 'lucide-react';
import { type ReactNode, Suspense, useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTRPC } from '#rpc/client.tsx';
import { Button } from '#ui/button.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import type { ChatPlaceOnPage } from './chat-panel.tsx';
import { type ChatDrafts, emptyDrafts } from './kept-text.ts';

const loadPanel = () => import('./chat-panel.tsx');
const ChatPanel = lazyPart(async () => (await loadPanel()).ChatPanel);

export type ChatExtension = {
  /** Without a model passages are found, nothing is asked. */
  finding: boolean;
  /** Among the actions of the page. */
  action: ReactNode;
  /** The same, in a bar of other looks. */
  barAction: (className: string) => ReactNode;
  panel: (place: ChatPlaceOnPage) => ReactNode;
};

type Options = { open: boolean; onOpenChange: (open: boolean) => void };

/** What the conversation adds to a content page: a button among its actions, and the panel it opens. */
export function useChatExtension(contentId: string, { open, onOpenChange }: Options): ChatExtension {
  const { t } = useTranslation();
  const trpc = useTRPC();
  // Reads the page's cache, requests nothing.
  const detail = useQuery(trpc.content.overview.queryOptions({ contentId }, { enabled: false })).data;
  const finding = detail?.availableModel === null;
  const label = finding ? t(($) => $.chat.find) : t(($) => $.chat.open);
  // A panel that was open when the page was left does not take the focus of a page that is just opened.
  const [pressed, setPressed] = useState(false);
  // On a phone every place that is followed closes the panel: what was being written is there when it opens again.
  const [draftsOf] = useState(() => new Map<string, ChatDrafts>());
  const handleClose = useCallback(() => {
    onOpenChange(false);
    [...document.querySelectorAll<HTMLElement>('[data-ask]')].find((button) => button.checkVisibility())?.focus();
  }, [onOpenChange]);
  return useMemo(() => {
    const drafts = draftsOf.get(contentId) ?? emptyDrafts();
    draftsOf.set(contentId, drafts);
    const Icon = finding ? Search : MessageCircleQuestion;
    const button = {
      'data-ask': true,
      'aria-expanded': open,
      onClick: () => {
        setPressed(true);
        if (open) handleClose();
        else onOpenChange(true);
      },
      // The panel's code is on its way before the press ends.
      onPointerEnter: () => void loadPanel().catch(() => undefined),
    };
    return {
      finding,
      action: (
        <Button
          {...button}
          size="sm"
          variant="ghost"
          // There the bar below the page has it.
          className="aria-expanded:bg-hover aria-expanded:text-ink max-md:hidden"
        >
          <Icon aria-hidden className="size-4" />
          {label}
        </Button>
      ),
      barAction: (className) => (
        <button type="button" {...button} className={className}>
          <Icon aria-hidden />
          {label}
        </button>
      ),
      panel: (place) => (
        <Suspense>
          <ChatPanel
            key={contentId}
            contentId={contentId}
            drafts={drafts}
            place={place}
            takeFocus={pressed}
            onClose={handleClose}
          />
        </Suspense>
      ),
    };
  }, [contentId, finding, label, open, pressed, handleClose, onOpenChange, draftsOf]);
}
