import { useEffect } from 'react';
import { Toaster as Sonner, toast } from 'sonner';
import { useUiLabels } from '#ui/labels.tsx';
import { attachToastSink, type ToastInput } from '#ui/toast/toast.ts';

function show(input: ToastInput): void {
  const options = {
    ...(input.id === undefined ? {} : { id: input.id }),
    ...(input.description === undefined ? {} : { description: input.description }),
    ...(input.action === undefined ? {} : { action: { label: input.action.label, onClick: input.action.onAction } }),
    // Long enough to read what failed, or to reach the button.
    duration: input.durationMs ?? (input.tone === 'error' || input.action !== undefined ? 8000 : 4000),
  };
  if (input.tone === undefined) toast(input.message, options);
  else toast[input.tone](input.message, options);
}

const sink = { show, dismiss: (id: string) => void toast.dismiss(id) };

const tones = {
  success: '[&_[data-icon]]:text-success',
  error: '[&_[data-icon]]:text-danger',
  warning: '[&_[data-icon]]:text-warning',
  info: '[&_[data-icon]]:text-soft',
};

export function Toaster() {
  const labels = useUiLabels();
  useEffect(() => attachToastSink(sink), []);
  return (
    <Sonner
      position="bottom-right"
      containerAriaLabel={labels.notifications}
      closeButton
      // Otherwise the library's own font, which differs from that of a Chinese page.
      style={{ fontFamily: 'inherit' }}
      toastOptions={{
        closeButtonAriaLabel: labels.close,
        unstyled: true,
        classNames: {
          toast:
            'flex w-(--width) items-start gap-3 rounded-lg border border-line bg-surface py-3 pr-10 pl-4 text-sm text-ink shadow-overlay',
          title: 'line-clamp-3 font-medium wrap-anywhere',
          description: 'mt-0.5 text-soft',
          icon: 'mt-0.5 size-4 shrink-0',
          content: 'min-w-0 grow',
          actionButton: 'shrink-0 rounded-sm px-2 py-0.5 font-medium text-accent-ink hover:bg-hover',
          closeButton:
            'absolute! top-2! right-2! left-auto! size-7! translate-0! border-0! bg-transparent! text-soft! hover:bg-hover! rounded-md! flex items-center justify-center',
          ...tones,
        },
      }}
    />
  );
}
