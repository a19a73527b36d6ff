import { clsx } from 'clsx';
import { ArrowLeft, X } from 'lucide-react';
import { Dialog as Radix, VisuallyHidden as RadixHidden } from 'radix-ui';
import type { ReactNode } from 'react';
import { keepOpenWhileComposing } from '#ui/browser/is-composing.ts';
import { useCloseOnBack } from '#ui/browser/use-close-on-back.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { useUiLabels } from '#ui/labels.tsx';
import { overlayClass } from '#ui/overlays/dialog.tsx';
import { useFocusReturn } from '#ui/overlays/use-focus-return.ts';

type SheetProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  hideTitle?: boolean;
  /** Names what a sheet over the whole page covers: the button that leads back there says so. */
  backText?: string;
  side: 'left' | 'right';
  className?: string;
  children?: ReactNode;
};

export function Sheet({ open, onOpenChange, title, hideTitle, backText, side, className, children }: SheetProps) {
  const labels = useUiLabels();
  const focusReturn = useFocusReturn();
  useCloseOnBack(open, () => onOpenChange(false));
  const heading = <Radix.Title className={clsx('grow text-base font-semibold', backText && 'text-right')}>{title}</Radix.Title>;
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={overlayClass} />
        <Radix.Content
          {...focusReturn}
          onEscapeKeyDown={keepOpenWhileComposing}
          aria-describedby={undefined}
          className={clsx(
            'fixed inset-y-0 z-50 flex w-[18rem] max-w-[calc(100vw-3rem)] flex-col bg-surface shadow-overlay focus:outline-none',
            side === 'left' ? 'left-0 animate-slide-left' : 'right-0 animate-slide-right',
            className,
          )}
        >
          {hideTitle ? (
            <RadixHidden.Root>{heading}</RadixHidden.Root>
          ) : (
            <div className={clsx('flex items-center gap-2 border-b border-line py-2', backText ? 'pr-4 pl-1' : 'pr-2 pl-4')}>
              {backText ? (
                <Radix.Close asChild>
                  <Button size="sm" variant="ghost">
                    <ArrowLeft aria-hidden className="size-4" />
                    {backText}
                  </Button>
                </Radix.Close>
              ) : null}
              {heading}
              {backText ? null : (
                <Radix.Close asChild>
                  <IconButton label={labels.close} size="sm">
                    <X aria-hidden />
                  </IconButton>
                </Radix.Close>
              )}
            </div>
          )}
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
