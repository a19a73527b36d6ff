import { type ComponentType, useEffect, useState } from 'react';
import { useStore } from 'zustand/react';
import { waitingToasts } from '#ui/toast/toast.ts';

/** Preloaded, because toasts about a lost server cannot load their code. */
const preloadAfterMs = 5000;

const load = async () => (await import('#ui/toast/toaster.tsx')).Toaster;

export function ToastHost() {
  const [Toaster, setToaster] = useState<ComponentType | null>(null);
  const { toasts } = useStore(waitingToasts);
  useEffect(() => {
    if (toasts.length === 0) return;
    load().then(
      (loaded) => setToaster(() => loaded),
      // The toast waits for the next successful load.
      () => undefined,
    );
  }, [toasts]);
  useEffect(() => {
    const timer = setTimeout(() => void load().catch(() => undefined), preloadAfterMs);
    return () => clearTimeout(timer);
  }, []);
  return Toaster === null ? null : <Toaster />;
}
