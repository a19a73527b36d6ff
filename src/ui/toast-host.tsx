import { type ComponentType, useEffect, useSyncExternalStore } from 'react';
import { onToastWanted } from '#ui/toast.ts';

/** The page has long been drawn by then. Without a server, where most toasts come from, there is nothing to load it from. */
const preloadAfterMs = 5000;

let Toaster: ComponentType | null = null;

const load = async () => (await import('#ui/toaster.tsx')).Toaster;

function subscribe(onChange: () => void): () => void {
  return onToastWanted(() => {
    if (Toaster !== null) return;
    load().then(
      (loaded) => {
        Toaster = loaded;
        onChange();
      },
      // What was to be said waits, and is said with the next one that finds the toaster.
      () => undefined,
    );
  });
}

/** Mounted once in the shell; shows the toaster with the first toast. */
export function ToastHost() {
  const Shown = useSyncExternalStore(subscribe, () => Toaster);
  useEffect(() => {
    const timer = setTimeout(() => void load().catch(() => undefined), preloadAfterMs);
    return () => clearTimeout(timer);
  }, []);
  return Shown === null ? null : <Shown />;
}
