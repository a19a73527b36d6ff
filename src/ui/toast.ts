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
let waiting: ToastInput[] = [];
const wanted = new Set<() => void>();

export function showToast(toast: ToastInput): void {
  if (sink !== null) {
    sink.show(toast);
    return;
  }
  waiting.push(toast);
  for (const notify of wanted) notify();
}

/** For a toast whose action would do something else than it says by now. */
export function dismissToast(id: string): void {
  waiting = waiting.filter((toast) => toast.id !== id);
  sink?.dismiss(id);
}

/** For the host: `notify` is called when a first toast waits. Returns how to stop listening. */
export function onToastWanted(notify: () => void): () => void {
  wanted.add(notify);
  if (waiting.length > 0) notify();
  return () => wanted.delete(notify);
}

/** For the mounted toaster: takes what waits and everything that follows. Returns how to detach. */
export function attachToastSink(next: Sink): () => void {
  sink = next;
  const backlog = waiting;
  waiting = [];
  for (const toast of backlog) next.show(toast);
  return () => {
    if (sink === next) sink = null;
  };
}
