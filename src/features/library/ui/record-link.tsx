import { useRouter } from '@tanstack/react-router';
import { type MouseEvent, type ReactNode, useRef } from 'react';
import { dragKey } from '#ui/drag/drag-source.ts';

const preloadDelayMs = 50;

type RecordLinkProps = { contentId: string; title: string; className: string; children: ReactNode };

/**
 * A link to a record from a row of a long list. The router's own link subscribes to the address and resolves its target
 * again each time, which slows down scrolling among hundreds of rows. And a row that scrolls under a resting pointer is not
 * meant to be opened: its page is prefetched only when the pointer moves.
 */
export function RecordLink({ contentId, title, className, children }: RecordLinkProps) {
  const router = useRouter();
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const to = { to: '/content/$contentId', params: { contentId } } as const;
  const preload = () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      void router.preloadRoute(to).catch(() => undefined);
    }, preloadDelayMs);
  };
  const cancel = () => {
    clearTimeout(timer.current);
    timer.current = undefined;
  };
  const follow = (event: MouseEvent) => {
    const { defaultPrevented, button, metaKey, altKey, ctrlKey, shiftKey } = event;
    if (defaultPrevented || button !== 0 || metaKey || altKey || ctrlKey || shiftKey) return;
    event.preventDefault();
    cancel();
    void router.navigate(to);
  };
  return (
    <a
      href={`/content/${contentId}`}
      title={title}
      aria-keyshortcuts={dragKey}
      className={className}
      onClick={follow}
      onMouseMove={preload}
      onMouseLeave={cancel}
      onFocus={preload}
      onBlur={cancel}
      onTouchStart={preload}
    >
      {children}
    </a>
  );
}
