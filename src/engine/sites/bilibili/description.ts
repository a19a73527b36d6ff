import type { RejectedTrack, Transcript } from '../../domain.ts';
import type { SiteVideo } from './video.ts';

/** Shorter descriptions rarely describe the video. Han characters count double. */
const leastWidth = 240;

export function describedTranscript(video: SiteVideo, rejected: RejectedTrack[]): Transcript | null {
  const paragraphs = (video.description ?? '')
    .split(/\n+/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^(?:https?:\/\/\S+|[-=—_*·•#\s]+)$/.test(line));
  const width = Array.from(paragraphs.join('')).reduce((sum, letter) => sum + (/\p{Script=Han}/u.test(letter) ? 2 : 1), 0);
  if (width < leastWidth) return null;
  return {
    timed: false,
    language: null,
    provenance: { origin: 'description', track: 'description', ...(rejected.length > 0 ? { rejected } : {}) },
    segments: paragraphs.map((text, id) => ({ id, startMs: null, endMs: null, text })),
  };
}
