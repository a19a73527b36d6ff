import { useTranslation } from 'react-i18next';
import { dismissToast, showToast } from '#ui/toast/toast.ts';

/** Uploads a small file for another call, without a place in the list of uploads. Gives the upload's id. */
export function useSendFile(): (file: File) => Promise<string> {
  const { t } = useTranslation();
  return async (file) => {
    // It is tried again for minutes, which would look like work.
    const onRetrying = () => showToast({ id: waitingToast, message: t(($) => $.uploads.waiting) });
    try {
      return await sendFile(file, onRetrying);
    } finally {
      dismissToast(waitingToast);
    }
  };
}

const waitingToast = 'file-waits-for-connection';

async function sendFile(file: File, onRetrying: () => void): Promise<string> {
  const { openTusTransfer } = await import('./tus-transfer.ts');
  return new Promise((resolve, reject) => {
    const events = {
      onProgress: () => undefined,
      onRetrying,
      onError: (error: object) => reject(Object.assign(new Error('not sent'), error)),
      onUploaded: resolve,
    };
    openTusTransfer(file, events).then((transfer) => transfer.start(), reject);
  });
}
