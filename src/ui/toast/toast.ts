import { createStore } from 'zustand/vanilla';

/** The library loads with the first toast. Messages arrive translated. */
export type ToastInput = {
  tone?: 'success' | 'error' | 'info' | 'warning';
  message: string;
  description?: string;
  action?: { label: string; onAction: () => void };
  id?: string;
  durationMs?: number;
};

type Sink = { show: (toast: ToastInput) => void; dismiss: (id: string) => void };

let sink: Sink | null = null;

/** Toasts from before the library was loaded. */
export const waitingToasts = createStore<{ toasts: readonly ToastInput[] }>()(() => ({ toasts: [] }));

export function showToast(toast: ToastInput): void {
  if (sink !== null) sink.show(toast);
  else waitingToasts.setState(({ toasts }) => ({ toasts: [...toasts, toast] }));
}

export function dismissToast(id: string): void {
  waitingToasts.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }));
  sink?.dismiss(id);
}

/** Takes waiting and later toasts. Returns the detach function. */
export function attachToastSink(next: Sink): () => void {
  sink = next;
  const { toasts } = waitingToasts.getState();
  waitingToasts.setState({ toasts: [] });
  for (const toast of toasts) next.show(toast);
  return () => {
    if (sink === next) sink = null;
  };
}
