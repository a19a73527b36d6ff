import type { RejectedTrack, Transcript } from '../domain.ts';
import { detectLanguage } from '../text/language.ts';

/** Shorter descriptions rarely describe the video. Han characters count double. */
const leastWidth = 240;

/** A labelled link says nothing without the link. */
const labelled = /^.{0,40}https?:\/\/\S+\s*$/;
const noise =
  /^[\s\p{P}\p{S}]*$|^(?:#[\p{L}\p{N}_]+\s*)+$|\b(?:subscribe|patreon|instagram|twitter|tiktok|facebook|discord|affiliate|merch|follow (?:me|us)|discount code|use code)\b|(?:订阅|訂閱|关注我|追蹤我|商务合作|商務合作)/iu;

export function describedTranscript(description: string | null, rejected: RejectedTrack[]): Transcript | null {
  const paragraphs = (description ?? '')
    .split(/\n+/)
    .filter((line) => !labelled.test(line))
    .map((line) => line.replace(/https?:\/\/\S+/g, '').trim())
    .filter((line) => !noise.test(line));
  const text = paragraphs.join('');
  const width = text.length + (text.match(/\p{Script=Han}/gu)?.length ?? 0);
  if (width < leastWidth) return null;
  return {
    timed: false,
    language: detectLanguage(text),
    provenance: { origin: 'description', track: 'description', ...(rejected.length > 0 ? { rejected } : {}) },
    segments: paragraphs.map((paragraph, id) => ({ id, startMs: null, endMs: null, text: paragraph })),
  };
}
