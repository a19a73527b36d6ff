import { lazy, Suspense, useSyncExternalStore } from 'react';
import { onToastWanted } from '#ui/toast.ts';

const Toaster = lazy(async () => ({ default: (await import('#ui/toaster.tsx')).Toaster }));

let everWanted = false;

function subscribe(onChange: () => void): () => void {
  return onToastWanted(() => {
    everWanted = true;
    onChange();
  });
}

/** Mounted once in the shell; loads the toaster with the first toast. */
export function ToastHost() {
  const needed = useSyncExternalStore(subscribe, () => everWanted);
  if (!needed) return null;
  return (
    <Suspense>
      <Toaster />
    </Suspense>
  );
}
