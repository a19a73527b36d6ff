import { clsx } from 'clsx';
import { Tabs as Radix } from 'radix-ui';
import type { ComponentProps, SyntheticEvent } from 'react';

export function Tabs({ className, ...rest }: ComponentProps<typeof Radix.Root>) {
  return <Radix.Root className={className} {...rest} />;
}

/** Scrolls sideways on phones; needs an `aria-label`. */
export function TabsList({ className, ...rest }: ComponentProps<typeof Radix.List>) {
  return (
    <Radix.List
      className={clsx('fades-aside flex gap-1 overflow-x-auto border-b border-line [scrollbar-width:none]', className)}
      {...rest}
    />
  );
}

/** A press focuses by script, which browsers take for a key on a fresh page: without the mark a focus ring would appear. */
const pressMark = {
  onPointerDown: ({ currentTarget }: SyntheticEvent<HTMLElement>) => currentTarget.setAttribute('data-pressed', ''),
  onKeyDown: ({ currentTarget }: SyntheticEvent<HTMLElement>) => currentTarget.removeAttribute('data-pressed'),
  onBlur: ({ currentTarget }: SyntheticEvent<HTMLElement>) => currentTarget.removeAttribute('data-pressed'),
};

export function TabsTrigger({ className, ...rest }: ComponentProps<typeof Radix.Trigger>) {
  return (
    <Radix.Trigger
      {...pressMark}
      className={clsx(
        '-mb-px inline-flex h-10 max-md:h-11 shrink-0 items-center gap-1.5 border-b-2 border-transparent px-3 text-sm whitespace-nowrap text-soft transition-colors hover:text-ink focus-visible:-outline-offset-2 data-pressed:outline-none data-[state=active]:border-accent data-[state=active]:font-medium data-[state=active]:text-ink',
        className,
      )}
      {...rest}
    />
  );
}

export function TabsContent({ className, ...rest }: ComponentProps<typeof Radix.Content>) {
  return <Radix.Content className={clsx('animate-fade-in focus-visible:-outline-offset-2', className)} {...rest} />;
}
