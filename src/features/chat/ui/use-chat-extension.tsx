import { MessageCircleQuestion } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useCallback, useMemo, useRef, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { useMediaQuery } from '#ui/use-media-query.ts';

const ChatPanel = lazy(async () => ({ default: (await import('./chat-panel.tsx')).ChatPanel }));

/** From here on there is room for the panel beside the page. */
const dockedQuery = '(width >= 80rem)';

/**
 * What the conversation adds to a content page: a button among its actions, and the panel it opens. `docked`: the panel
 * stands beside the page, which gives it 25rem at its right.
 */
export function useChatExtension(contentId: string, label: string): { action: ReactNode; overlay: ReactNode; docked: boolean } {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const roomy = useMediaQuery(dockedQuery);
  const handleClose = useCallback(() => {
    setOpen(false);
    button.current?.focus();
  }, []);
  return useMemo(
    () => ({
      action: (
        <Button
          ref={button}
          size="sm"
          variant="ghost"
          aria-expanded={open}
          onClick={() => (open ? handleClose() : setOpen(true))}
          // The panel's code is on its way before the press ends.
          onPointerEnter={() => void import('./chat-panel.tsx')}
        >
          <MessageCircleQuestion aria-hidden className="size-4" />
          {label}
        </Button>
      ),
      overlay: open ? (
        <Suspense>
          <ChatPanel key={contentId} contentId={contentId} onClose={handleClose} />
        </Suspense>
      ) : null,
      docked: open && roomy,
    }),
    [contentId, label, open, roomy, handleClose],
  );
}
