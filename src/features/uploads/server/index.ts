/** What other features and the composition root may call. */
export { outstandingUploadBytes, requireQuota } from './reservations.ts';
export { forgetUploads, takeUpload } from './upload-store.ts';
