export { outstandingUploadBytes, requireQuota, takeImportedFiles } from './reservations.ts';
export { forgetUploads, removeUploadsOf, requireUpload, takeUpload } from './upload-store.ts';
