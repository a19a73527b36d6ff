import { z } from 'zod';
import type { SpokenSegment } from '#engine/ports.ts';
import { AppError } from '#lib/app-error.ts';
import { languageTag } from './languages.ts';

const zNumber = z.number().nullish();
const zSegment = z.object({
  start: z.number(),
  end: z.number(),
  text: z.string(),
  speaker: z.union([z.string(), z.number()]).nullish(),
  no_speech_prob: zNumber,
  avg_logprob: zNumber,
  compression_ratio: zNumber,
});
const zAnswer = z.object({
  text: z.string().nullish(),
  language: z.string().nullish(),
  segments: z.array(zSegment).nullish(),
  words: z.array(z.object({ start: z.number(), end: z.number(), word: z.string() })).nullish(),
});

export type RemoteAnswer = { language: string | null; segments: SpokenSegment[] };

/** Times are in ms from the start of the piece; text without times becomes one segment. Errors: `speech_failed`. */
export function readAnswer(body: string, contentType: string | null, lengthMs: number): RemoteAnswer {
  const trimmed = body.trim();
  const json = /json/i.test(contentType ?? '') || /^[{[]/.test(trimmed);
  if (!json) {
    if (/^<(?:!doctype|html|\?xml)/i.test(trimmed)) throw unusable('a page instead of an answer');
    return whole(trimmed, null, lengthMs);
  }
  const answer = parse(trimmed);
  const language = languageTag(answer.language ?? null);
  if (answer.segments && answer.segments.length > 0) return { language, segments: answer.segments.map(toSegment) };
  if (answer.words && answer.words.length > 0)
    return { language, segments: answer.words.map(({ word, ...at }) => toSegment({ ...at, text: word })) };
  if (typeof answer.text === 'string') return whole(answer.text, language, lengthMs);
  if (answer.segments || answer.words) return { language, segments: [] };
  throw unusable('neither text nor segments');
}

function parse(body: string): z.infer<typeof zAnswer> {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch (cause) {
    throw unusable('no JSON', cause);
  }
  const answer = zAnswer.safeParse(value);
  if (!answer.success) throw unusable('not the shape of an answer');
  return answer.data;
}

function whole(text: string, language: string | null, lengthMs: number): RemoteAnswer {
  return { language, segments: text.trim() === '' ? [] : [{ startMs: 0, endMs: lengthMs, text: text.trim() }] };
}

function toSegment(raw: z.infer<typeof zSegment>): SpokenSegment {
  return {
    startMs: raw.start * 1000,
    endMs: raw.end * 1000,
    text: raw.text,
    ...(raw.speaker === undefined || raw.speaker === null ? {} : { speaker: String(raw.speaker) }),
    ...(typeof raw.no_speech_prob === 'number' ? { noSpeechProbability: raw.no_speech_prob } : {}),
    ...(typeof raw.avg_logprob === 'number' ? { averageLogProbability: raw.avg_logprob } : {}),
    ...(typeof raw.compression_ratio === 'number' ? { compressionRatio: raw.compression_ratio } : {}),
  };
}

function unusable(detail: string, cause?: unknown): AppError {
  return new AppError('speech_failed', { detail, cause, retry: {} });
}
