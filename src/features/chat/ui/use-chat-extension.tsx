import { useQuery } from '@tanstack/react-query';
import { MessageCircleQuestion, Search } from 'lucide-react';
import { type ReactNode, Suspense, useCallback, useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ContentOverview } from '#features/contents/contract.ts';
import { useTRPC } from '#rpc/client.tsx';
import { Button } from '#ui/button.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { showToast } from '#ui/toast/toast.ts';
import { type ChatDrafts, emptyDrafts } from './chat-drafts.ts';
import type { ChatPlaceOnPage } from './chat-panel.tsx';

const loadPanel = () => import('./chat-panel.tsx');
const ChatPanel = lazyPart(async () => (await loadPanel()).ChatPanel);

export type ChatExtension = {
  /** True without a model: the panel finds passages and asks nothing. */
  finding: boolean;
  action: ReactNode;
  /** The same button for a bar with another style. */
  barAction: (className: string) => ReactNode;
  panel: (place: ChatPlaceOnPage) => ReactNode;
};

type Options = { open: boolean; onOpenChange: (open: boolean) => void };

/** Nothing can be found or asked in it, and no work is under way that would change that. */
export function staysWordless(detail: Pick<ContentOverview, 'hasScript' | 'hasText' | 'run' | 'status'>): boolean {
  return !detail.hasScript && !detail.hasText && detail.run === null && detail.status !== 'processing';
}

export function useChatExtension(contentId: string, { open, onOpenChange }: Options): ChatExtension {
  const { t } = useTranslation();
  const trpc = useTRPC();
  // Reads the cache of the page, without a request.
  const detail = useQuery(trpc.content.overview.queryOptions({ contentId }, { enabled: false })).data;
  const finding = detail?.availableModel === null;
  const disabled = !open && detail !== undefined && staysWordless(detail);
  const label = finding ? t(($) => $.chat.find) : t(($) => $.chat.open);
  const reason = t(($) => (finding ? $.chat.nothingToFind : $.chat.nothingToAsk));
  const reasonId = useId();
  // A panel that was left open must not take the focus on the page of another content, nor when this one is opened again.
  const [pressed, setPressed] = useState<string | null>(null);
  if (pressed !== null && pressed !== contentId) setPressed(null);
  // On a phone, following a citation closes the panel: the draft is there when it opens again.
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
      // Not `disabled`: keys could not reach it, and nothing would say why.
      'aria-disabled': disabled || undefined,
      ...(disabled ? { 'aria-describedby': reasonId, title: reason } : {}),
      onClick: () => {
        if (disabled) {
          showToast({ id: 'nothing-to-ask', tone: 'info', message: reason });
          return;
        }
        setPressed(contentId);
        if (open) handleClose();
        else onOpenChange(true);
      },
      // Loads the panel's code before the press ends.
      onPointerEnter: () => void loadPanel().catch(() => undefined),
    };
    return {
      finding,
      action: (
        <>
          <Button
            {...button}
            size="sm"
            variant="ghost"
            // On small screens, the bar below the page has the button.
            className="aria-expanded:bg-hover aria-expanded:text-ink max-md:hidden"
          >
            <Icon aria-hidden className="size-4" />
            {label}
          </Button>
          {/* For both buttons: it stays on the page where the first one is not shown. */}
          {disabled ? (
            <span id={reasonId} hidden>
              {reason}
            </span>
          ) : null}
        </>
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
            finding={finding}
            drafts={drafts}
            place={place}
            takeFocus={pressed === contentId}
            onClose={handleClose}
          />
        </Suspense>
      ),
    };
  }, [contentId, finding, label, reason, reasonId, disabled, open, pressed, handleClose, onOpenChange, draftsOf]);
}
