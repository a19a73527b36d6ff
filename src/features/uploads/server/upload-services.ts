import type { Services } from '#infra/services.ts';

/** The part of the services that uploads use. */
export type UploadServices = Pick<Services, 'db' | 'blobs'> & {
  disk: Pick<Services['disk'], 'roomBytes'>;
  settings: Pick<Services['settings'], 'uploads'>;
};
