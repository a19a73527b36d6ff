import { useQuery } from '@tanstack/react-query';
import { MessageCircleQuestion, Search } from 'lucide-react';
import { type ReactNode, Suspense, useCallback, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTRPC } from '#rpc/client.tsx';
import { useMediaQuery } from '#ui/browser/use-media-query.ts';
import { Button } from '#ui/button.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { type ChatDrafts, emptyDrafts } from './kept-text.ts';

const loadPanel = () => import('./chat-panel.tsx');
const ChatPanel = lazyPart(async () => (await loadPanel()).ChatPanel);

/** From here on there is room for the panel beside the page. */
const dockedQuery = '(width >= 80rem)';

/**
 * What the conversation adds to a content page: a button among its actions, and the panel it opens. `docked`: the panel
 * stands beside the page, which gives it 25rem at its right.
 */
export function useChatExtension(contentId: string): { action: ReactNode; overlay: ReactNode; docked: boolean } {
  const { t } = useTranslation();
  const trpc = useTRPC();
  // Reads the page's cache, requests nothing.
  const detail = useQuery(trpc.content.overview.queryOptions({ contentId }, { enabled: false })).data;
  const finding = detail?.availableModel === null;
  const label = finding ? t(($) => $.chat.find) : t(($) => $.chat.open);
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const roomy = useMediaQuery(dockedQuery);
  // On a phone every place that is followed closes the panel: what was being written is there when it opens again.
  const [draftsOf] = useState(() => new Map<string, ChatDrafts>());
  const handleClose = useCallback(() => {
    setOpen(false);
    button.current?.focus();
  }, []);
  return useMemo(() => {
    const drafts = draftsOf.get(contentId) ?? emptyDrafts();
    draftsOf.set(contentId, drafts);
    return {
      action: (
        <Button
          ref={button}
          size="sm"
          variant="ghost"
          className="aria-expanded:bg-hover aria-expanded:text-ink"
          aria-expanded={open}
          onClick={() => (open ? handleClose() : setOpen(true))}
          // The panel's code is on its way before the press ends.
          onPointerEnter={() => void loadPanel().catch(() => undefined)}
        >
          {finding ? <Search aria-hidden className="size-4" /> : <MessageCircleQuestion aria-hidden className="size-4" />}
          <span className="max-md:sr-only">{label}</span>
        </Button>
      ),
      overlay: open ? (
        <Suspense>
          <ChatPanel key={contentId} contentId={contentId} drafts={drafts} onClose={handleClose} />
        </Suspense>
      ) : null,
      docked: open && roomy,
    };
  }, [contentId, finding, label, open, roomy, handleClose, draftsOf]);
}
