import type { SpeechEngine } from '#engine/ports.ts';
import { AppError, findAppError } from '#lib/app-error.ts';
import { createPinnedFetch, FormData } from '../../guarded-fetch/pinned-fetch.ts';
import { type RemoteAnswer, readAnswer } from './answer.ts';
import { type AnswerFormat, presetFor, type RemotePreset } from './presets.ts';
import { wavHeader, wavHeaderBytes } from './wav.ts';

export type RemoteSpeechConfig = {
  baseUrl: string;
  apiKey: string | null;
  model: string;
  parallel: number;
  /** Default: two minutes plus half the length of the piece. */
  timeoutMs?: number;
};

const maxAnswerBytes = 32 * 1024 * 1024;
const formBytes = 8 * 1024;

/** Sends one request per piece. The caller retries according to the error's `retry`. */
export function createRemoteEngine(config: RemoteSpeechConfig): SpeechEngine {
  const preset = presetFor(config.baseUrl, config.model);
  const fetch = createPinnedFetch(config.baseUrl);
  const bytesPerSecond = 32_000;
  const fitting = Math.floor((preset.maxBytes - wavHeaderBytes - formBytes) / bytesPerSecond);
  /** Index of the richest format that the service has not been seen to refuse. */
  let accepted = 0;

  return {
    id: `remote:${config.model}`,
    maxPieceSeconds: Math.min(preset.maxPieceSeconds, fitting),
    parallel: config.parallel,
    longPieces: preset.longPieces,
    async recognise(piece, { language, prompt, signal }) {
      const lengthMs = piece.endMs - piece.startMs;
      const timeout = AbortSignal.timeout(config.timeoutMs ?? 120_000 + Math.ceil(lengthMs / 2));
      for (let index = accepted; ; index++) {
        const format = preset.formats[index] ?? 'json';
        const form = new FormData();
        for (const [name, value] of fieldsFor(format, { model: config.model, preset, language, prompt }))
          form.append(name, value);
        form.append('file', new Blob([wavHeader(piece.pcm.length), piece.pcm], { type: 'audio/wav' }), 'piece.wav');
        try {
          const response = await fetch(`${config.baseUrl}/audio/transcriptions`, {
            method: 'POST',
            headers: {
              accept: 'application/json, text/plain;q=0.9',
              ...(config.apiKey ? { authorization: `Bearer ${config.apiKey}` } : {}),
            },
            body: form,
            signal: AbortSignal.any([signal, timeout]),
          });
          const body = await readText(response);
          if (response.ok) {
            // Only now it is known that the format was refused, and not the piece or its language.
            accepted = Math.max(accepted, index);
            return readAnswer(body, response.headers.get('content-type'), lengthMs) satisfies RemoteAnswer;
          }
          if (mayRefuseFormat(response.status) && index + 1 < preset.formats.length) continue;
          throw toSpeechError(response.status, body, response.headers);
        } catch (error) {
          if (signal.aborted) throw new AppError('cancelled', { cause: signal.reason });
          if (timeout.aborted) throw new AppError('speech_unavailable', { cause: error, detail: 'no answer in time', retry: {} });
          throw findAppError(error) ?? new AppError('speech_unavailable', { cause: error, retry: {} });
        }
      }
    },
  };
}

/** Codes that ISO 639 has replaced. Some sites still use them, and services refuse them. */
const renamedCodes: Readonly<Record<string, string>> = { iw: 'he', in: 'id', ji: 'yi' };

type Asked = { model: string; preset: RemotePreset; language: string | null; prompt: string };

function fieldsFor(format: AnswerFormat, { model, preset, language, prompt }: Asked): [string, string][] {
  const named = language?.toLowerCase().split(/[-_]/)[0] ?? '';
  const base = renamedCodes[named] ?? named;
  return [
    ['model', model],
    ['response_format', format],
    ...(format === 'verbose_json' ? ([['timestamp_granularities[]', 'segment']] satisfies [string, string][]) : []),
    ...(/^[a-z]{2}$/.test(base) ? ([['language', base]] satisfies [string, string][]) : []),
    ...(preset.prompt && prompt !== '' ? ([['prompt', prompt]] satisfies [string, string][]) : []),
    ...Object.entries(preset.fields),
  ];
}

function mayRefuseFormat(status: number): boolean {
  return status === 400 || status === 415 || status === 422;
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > maxAnswerBytes) {
      await response.body?.cancel().catch(() => {});
      throw new AppError('speech_failed', { detail: 'the answer is too long' });
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Leaves out the service's own message, which may repeat the key. */
function toSpeechError(status: number, body: string, headers: Headers): AppError {
  const reason = reasonIn(body);
  const detail = `status ${status}${reason ? ` (${reason})` : ''}`;
  if (status === 402 || /insufficient_quota|quota_exceeded|billing/i.test(reason))
    return new AppError('speech_quota', { detail });
  if (status === 401 || status === 403) return new AppError('speech_unauthorized', { detail });
  if (status === 429) return new AppError('speech_rate_limited', { detail, retry: retryAfter(headers) });
  if (status === 408 || status === 409 || status >= 500)
    return new AppError('speech_unavailable', { detail, retry: retryAfter(headers) });
  return new AppError('speech_failed', { detail, params: { status } });
}

function reasonIn(body: string): string {
  try {
    const { error } = JSON.parse(body) as { error?: { code?: unknown; type?: unknown } | null };
    const named = [error?.code, error?.type].find((part) => typeof part === 'string' && /^[a-z][a-z_.]{1,48}$/.test(part));
    return typeof named === 'string' ? named : '';
  } catch {
    return '';
  }
}

function retryAfter(headers: Headers): { afterMs?: number } {
  const ms = Number(headers.get('retry-after-ms') ?? Number.NaN);
  if (Number.isFinite(ms) && ms >= 0) return { afterMs: ms };
  const value = headers.get('retry-after');
  if (value === null) return {};
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return { afterMs: Math.max(0, seconds * 1000) };
  const date = Date.parse(value);
  return Number.isNaN(date) ? {} : { afterMs: Math.max(0, date - Date.now()) };
}
