import { clsx } from 'clsx';
import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { keepOpenWhileComposing } from '#ui/browser/is-composing.ts';
import { IconButton } from '#ui/button.tsx';
import { useUiLabels } from '#ui/labels.tsx';
import { useFocusReturn } from '#ui/overlays/use-focus-return.ts';

type DialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: string;
  footer?: ReactNode;
  className?: string;
  children?: ReactNode;
};

export const overlayClass = 'fixed inset-0 z-50 animate-fade-in bg-scrim';

/** A modal in the middle of the screen, at the bottom on phones. */
export function Dialog({ open, onOpenChange, title, description, footer, className, children }: DialogProps) {
  const labels = useUiLabels();
  const focusReturn = useFocusReturn();
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={overlayClass} />
        <Radix.Content
          {...focusReturn}
          onOpenAutoFocus={(event) => {
            focusReturn.onOpenAutoFocus();
            focusFirstField(event);
          }}
          onEscapeKeyDown={keepOpenWhileComposing}
          {...(description === undefined ? { 'aria-describedby': undefined } : {})}
          className={clsx(
            'fixed inset-x-2 bottom-2 z-50 mx-auto flex max-h-[calc(100dvh-1rem)] max-w-lg animate-pop-in flex-col rounded-lg bg-surface shadow-overlay focus:outline-none sm:top-[12vh] sm:bottom-auto sm:max-h-[76vh]',
            className,
          )}
        >
          <div className="flex items-start gap-2 py-4 pr-3 pl-6">
            <div className="min-w-0 grow pt-1">
              <Radix.Title className="text-lg font-semibold">{title}</Radix.Title>
              {description === undefined ? null : (
                <Radix.Description className="mt-1 text-sm text-soft">{description}</Radix.Description>
              )}
            </div>
            <Radix.Close asChild>
              <IconButton label={labels.close} size="sm">
                <X aria-hidden />
              </IconButton>
            </Radix.Close>
          </div>
          <div className="min-h-0 grow overflow-y-auto px-6 pb-6">{children}</div>
          {footer ? <div className="flex flex-wrap justify-end gap-2 border-t border-line px-6 py-4">{footer}</div> : null}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Not the button that closes it. On touch the dialog itself, as the keyboard for a field would cover it. */
function focusFirstField(event: Event): void {
  if (!(event.target instanceof HTMLElement)) return;
  const field = event.target.querySelector<HTMLElement>('input:not([type]), input[type=text], input[type=search], textarea');
  event.preventDefault();
  if (!field || window.matchMedia('(pointer: coarse)').matches) event.target.focus();
  else field.focus();
}
