import { hasCode, toAppError } from '#lib/app-error.ts';
import type { TrackFault } from '../../domain.ts';
import type { SubtitleCue } from '../../raw-content.ts';
import { baseLanguage } from '../../sources/media/choose-track.ts';
import type { CaptionCandidate } from '../../transcribe/take-trusted.ts';
import { type Asking, askCaptions } from './ask.ts';
import type { Answer, Inquiry } from './inquiry.ts';
import type { CaptionTrack } from './player-response.ts';

/** After these the sound is transcribed. */
const mostTries = 5;

export type TrackPreferences = {
  spoken: string | null;
  wanted: string | null;
};

/** The creator's track in the wanted, then in the spoken language, the automatic one, other tracks of the creator. */
export function orderTracks<T extends Pick<CaptionTrack, 'language' | 'automatic' | 'name'>>(
  tracks: readonly T[],
  preferences: TrackPreferences,
): T[] {
  return tracks
    .map((track, index) => ({ track, index, rank: rankOf(track, preferences) }))
    .filter(({ rank }) => rank < unwanted)
    .sort((a, b) => a.rank - b.rank || a.index - b.index)
    .map(({ track }) => track)
    .slice(0, mostTries);
}

const unwanted = 1000;

function rankOf(track: Pick<CaptionTrack, 'language' | 'automatic' | 'name'>, { spoken, wanted }: TrackPreferences): number {
  const base = baseLanguage(track.language);
  const isSpoken = spoken !== null && base === baseLanguage(spoken);
  const aside = /\b(?:lyrics?|comment(?:s|ary)|songs?|signs|trivia|notes?)\b|歌词|评论/i.test(track.name) ? 500 : 0;
  if (track.automatic) return isSpoken || spoken === null ? 30 : unwanted;
  if (wanted !== null && base === baseLanguage(wanted)) return aside + scriptRank(track.language, wanted);
  if (isSpoken) return aside + 20;
  return aside + (base === 'en' ? 40 : base === 'zh' ? 41 : 50);
}

/** Simplified script first, unless the other is wanted. */
function scriptRank(language: string, wanted: string): number {
  if (language.toLowerCase() === wanted.toLowerCase()) return 0;
  const isTraditional = /hant|-tw|-hk|-mo|yue/i.test(language);
  return isTraditional === /hant|-tw|-hk|-mo|yue/i.test(wanted) ? 1 : 2;
}

/** `empty`: no cue; `unavailable`: only the site's own player gets it. A refusal stops all requests. */
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
    // More requests would only prolong it.
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

/** Players do not always name a track alike. */
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
