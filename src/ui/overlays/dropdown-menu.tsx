import { clsx } from 'clsx';
import { Check } from 'lucide-react';
import { DropdownMenu as Radix } from 'radix-ui';
import type { ComponentProps } from 'react';

export const DropdownMenuTrigger = Radix.Trigger;
export const DropdownMenuRadioGroup = Radix.RadioGroup;

/** Not modal: a click outside closes the menu and still has its effect. */
export function DropdownMenu(props: ComponentProps<typeof Radix.Root>) {
  return <Radix.Root modal={false} {...props} />;
}

const item =
  'relative flex min-h-9 max-md:min-h-11 cursor-pointer select-none items-center gap-2 rounded-md px-2 py-1.5 text-sm outline-none data-[disabled]:cursor-not-allowed data-[disabled]:opacity-55 data-[highlighted]:bg-hover active:bg-line [&_svg]:size-4 [&_svg]:shrink-0';

/** Renders in place, inside its trigger's landmark. A parent with its own stacking context must lie above its neighbours. */
export function DropdownMenuContent({ className, sideOffset = 4, ...rest }: ComponentProps<typeof Radix.Content>) {
  return (
    <Radix.Content
      sideOffset={sideOffset}
      collisionPadding={8}
      className={clsx(
        'z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-48 animate-pop-in overflow-y-auto rounded-lg border border-line bg-surface p-1 shadow-overlay',
        className,
      )}
      {...rest}
    />
  );
}

export function DropdownMenuItem({ danger, className, ...rest }: ComponentProps<typeof Radix.Item> & { danger?: boolean }) {
  return (
    <Radix.Item
      className={clsx(item, danger ? 'text-danger [&_svg]:text-danger' : 'text-ink [&_svg]:text-soft', className)}
      {...rest}
    />
  );
}

export function DropdownMenuRadioItem({ className, children, ...rest }: ComponentProps<typeof Radix.RadioItem>) {
  return (
    <Radix.RadioItem className={clsx(item, 'pr-8', className)} {...rest}>
      {children}
      <Radix.ItemIndicator className="absolute right-2">
        <Check aria-hidden />
      </Radix.ItemIndicator>
    </Radix.RadioItem>
  );
}

export function DropdownMenuLabel({ className, ...rest }: ComponentProps<typeof Radix.Label>) {
  return <Radix.Label className={clsx('px-2 pt-2 pb-1 text-xs text-faint', className)} {...rest} />;
}

export function DropdownMenuSeparator({ className, ...rest }: ComponentProps<typeof Radix.Separator>) {
  return <Radix.Separator className={clsx('-mx-1 my-1 h-px bg-line', className)} {...rest} />;
}

export function DropdownMenuCheckboxItem({ className, children, ...rest }: ComponentProps<typeof Radix.CheckboxItem>) {
  return (
    <Radix.CheckboxItem className={clsx(item, 'pr-8', className)} {...rest}>
      {children}
      <Radix.ItemIndicator className="absolute right-2">
        <Check aria-hidden />
      </Radix.ItemIndicator>
    </Radix.CheckboxItem>
  );
}
