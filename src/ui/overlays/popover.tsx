import { clsx } from 'clsx';
import { Popover as Radix } from 'radix-ui';
import type { ComponentProps } from 'react';
import { keepOpenWhileComposing } from '#ui/browser/is-composing.ts';

export const Popover = Radix.Root;
export const PopoverAnchor = Radix.Anchor;

/** Opens in place, like a menu's content; give it an `aria-label`. */
export function PopoverContent({ className, sideOffset = 4, ...rest }: ComponentProps<typeof Radix.Content>) {
  return (
    <Radix.Content
      sideOffset={sideOffset}
      onEscapeKeyDown={keepOpenWhileComposing}
      collisionPadding={8}
      className={clsx(
        'z-50 max-h-(--radix-popover-content-available-height) w-80 max-w-[calc(100vw-1rem)] animate-pop-in overflow-y-auto rounded-lg border border-line bg-surface p-1 text-ink shadow-overlay focus:outline-none',
        className,
      )}
      {...rest}
    />
  );
}
