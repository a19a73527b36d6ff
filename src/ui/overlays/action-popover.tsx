import { type ReactNode, useRef } from 'react';
import type { ActionWindow } from './action-menu.tsx';
import { Popover, PopoverAnchor, PopoverContent } from './popover.tsx';

type ActionPopoverProps = ActionWindow & {
  label: string;
  /** The element that gets the focus; by default the first field or button. */
  firstFocus?: (content: HTMLElement) => HTMLElement | null;
  children: ReactNode;
};

export function ActionPopover({ label, firstFocus, anchor, onClose, children }: ActionPopoverProps) {
  const content = useRef<HTMLDivElement>(null);
  return (
    <Popover
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <PopoverAnchor virtualRef={anchor} />
      <PopoverContent
        ref={content}
        align="end"
        aria-label={label}
        onOpenAutoFocus={(event) => {
          if (!firstFocus || !content.current) return;
          event.preventDefault();
          (firstFocus(content.current) ?? content.current).focus();
        }}
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          // An element pressed outside of it keeps the focus.
          if (document.activeElement === document.body || content.current?.contains(document.activeElement))
            anchor.current?.focus({ preventScroll: true });
        }}
      >
        {children}
      </PopoverContent>
    </Popover>
  );
}
