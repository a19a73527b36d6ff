import type { Segment, TrackFault } from '../domain.ts';
import type { SubtitleCue } from '../raw-content.ts';
import { isOtherLanguage } from '../text/language.ts';
import { sourceLimits } from '../text/source-limits.ts';
import { cuesToSegments } from './segments.ts';
import { isDamagedText } from './trust/damage.ts';
import { isLooping } from './trust/loops.ts';
import { type SpeechRate, speechRateOf } from './trust/speech-rate.ts';
import { spokenCues } from './trust/spoken.ts';

export type CaptionFacts = {
  durationMs: number | null;
  claimedLanguage: string | null;
  /** The track is taken with its faults, unless nothing in it can be used. */
  anyway?: boolean;
};

/** `lateCues`: how many cues start past the end of the media and were left out. `fault`: that of a track taken anyway. */
export type TrackLines = { segments: Segment[]; lateCues: number; fault: TrackFault | null };

export function linesOfTrack({ cues, facts }: { cues: readonly SubtitleCue[]; facts: CaptionFacts }): TrackLines | TrackFault {
  const kept = withoutStrays(cues, facts.durationMs);
  const fault = judgeCues(kept, facts);
  if (fault !== null && (!facts.anyway || !kept.every(hasTimes))) return fault;
  const segments = cuesToSegments(kept);
  return segments.length === 0 ? 'empty' : { segments, lateCues: cues.length - kept.length, fault };
}

const mostCuesPerSecond = 12;
const longestMs = 100 * 3_600_000;
/** Limits in words per second over the media: sparse speech has more than the first, fast speech less than the second. */
const leastWordsPerSecond = 1 / 3;
const mostWordsPerSecond = 7;
const shortMs = 3 * 60_000;
/** Players round lengths, and captions linger. */
const lingerMs = 5000;
const mostStrays = 3;
/** Share of the length that credits or music may take at the end. */
const silentEnd = 0.2;
const silentEndMs = 60_000;

/** Null when they can be used. About 1 ms per 1,000 cues. */
export function judgeCues(cues: readonly SubtitleCue[], facts: CaptionFacts): TrackFault | null {
  if (cues.length === 0) return 'empty';
  if (!cues.every(hasTimes)) return 'damaged';
  const { durationMs } = facts;
  const spanSeconds = Math.max(60, (durationMs ?? lastStart(cues)) / 1000);
  if (cues.length > sourceLimits.cues || cues.length / spanSeconds > mostCuesPerSecond) return 'too_many_words';
  if (durationMs === null && lastStart(cues) > longestMs) return 'beyond_media';

  const { spoken, sounds } = spokenCues(cues);
  if (spoken.length === 0) return sounds > 0 ? 'mostly_music' : 'empty';
  const text = spoken.map((cue) => cue.text).join('\n');
  if (isDamagedText(text)) return 'damaged';

  const misplaced = durationMs === null ? null : placeFault(spoken, durationMs);
  if (misplaced !== null) return misplaced;
  if (facts.claimedLanguage !== null && isOtherLanguage(text, facts.claimedLanguage)) return 'other_language';
  if (isLooping(spoken)) return 'repeated';
  return amountFault(speechRateOf(spoken, durationMs), sounds > spoken.length, durationMs);
}

function hasTimes({ startMs, endMs }: SubtitleCue): boolean {
  return Number.isFinite(startMs) && Number.isFinite(endMs);
}

/** A few late cues are strays; with more of them the track is shifted or of another video. */
function withoutStrays(cues: readonly SubtitleCue[], durationMs: number | null): readonly SubtitleCue[] {
  if (durationMs === null) return cues;
  const inTime = cues.filter((cue) => !isLate(cue, durationMs));
  const late = cues.length - inTime.length;
  return late <= mostStrays && late * 20 <= cues.length ? inTime : cues;
}

function isLate(cue: SubtitleCue, durationMs: number): boolean {
  return cue.startMs > durationMs + lingerMs / 2;
}

function placeFault(cues: readonly SubtitleCue[], durationMs: number): TrackFault | null {
  const late = cues.filter((cue) => isLate(cue, durationMs)).length;
  if (late * 20 > cues.length && late >= 3) return 'other_video';
  if (late > 0) return 'beyond_media';
  const end = cues.reduce((latest, cue) => Math.max(latest, cue.startMs), 0);
  return durationMs - end > Math.max(silentEndMs, durationMs * silentEnd) ? 'cut_short' : null;
}

function amountFault(rate: SpeechRate, soundsPrevail: boolean, durationMs: number | null): TrackFault | null {
  if (rate.densestPerSecond > mostWordsPerSecond) return 'too_many_words';
  const sparse = rate.perSecond < leastWordsPerSecond || rate.coveredShare < 0.5;
  if (!sparse || (durationMs ?? 0) <= shortMs) return rate.words === 0 ? 'empty' : null;
  return soundsPrevail ? 'mostly_music' : 'too_few_words';
}

function lastStart(cues: readonly SubtitleCue[]): number {
  return cues.reduce((latest, cue) => Math.max(latest, cue.startMs), 0);
}
