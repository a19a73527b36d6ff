import { createStore } from 'zustand/vanilla';

/**
 * Toasts without their weight: `showToast` may be called from anywhere, the library behind it is loaded with the
 * first one. Browser only; messages arrive translated.
 */
export type ToastInput = {
  tone?: 'success' | 'error' | 'info' | 'warning';
  message: string;
  description?: string;
  action?: { label: string; onAction: () => void };
  /** Same id: replaces the toast that stands. */
  id?: string;
  durationMs?: number;
};

type Sink = { show: (toast: ToastInput) => void; dismiss: (id: string) => void };

let sink: Sink | null = null;

/** Those that were shown before the library is there, for the host. */
export const waitingToasts = createStore<{ toasts: readonly ToastInput[] }>()(() => ({ toasts: [] }));

export function showToast(toast: ToastInput): void {
  if (sink !== null) sink.show(toast);
  else waitingToasts.setState(({ toasts }) => ({ toasts: [...toasts, toast] }));
}

/** For a toast whose action would do something else than it says by now. */
export function dismissToast(id: string): void {
  waitingToasts.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }));
  sink?.dismiss(id);
}

/** For the mounted toaster: takes what waits and everything that follows. Returns how to detach. */
export function attachToastSink(next: Sink): () => void {
  sink = next;
  const { toasts } = waitingToasts.getState();
  waitingToasts.setState({ toasts: [] });
  for (const toast of toasts) next.show(toast);
  return () => {
    if (sink === next) sink = null;
  };
}
