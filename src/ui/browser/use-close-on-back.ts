import { useBlocker } from '@tanstack/react-router';

/** What covers a phone's screen is left by the device's own way back, and the page behind it stays. */
export function useCloseOnBack(open: boolean, onClose: () => void): void {
  useBlocker({
    disabled: !open,
    enableBeforeUnload: false,
    shouldBlockFn: ({ action }) => {
      if (action !== 'BACK') return false;
      onClose();
      return true;
    },
  });
}
