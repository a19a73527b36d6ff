export { outstandingUploadBytes, requireQuota } from './reservations.ts';
export { forgetUploads, takeUpload } from './upload-store.ts';
