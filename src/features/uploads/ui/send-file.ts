/** Uploads a small file for another call, without a place in the list of uploads. Gives the upload's id. */
export async function sendFile(file: File): Promise<string> {
  const { openTusTransfer } = await import('./tus-transfer.ts');
  return new Promise((resolve, reject) => {
    const events = {
      onProgress: () => undefined,
      onRetrying: () => undefined,
      onError: (error: object) => reject(Object.assign(new Error('not sent'), error)),
      onUploaded: resolve,
    };
    openTusTransfer(file, events).then((transfer) => transfer.start(), reject);
  });
}
