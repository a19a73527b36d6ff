import { useBlocker } from '@tanstack/react-router';

/** The device's back button closes what covers a phone's screen, and the page behind it stays. */
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
