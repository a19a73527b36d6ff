export { outstandingUploadBytes, takeImportedFiles } from './reservations.ts';
export { requireQuota } from './storage-quota.ts';
export { describeUpload, forgetUploads, removeUploadsOf, requireUpload, type TakenUpload, takeUpload } from './upload-store.ts';
