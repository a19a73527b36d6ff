/** Uploads use tus 1.0, not the RPC calls. */
import { z } from 'zod';

export const uploadsPath = '/api/uploads';

export const zUploadId = z.string().regex(/^[A-Za-z0-9_-]{8,64}$/);
