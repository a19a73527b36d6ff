/** Pictures by a service that speaks OpenAI's images endpoint: OpenAI, Seedream, and servers of one's own. */
import { z } from 'zod';
import { AppError } from '#lib/app-error.ts';
import { createAsker, type GenerationSettings } from './service.ts';

export type MadeImage = { bytes: Uint8Array } | { url: string };

export type ImageMaker = {
  /** `model @ host`. */
  id: string;
  /** US dollars for each picture; null: not known. */
  priceUsd: number | null;
  /** At most `count`, some of them as addresses that expire soon. Errors: the `output_*` codes, `cancelled`. */
  make(prompt: string, options: { count: number; signal: AbortSignal }): Promise<MadeImage[]>;
};

const zAnswer = z.object({
  data: z.array(z.object({ b64_json: z.string().nullish(), url: z.url({ protocol: /^https?$/ }).nullish() })).min(1),
});

const timeoutMs = 5 * 60_000;
/** Four large pictures in base64. */
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
