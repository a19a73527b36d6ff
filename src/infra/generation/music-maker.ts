/** Music from a service with MiniMax's API: one long request. Errors come with status 200. */
import { z } from 'zod';
import { AppError } from '#lib/app-error.ts';
import { createAsker, type GenerationSettings } from './service.ts';

export type MusicMaker = {
  /** `model @ host`. */
  id: string;
  priceUsd: number | null;
  /** `taskId`: the service's id of the piece. Errors: the `output_*` codes, `cancelled`. */
  make(
    wanted: { prompt: string; lyrics: string | null },
    options: { signal: AbortSignal },
  ): Promise<{ taskId: string; bytes: Uint8Array }>;
};

const zAnswer = z.object({
  data: z.object({ audio: z.string().nullish() }).nullish(),
  trace_id: z.string().nullish(),
  base_resp: z.object({ status_code: z.number() }),
});

const timeoutMs = 10 * 60_000;
/** Of a response with the music as hexadecimal digits, so half as many bytes of music. */
const mostBytes = 80 * 1024 * 1024;

export function createMusicMaker(settings: GenerationSettings): MusicMaker {
  const ask = createAsker(settings);
  return {
    id: `${settings.model} @ ${new URL(settings.baseUrl).host}`,
    priceUsd: settings.priceUsd,
    async make({ prompt, lyrics }, { signal }) {
      const body = {
        model: settings.model,
        prompt,
        ...(lyrics === null ? { is_instrumental: true } : { lyrics }),
        output_format: 'hex',
        audio_setting: { sample_rate: 44_100, bitrate: 128_000, format: 'mp3' },
      };
      const answer = zAnswer.safeParse(await ask({ path: '/music_generation', body, timeoutMs, mostBytes, signal }));
      if (!answer.success) throw new AppError('output_failed', { detail: 'not the shape of an answer' });
      const { data, base_resp: ended, trace_id: taskId } = answer.data;
      if (ended.status_code !== 0) throw refusalOf(ended.status_code);
      const bytes = Buffer.from(data?.audio ?? '', 'hex');
      if (bytes.length === 0) throw new AppError('output_failed', { detail: 'no sound' });
      return { taskId: taskId ?? '', bytes };
    },
  };
}

function refusalOf(code: number): AppError {
  const detail = `code ${code}`;
  switch (code) {
    case 1001:
      return new AppError('output_unconfirmed', { detail });
    case 1002:
    case 1039:
      return new AppError('output_unavailable', { detail, retry: {} });
    case 1004:
    case 2049:
      return new AppError('output_unauthorized', { detail });
    case 1008:
      return new AppError('output_quota', { detail });
    case 1026:
    case 1027:
      return new AppError('output_refused', { detail });
    default:
      return new AppError('output_failed', { detail });
  }
}
