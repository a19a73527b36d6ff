/** Images from a service with OpenAI's images API: OpenAI, Seedream, or a self-hosted server. */
import { z } from 'zod';
import { AppError } from '#lib/app-error.ts';
import { createAsker, type GenerationSettings } from './service.ts';

export type MadeImage = { bytes: Uint8Array } | { url: string };

export type ImageMaker = {
  /** `model @ host`. */
  id: string;
  /** US dollars per image; null: unknown. */
  priceUsd: number | null;
  /** Makes at most `count` images. URLs among them expire soon. Errors: the `output_*` codes, `cancelled`. */
  make(prompt: string, options: { count: number; signal: AbortSignal }): Promise<MadeImage[]>;
};

const zAnswer = z.object({
  data: z.array(z.object({ b64_json: z.string().nullish(), url: z.url({ protocol: /^https?$/ }).nullish() })).min(1),
});

const timeoutMs = 5 * 60_000;
/** Enough for four large images in base64. */
const mostBytes = 120 * 1024 * 1024;

export function createImageMaker(settings: GenerationSettings): ImageMaker {
  const ask = createAsker(settings);
  return {
    id: `${settings.model} @ ${new URL(settings.baseUrl).host}`,
    priceUsd: settings.priceUsd,
    async make(prompt, { count, signal }) {
      const body = { model: settings.model, prompt, n: count };
      const answer = zAnswer.safeParse(await ask({ path: '/images/generations', body, timeoutMs, mostBytes, signal }));
      if (!answer.success) throw new AppError('output_failed', { detail: 'not the shape of an answer' });
      return answer.data.data.slice(0, count).map(({ b64_json: base64, url }) => {
        if (base64) return { bytes: Buffer.from(base64, 'base64') };
        if (url) return { url };
        throw new AppError('output_failed', { detail: 'neither bytes nor an address' });
      });
    },
  };
}
