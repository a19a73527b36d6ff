import { z } from 'zod';
import { zLanguage } from '#engine/domain.ts';

export const systemContract = {
  'system.info': {
    input: z.void(),
    output: z.object({
      version: z.string(),
      /** Null: the extractive summariser. */
      model: z.string().nullable(),
      maxUploadBytes: z.number(),
      defaultLanguage: zLanguage,
    }),
  },
} as const;
