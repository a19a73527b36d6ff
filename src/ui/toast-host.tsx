import { type ComponentType, useEffect, useState } from 'react';
import { useStore } from 'zustand/react';
import { waitingToasts } from '#ui/toast.ts';

/** The page has long been drawn by then. Without a server, where most toasts come from, there is nothing to load it from. */
const preloadAfterMs = 5000;

const load = async () => (await import('#ui/toaster.tsx')).Toaster;

/** Mounted once in the shell; shows the toaster with the first toast. */
export function ToastHost() {
  const [Toaster, setToaster] = useState<ComponentType | null>(null);
  const { toasts } = useStore(waitingToasts);
  useEffect(() => {
    if (toasts.length === 0) return;
    load().then(
      (loaded) => setToaster(() => loaded),
      // What was to be said waits, and is said with the next one that finds the toaster.
      () => undefined,
    );
  }, [toasts]);
  useEffect(() => {
    const timer = setTimeout(() => void load().catch(() => undefined), preloadAfterMs);
    return () => clearTimeout(timer);
  }, []);
  return Toaster === null ? null : <Toaster />;
}
