import type { Services } from '#infra/services.ts';

export type UploadServices = Pick<Services, 'db' | 'blobs'> & {
  disk: Pick<Services['disk'], 'roomBytes'>;
  settings: Pick<Services['settings'], 'uploads'>;
};
