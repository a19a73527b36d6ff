import { AlertDialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { Button } from '#ui/button.tsx';
import { overlayClass } from '#ui/overlays/dialog.tsx';
import { useFocusReturn } from '#ui/overlays/use-focus-return.ts';

type AlertDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description: ReactNode;
  confirmLabel: string;
  cancelLabel: string;
  danger?: boolean;
  pending?: boolean;
  onConfirm: () => void;
};

/** Confirms an irreversible action. Focus starts on cancel; clicks outside do nothing. */
export function AlertDialog(props: AlertDialogProps) {
  const { open, onOpenChange, title, description, confirmLabel, cancelLabel, danger, pending, onConfirm } = props;
  const focusReturn = useFocusReturn();
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={overlayClass} />
        <Radix.Content
          {...focusReturn}
          className="fixed inset-x-2 bottom-2 z-50 mx-auto max-w-md animate-pop-in rounded-lg bg-surface p-6 shadow-overlay focus:outline-none sm:top-[20vh] sm:bottom-auto"
        >
          <Radix.Title className="text-lg font-semibold">{title}</Radix.Title>
          <Radix.Description asChild>
            <div className="mt-2 text-sm text-soft">{description}</div>
          </Radix.Description>
          <div className="mt-6 flex justify-end gap-2">
            <Radix.Cancel asChild>
              <Button>{cancelLabel}</Button>
            </Radix.Cancel>
            <Button variant={danger ? 'danger' : 'primary'} loading={pending} onClick={onConfirm}>
              {confirmLabel}
            </Button>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
