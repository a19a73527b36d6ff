import { useRef, useState } from 'react';

/** Runs one request at a time; `onFailure` shows what failed. */
export function useOneRequest(onFailure: (error: unknown) => void) {
  const [busy, setBusy] = useState(false);
  /** Never rejects. */
  const running = useRef<Promise<boolean> | null>(null);

  /** True on success; false also while another request runs. */
  async function runAlone(act: () => Promise<void>): Promise<boolean> {
    if (running.current) return false;
    setBusy(true);
    running.current = act().then(
      () => true,
      (error: unknown) => {
        onFailure(error);
        return false;
      },
    );
    try {
      return await running.current;
    } finally {
      running.current = null;
      setBusy(false);
    }
  }

  return { busy, running, runAlone };
}
