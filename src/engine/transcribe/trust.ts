/**
 * Whether a caption track may stand for what is said. Decided from the cues alone, before anything is spent on them:
 * how much they say for the time they cover, whether they fit the media, repeat themselves, speak the language they claim.
 */
import { hasCode } from '#lib/app-error.ts';
import type { RejectedTrack, Segment, TrackFault, Transcript } from '../domain.ts';
import type { SubtitleCue } from '../ports.ts';
import type { ResolveContext } from '../sources/source.ts';
import { isOtherLanguage } from '../text/language.ts';
import { sourceLimits } from '../text/source-limits.ts';
import { cuesToSegments } from './segments.ts';
import { isDamagedText } from './trust/damage.ts';
import { isLooping } from './trust/loops.ts';
import { type Pace, paceOf } from './trust/speech-rate.ts';
import { spokenCues } from './trust/spoken.ts';

export type CaptionFacts = {
  /** Length of the media; null when nobody says it. */
  durationMs: number | null;
  /** BCP 47 tag that the track carries; null when it carries none. */
  claimedLanguage: string | null;
};

export type CaptionCandidate = {
  /** As a user would recognise it: `creator captions (zh-Hans)`. */
  track: string;
  origin: 'human' | 'automatic';
  language: string | null;
  /** The cues, or what is already known to be wrong with them. */
  load(): Promise<SubtitleCue[] | TrackFault>;
};

/**
 * The first candidate that can be trusted, as a transcript, and those before it with the reason why not. A track that
 * cannot be fetched or read counts as `unavailable`. Errors: `cancelled`.
 */
export async function takeTrusted(
  candidates: readonly CaptionCandidate[],
  facts: { durationMs: number | null },
  context: ResolveContext,
): Promise<{ transcript: Transcript | null; rejected: RejectedTrack[] }> {
  const rejected: RejectedTrack[] = [];
  for (const candidate of candidates) {
    const cues = await loadCues(candidate, context.signal);
    const claimed = { durationMs: facts.durationMs, claimedLanguage: candidate.language };
    const segments = typeof cues === 'string' ? cues : await judge(cues, claimed, context);
    if (typeof segments === 'string') {
      rejected.push({ track: candidate.track, fault: segments });
      continue;
    }
    const provenance = { origin: candidate.origin, track: candidate.track, ...(rejected.length > 0 ? { rejected } : {}) };
    return { transcript: { timed: true, language: candidate.language, provenance, segments }, rejected };
  }
  return { transcript: null, rejected };
}

/** Where the work on the cues fails, the next track is tried. */
async function judge(
  cues: readonly SubtitleCue[],
  facts: CaptionFacts,
  { ports, signal }: ResolveContext,
): Promise<Segment[] | TrackFault> {
  // A flood is not worth a copy.
  if (cues.length > sourceLimits.cues) return 'too_many_words';
  try {
    return await ports.compute('linesOfTrack', { cues, facts }, { signal });
  } catch (error) {
    if (hasCode(error, 'timed_out', 'text_too_complex')) return 'damaged';
    throw error;
  }
}

/** The lines of a caption track, or what is wrong with it. */
export function linesOfTrack({ cues, facts }: { cues: readonly SubtitleCue[]; facts: CaptionFacts }): Segment[] | TrackFault {
  const fault = judgeCues(cues, facts);
  if (fault !== null) return fault;
  const segments = cuesToSegments(cues);
  return segments.length === 0 ? 'empty' : segments;
}

async function loadCues(candidate: CaptionCandidate, signal: AbortSignal): Promise<SubtitleCue[] | TrackFault> {
  try {
    signal.throwIfAborted();
    return await candidate.load();
  } catch (error) {
    if (signal.aborted || hasCode(error, 'cancelled')) throw error;
    if (hasCode(error, 'subtitles_empty')) return 'empty';
    return 'unavailable';
  }
}

/** More cues than this in a second, all along, is a flood and not speech. */
const mostCuesPerSecond = 12;
/** Nothing is longer: times past this are broken. */
const longestMs = 100 * 3_600_000;
/** Words a second, counted over the media: sparse speech still has more, the fastest speaker fewer. */
const leastWordsPerSecond = 1 / 3;
const mostWordsPerSecond = 7;
/** A short clip may say very little. */
const shortMs = 3 * 60_000;
/** How far a last cue may stand past the end: players round lengths, and captions linger. */
const lingerMs = 5000;
/** Media may run on without words (credits, music) for this share of its length. */
const silentEnd = 0.2;
const silentEndMs = 60_000;

/** What is wrong with these cues, or null when they can be used. Any order, any size. Takes about 1 ms per 1,000 cues. */
export function judgeCues(cues: readonly SubtitleCue[], facts: CaptionFacts): TrackFault | null {
  if (cues.length === 0) return 'empty';
  if (cues.some((cue) => !Number.isFinite(cue.startMs) || !Number.isFinite(cue.endMs))) return 'damaged';
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
  return amountFault(paceOf(spoken, durationMs), sounds > spoken.length, durationMs);
}

function placeFault(cues: readonly SubtitleCue[], durationMs: number): TrackFault | null {
  const late = cues.filter((cue) => cue.startMs > durationMs + lingerMs / 2).length;
  if (late * 20 > cues.length && late >= 3) return 'other_video';
  if (late > 0) return 'beyond_media';
  const end = cues.reduce((latest, cue) => Math.max(latest, cue.startMs), 0);
  return durationMs - end > Math.max(silentEndMs, durationMs * silentEnd) ? 'cut_short' : null;
}

function amountFault(pace: Pace, soundsPrevail: boolean, durationMs: number | null): TrackFault | null {
  if (pace.densestPerSecond > mostWordsPerSecond) return 'too_many_words';
  const sparse = pace.perSecond < leastWordsPerSecond || pace.coveredShare < 0.5;
  if (!sparse || (durationMs ?? 0) <= shortMs) return pace.words === 0 ? 'empty' : null;
  return soundsPrevail ? 'mostly_music' : 'too_few_words';
}

function lastStart(cues: readonly SubtitleCue[]): number {
  return cues.reduce((latest, cue) => Math.max(latest, cue.startMs), 0);
}
