export { outstandingUploadBytes, requireQuota, takeImportedFiles } from './reservations.ts';
export { describeUpload, forgetUploads, removeUploadsOf, requireUpload, type TakenUpload, takeUpload } from './upload-store.ts';
