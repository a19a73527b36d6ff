import { hasCode, toAppError } from '#lib/app-error.ts';
import type { TrackFault } from '../../domain.ts';
import type { SubtitleCue } from '../../raw-content.ts';
import type { CaptionCandidate } from '../../transcribe/take-trusted.ts';
import { orderTracks, type TrackPreferences } from '../../transcribe/tracks/order-site-tracks.ts';
import { type Asking, askCaptions } from './ask.ts';
import type { Answer, Inquiry } from './inquiry.ts';
import type { CaptionTrack } from './player-response.ts';

/** `empty`: no cues; `unavailable`: only the site's own player can load it. After a refusal, no more requests are made. */
export function captionCandidates(inquiry: Inquiry, preferences: TrackPreferences, asking: Asking): CaptionCandidate[] {
  const tracks = inquiry.answers.flatMap(({ player }) => player.tracks);
  const distinct = [...new Map(tracks.map((track) => [keyOf(track), track])).values()];
  const state: Loading = { silent: new Set(), before: inquiry.blocked };
  return orderTracks(distinct, preferences).map((track) => ({
    track: track.name,
    origin: track.automatic ? 'automatic' : 'human',
    language: track.language,
    load: () => loadTrack(track, inquiry, state, asking),
  }));
}

function keyOf({ language, automatic, name }: CaptionTrack): string {
  return `${language}|${automatic}|${name}`;
}

type Loading = {
  silent: Set<string>;
  before: Inquiry['blocked'];
};

async function loadTrack(
  wanted: CaptionTrack,
  inquiry: Inquiry,
  { silent, before }: Loading,
  asking: Asking,
): Promise<SubtitleCue[] | TrackFault> {
  let fault: TrackFault = 'unavailable';
  for (let index = 0; ; index++) {
    // The site asked for a pause; more requests would prolong it.
    if (inquiry.blocked !== before && hasCode(inquiry.blocked, 'site_wait')) return fault;
    const answer = inquiry.answers[index] ?? (await inquiry.next());
    if (!answer) return fault;
    const source = `${index}:${answer.client.name}`;
    const track = answer.player.tracks.find((candidate) => isSame(candidate, wanted));
    if (!track || track.gated || silent.has(source)) continue;
    const cues = await fetchTrack(track, answer, inquiry, asking);
    if (Array.isArray(cues)) return cues;
    if (cues === 'empty') {
      silent.add(source);
      fault = 'empty';
    }
  }
}

/** Automatic tracks match by language alone, as clients name them differently. */
function isSame(a: CaptionTrack, b: CaptionTrack): boolean {
  return a.language === b.language && a.automatic === b.automatic && (a.automatic || a.name === b.name);
}

async function fetchTrack(
  track: CaptionTrack,
  { client }: Answer,
  inquiry: Inquiry,
  asking: Asking,
): Promise<SubtitleCue[] | TrackFault> {
  try {
    const bytes = await askCaptions(track.url, client, asking);
    if (bytes.length === 0) return 'empty';
    return (await asking.ports.compute('readSubtitles', { bytes, name: 'captions.json3' }, asking)).cues;
  } catch (error) {
    const known = toAppError(error);
    if (asking.signal.aborted || hasCode(known, 'cancelled', 'internal', 'database_unavailable')) throw error;
    if (hasCode(known, 'subtitles_empty')) return 'empty';
    if (hasCode(known, 'site_wait', 'site_bot_check')) inquiry.blocked = known;
    return hasCode(known, 'document_unreadable') ? 'damaged' : 'unavailable';
  }
}
