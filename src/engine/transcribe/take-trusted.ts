import { hasCode } from '#lib/app-error.ts';
import type { RejectedTrack, TrackFault, Transcript } from '../domain.ts';
import type { EnginePorts } from '../ports.ts';
import type { SubtitleCue } from '../raw-content.ts';
import { sourceLimits } from '../text/source-limits.ts';
import type { CaptionFacts, TrackLines } from './trust.ts';

export type CaptionCandidate = {
  track: string;
  origin: 'human' | 'automatic';
  language: string | null;
  load(): Promise<SubtitleCue[] | TrackFault>;
};

type TrackContext = {
  ports: Pick<EnginePorts, 'compute'>;
  signal: AbortSignal;
  /** Tried before all others, and used whatever its faults. */
  wantedTrack?: string | null;
  /** Called with the rejected tracks when none was used. */
  onRejected?: (tracks: readonly RejectedTrack[]) => void;
};

/** The first that can be trusted; earlier ones come with their faults (`unavailable` if unreadable). Errors: `cancelled`. */
export async function takeTrusted(
  candidates: readonly CaptionCandidate[],
  facts: { durationMs: number | null },
  context: TrackContext,
): Promise<{ transcript: Transcript | null; rejected: RejectedTrack[] }> {
  const rejected: RejectedTrack[] = [];
  const isWanted = ({ track }: CaptionCandidate) => track === context.wantedTrack;
  const wanted = candidates.find(isWanted);
  for (const candidate of wanted ? [wanted, ...candidates.filter((other) => other !== wanted)] : candidates) {
    const cues = await loadCues(candidate, context.signal);
    const claimed = { durationMs: facts.durationMs, claimedLanguage: candidate.language, anyway: candidate === wanted };
    const lines = typeof cues === 'string' ? cues : await judge(cues, claimed, context);
    if (typeof lines === 'string') {
      rejected.push({ track: candidate.track, fault: lines });
      continue;
    }
    const { segments, lateCues, fault } = lines;
    const provenance = {
      origin: candidate.origin,
      track: candidate.track,
      ...(rejected.length > 0 ? { rejected } : {}),
      ...(fault === null ? {} : { untrusted: fault }),
      ...(lateCues > 0 ? { lateCues } : {}),
    };
    return { transcript: { timed: true, language: candidate.language, provenance, segments }, rejected };
  }
  context.onRejected?.(rejected);
  return { transcript: null, rejected };
}

async function judge(
  cues: readonly SubtitleCue[],
  facts: CaptionFacts,
  { ports, signal }: TrackContext,
): Promise<TrackLines | TrackFault> {
  if (cues.length > sourceLimits.cues) return 'too_many_words';
  try {
    return await ports.compute('linesOfTrack', { cues, facts }, { signal });
  } catch (error) {
    if (hasCode(error, 'timed_out', 'text_too_complex')) return 'damaged';
    throw error;
  }
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
