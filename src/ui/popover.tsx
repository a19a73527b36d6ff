import { clsx } from 'clsx';
import { Popover as Radix } from 'radix-ui';
import type { ComponentProps } from 'react';

export const Popover = Radix.Root;
export const PopoverTrigger = Radix.Trigger;
export const PopoverClose = Radix.Close;

/** Give it an `aria-label`. */
export function PopoverContent({ className, sideOffset = 6, ...rest }: ComponentProps<typeof Radix.Content>) {
  return (
    <Radix.Portal>
      <Radix.Content
        sideOffset={sideOffset}
        collisionPadding={8}
        className={clsx(
          'z-50 w-72 max-w-[calc(100vw-1rem)] animate-pop-in rounded-lg border border-line bg-surface p-4 text-sm shadow-overlay focus:outline-none',
          className,
        )}
        {...rest}
      />
    </Radix.Portal>
  );
}
