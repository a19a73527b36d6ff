import { createHash } from 'node:crypto';
import { z } from 'zod';
import { AppError, toAppError } from '#lib/app-error.ts';
import { hashOf } from '../../hash.ts';
import type { EnginePorts, SpeechEngine, SpokenSegment } from '../../ports.ts';
import type { CutPiece } from './cut.ts';

const attempts = 3;
/** When the service asks for a longer wait, the job is put off. */
const longestWaitMs = 60_000;
/** Raise when the stored shape changes. */
const keptVersion = 1;

const zKept = z.object({
  language: z.string().nullable(),
  segments: z.array(
    z.object({
      startMs: z.number(),
      endMs: z.number(),
      text: z.string(),
      speaker: z.string().optional(),
      noSpeechProbability: z.number().optional(),
      averageLogProbability: z.number().optional(),
      compressionRatio: z.number().optional(),
    }),
  ),
});

export type PieceTranscript = { language: string | null; segments: SpokenSegment[] };

export type TranscribeOptions = {
  engine: SpeechEngine;
  language: string | null;
  prompt: string;
  ports: Pick<EnginePorts, 'checkpoints' | 'clock'>;
  signal: AbortSignal;
  hopeless(): boolean;
  onWait(seconds: number): void;
};

/** Stored under a hash of the sound, so that it is sent once. Errors: the engine's; `retry` when a later try may work. */
export async function transcribePiece(piece: CutPiece, options: TranscribeOptions): Promise<PieceTranscript> {
  const { engine, language, ports } = options;
  const sound = createHash('sha256').update(piece.pcm).digest('hex');
  const key = hashOf('speech', keptVersion, engine.id, language, sound);
  const kept = zKept.safeParse(await ports.checkpoints.get(key));
  if (kept.success) return kept.data as PieceTranscript;
  const answer = await askRecogniser(piece, options);
  const transcript = { language: answer.language, segments: tidy(answer.segments, piece.endMs - piece.startMs) };
  await ports.checkpoints.put(key, transcript);
  return transcript;
}

async function askRecogniser(piece: CutPiece, options: TranscribeOptions): Promise<PieceTranscript> {
  const { engine, language, prompt, signal, ports } = options;
  for (let attempt = 1; ; attempt++) {
    try {
      return await engine.recognise(piece, { language, prompt, signal });
    } catch (error) {
      if (signal.aborted) throw new AppError('cancelled', { cause: signal.reason });
      const known = toAppError(error);
      const waitMs = known.retry?.afterMs ?? 1000 * 2 ** (attempt - 1) * (0.5 + Math.random());
      if (known.retry === undefined || attempt >= attempts || waitMs > longestWaitMs || options.hopeless()) throw known;
      options.onWait(Math.ceil(waitMs / 1000));
      await ports.clock.sleep(waitMs, signal);
      if (options.hopeless()) throw known;
    }
  }
}

function tidy(segments: readonly SpokenSegment[], lengthMs: number): SpokenSegment[] {
  const within = (ms: number) => (Number.isFinite(ms) ? Math.min(lengthMs, Math.max(0, ms)) : 0);
  return segments
    .map((segment) => {
      const startMs = within(segment.startMs);
      return { ...segment, startMs, endMs: Math.max(startMs, within(segment.endMs)), text: cleanText(segment.text) };
    })
    .filter((segment) => /[\p{L}\p{N}]/u.test(segment.text))
    .sort((a, b) => a.startMs - b.startMs);
}

function cleanText(text: string): string {
  return text
    .toWellFormed()
    .replace(/<\|[^|>]{0,40}\|>/g, ' ')
    .replace(/[\p{Cc}\uFFFD]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
}
